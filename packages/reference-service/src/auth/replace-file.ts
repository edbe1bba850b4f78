import { randomUUID } from "node:crypto";
import { open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Replaces a file's text; only its owner can read it. Readers always find the old text or the new
 * one; when it returns, the new text is on disk.
 * @param beforeCommit may still cancel by throwing
 */
export async function replaceFile(
  path: string,
  text: string,
  beforeCommit?: () => Promise<void>,
): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeToDisk(temporary, text);
    await beforeCommit?.();
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Removes temporary files of processes that died while replacing a file. */
export async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path);
  const isLeftover = (name: string) => name.startsWith(`${basename(path)}.`) && /\.tmp$/.test(name);
  const names = (await readdir(folder)).filter(isLeftover);
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
}

async function writeToDisk(path: string, text: string): Promise<void> {
  const handle = await open(path, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Syncs the folder, which contains the new name. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === "win32") return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
