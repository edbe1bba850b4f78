import { randomUUID } from "node:crypto";
import { link, open, readFile, rename, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

const pollMs = 20;
const patienceMs = 10_000;
/** Far longer than a change takes: whoever holds a lock for so long, or elsewhere, has died. */
const maxHoldMs = 60_000;
/** A holder that dies before it has written its name leaves an empty lock. */
const namelessMs = 3_000;

interface Holder {
  pid: number;
  host: string;
  id: string;
}

/**
 * Does work that no other process does at the same time. The lock is a file with the name of its
 * holder; that of a holder that died is taken over.
 *
 * Not `proper-lockfile`: there two processes that find a dead one's lock can both take it.
 *
 * @param work gets a check that the lock is still its own, for the moment before it commits
 * @throws {Error} when another process holds the lock for ten seconds
 */
export async function withFileLock<T>(
  path: string,
  work: (assertHeld: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const name = JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() });
  for (const end = performance.now() + patienceMs; !(await create(path, name)); ) {
    await removeStale(path);
    if (performance.now() > end) throw new Error("another process is changing it");
    await sleep(pollMs);
  }
  const isHeld = async () => (await look(path))?.text === name;
  try {
    return await work(async () => {
      if (!(await isHeld())) throw new Error("another process took the lock over");
    });
  } finally {
    if (await isHeld()) await rm(path, { force: true });
  }
}

/** Makes the lock, if there is none. */
async function create(path: string, name: string): Promise<boolean> {
  const handle = await open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") return undefined;
    throw error;
  });
  if (!handle) return false;
  try {
    await handle.writeFile(name);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return true;
}

async function removeStale(path: string): Promise<void> {
  const seen = await look(path);
  if (!seen || !isStale(seen)) return;
  const aside = `${path}.${randomUUID()}.tmp`;
  try {
    await rename(path, aside);
    // Between look and rename another process may have taken the lock: it is given back.
    if ((await readFile(aside, "utf8")) !== seen.text) await link(aside, path);
  } catch {
    // Another process was quicker.
  }
  await rm(aside, { force: true });
}

async function look(path: string): Promise<{ text: string; mtimeMs: number } | undefined> {
  try {
    const { mtimeMs } = await stat(path);
    return { text: await readFile(path, "utf8"), mtimeMs };
  } catch {
    return undefined;
  }
}

function isStale({ text, mtimeMs }: { text: string; mtimeMs: number }): boolean {
  const age = Date.now() - mtimeMs;
  const holder = holderOf(text);
  if (!holder) return age > namelessMs;
  if (age > maxHoldMs) return true;
  if (holder.host !== hostname()) return false;
  // A container's processes have the same numbers after each restart.
  if (holder.pid === process.pid) return age > process.uptime() * 1000;
  return !isAlive(holder.pid);
}

function holderOf(text: string): Holder | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
