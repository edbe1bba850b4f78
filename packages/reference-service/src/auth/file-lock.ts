import { randomUUID } from "node:crypto";
import { link, open, readFile, rename, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { isProcessAlive } from "@emberline/settings/node";

const pollMs = 20;
const patienceMs = 10_000;
/** Far longer than a change takes: a process that holds a lock this long has died. */
const maxHoldMs = 60_000;
/** A process that dies before writing its name leaves an empty lock. */
const namelessMs = 3_000;

interface Holder {
  pid: number;
  host: string;
  id: string;
}

/**
 * Runs work that no other process runs at the same time. The lock is a file with the name of its
 * holder; the lock of a process that died is taken over.
 *
 * Not `proper-lockfile`: two processes that find a stale lock can both take it.
 *
 * @param work receives a check that it still holds the lock, to call before it commits
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
      if (!(await isHeld())) throw new Error("another process took over the lock");
    });
  } finally {
    if (await isHeld()) await rm(path, { force: true });
  }
}

/** Creates the lock unless it exists. */
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
    // Another process may have taken the lock before the rename: give it back.
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
  // Process ids repeat after each restart of a container.
  if (holder.pid === process.pid) return age > process.uptime() * 1000;
  return !isProcessAlive(holder.pid);
}

function holderOf(text: string): Holder | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
