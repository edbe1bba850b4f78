import { rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExportStore } from "@emberline/tools";
import { isAbandoned, openExportFolder, ownerTag } from "@emberline/tools/node";

export interface ExportFolder {
  readonly path: string;
  readonly store: ExportStore;
}

interface FolderOptions {
  readonly maxMb: number;
  /** How long files stay. */
  readonly lifeMs: number;
}

/** A store in a temporary folder that is deleted when the process exits. */
export async function openTemporaryFolder({ maxMb }: FolderOptions): Promise<ExportFolder> {
  const path = await mkdtemp(join(tmpdir(), `emberline-exports-${ownerTag}-`));
  process.once("exit", () => rmSync(path, { recursive: true, force: true }));
  return { path, store: await openExportFolder(path, { maxMb }) };
}

/** A store in a folder of its own under `parent`, which replicas share. */
export async function openSharedFolder(
  parent: string,
  { maxMb, lifeMs }: FolderOptions,
): Promise<ExportFolder> {
  const path = join(parent, "emberline-exports");
  await mkdir(path, { recursive: true, mode: 0o700 });
  await removeExpired(path, lifeMs);
  return { path, store: await openExportFolder(path, { maxMb }) };
}

/** Deletes the files that replicas left when they were killed. */
async function removeExpired(path: string, lifeMs: number): Promise<void> {
  const names = await readdir(path);
  await Promise.allSettled(
    names.map(async (name) => {
      const file = join(path, name);
      if ((await stat(file)).mtimeMs + lifeMs < Date.now()) await rm(file);
    }),
  );
}

/** Deletes the folders left by killed processes on this machine. */
export async function removeLeftFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  const left = names.filter((name) => {
    const [, tag] = /^emberline-exports-([A-Za-z0-9-]+)-\w{6}$/.exec(name) ?? [];
    return tag !== undefined && isAbandoned(tag);
  });
  // Folders of other users cannot be deleted.
  await Promise.allSettled(
    left.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true })),
  );
}
