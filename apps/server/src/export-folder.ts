import { rmSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExportStore } from "@emberline/tools";
import { isAbandoned, openExportFolder, ownerTag } from "@emberline/tools/node";

/** A store in a temporary folder that is deleted when the process exits. */
export async function openTemporaryFolder(maxMb: number): Promise<ExportStore> {
  const path = await mkdtemp(join(tmpdir(), `emberline-exports-${ownerTag}-`));
  process.once("exit", () => rmSync(path, { recursive: true, force: true }));
  return openExportFolder(path, { maxMb });
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
