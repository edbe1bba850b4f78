import { randomUUID } from "node:crypto";
import { open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Gives a file a new text, readable by its owner only. Whatever happens meanwhile, a reader finds
 * the old text or the new one; when this returns, the disk has the new one.
 * @param beforeCommit may still refuse, by throwing
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

/** Removes what processes left that died while they replaced a file. */
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

/** The new name is in the folder, which is a file of its own. */
async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders.
  if (process.platform === "win32") return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
