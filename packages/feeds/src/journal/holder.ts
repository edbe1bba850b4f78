import { readlinkSync } from "node:fs";
import { stat, utimes } from "node:fs/promises";
import { hostname } from "node:os";

/** Shows every second that the holder runs. */
export const beatMs = 1000;
/** A holder that has shown nothing for so long hangs. */
const maxSilenceMs = 10_000;
/** A process that has not named itself for so long has died. */
const maxNamelessMs = 3_000;

/** The process that made a state file. */
export interface Holder {
  readonly pid: number;
  /** Where its process id counts. */
  readonly host: string;
}

export function thisProcess(): Holder {
  return { pid: process.pid, host: `${hostname()} ${namespace()}` };
}

/** Containers may share a host name, but not process ids. */
function namespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

/** Shows that the holder of a state file runs. */
export async function beat(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
}

/** Shows that a state file has no holder. */
export async function endBeat(path: string): Promise<void> {
  await utimes(path, 0, 0).catch(() => undefined);
}

/**
 * Whether a state file has a holder that runs. A wrong answer delays a take-over or hastens it,
 * and never lets two processes commit.
 *
 * @param holder undefined if the file does not name it
 */
export async function isHeld(path: string, holder: Holder | undefined): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
  const silenceMs = Math.abs(Date.now() - mtimeMs);
  if (silenceMs > (holder ? maxSilenceMs : maxNamelessMs)) return false;
  return !holder || holder.host !== thisProcess().host || isAlive(holder.pid);
}

function isAlive(pid: number): boolean {
  try {
    // Signal 0 only checks.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
