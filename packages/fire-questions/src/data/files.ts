import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { getSystemErrorMap } from "node:util";

/** Makes a folder and those above it; Node's own way never returns where none can be made. */
export function makeFolder(path: string): void {
  const above = dirname(path);
  if (!isFolder(above)) makeFolder(above);
  if (!isFolder(path)) mkdirSync(path);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** What is wrong with a path, by Node's code of it. */
const faults: Readonly<Record<string, string>> = {
  ENOENT: "is not there, and cannot be made",
  EEXIST: "is a file, not a folder",
  ENOTDIR: "is in a file, not in a folder",
  EISDIR: "is a folder, not a file",
  EACCES: "may not be read or written by you",
  EPERM: "may not be read or written by you",
  EROFS: "is on a disk that cannot be written",
};

/** What is wrong with a file or folder in a sentence; undefined if the error is another one. */
export function fileFault(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("syscall" in error)) return undefined;
  const { code, errno, path } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT")
    return "The disk is full: make room on it, and give the same command again.";
  const [, words] = getSystemErrorMap().get(errno ?? 0) ?? [];
  const fault = faults[code ?? ""] ?? `cannot be used (${words ?? code})`;
  return `${path === undefined ? "A file" : `"${path}"`} ${fault}: give another folder or file.`;
}
