import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { isProcessAlive } from "@emberline/settings/node";

const host = hostname()
  .replace(/[^A-Za-z0-9]/g, "")
  .slice(0, 32);
// Process ids are reused; in containers, on every start.
const random = randomBytes(4).toString("hex");

/** Identifies this process in the names of its temporary files: `host-4711-1a2b3c4d`. */
export const ownerTag = `${host}-${process.pid}-${random}`;

/** Whether a tag belongs to a process of this machine that has ended. */
export function isAbandoned(tag: string): boolean {
  const [, itsHost, id, itsRandom] = /^([A-Za-z0-9]*)-(\d+)-([0-9a-f]{8})$/.exec(tag) ?? [];
  if (itsHost !== host) return false;
  const pid = Number(id);
  return pid === process.pid ? itsRandom !== random : !isProcessAlive(pid);
}
