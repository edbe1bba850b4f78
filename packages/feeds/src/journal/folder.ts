import { chmod, type FileHandle, mkdir, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { FeedRecord } from "../values/journal.ts";
import { findBlocks, packBlock, readContent } from "./block-file.ts";
import type { Holder } from "./holder.ts";
import { JournalError } from "./journal-error.ts";

const format = 1;

/** A file whose blocks no longer change; what comes after `bytes` does not count. */
export interface Part {
  readonly name: string;
  readonly bytes: number;
}

/**
 * The beginning of a log. The log with the highest number is the journal: it names the files
 * before it, and whoever made it may append to it. Making the next one ends that right.
 */
export interface LogStart {
  readonly format: number;
  readonly holder: Holder;
  /** In the order of their commits. */
  readonly parts: readonly Part[];
  readonly records: readonly (readonly [feed: string, record: FeedRecord])[];
  /** Number of the last commit before. */
  readonly sequence: number;
  /** Commits up to this number were merged. */
  readonly merged: number;
}

export async function createFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // A folder that was there may belong to somebody else, who decides.
  await chmod(folder, 0o700).catch(() => undefined);
}

export function logName(number: number): string {
  return `${String(number).padStart(8, "0")}.log`;
}

/** A part that is ready when the log of the same number is made. */
export function partName(number: number): string {
  return `${String(number).padStart(8, "0")}.part`;
}

/** Numbers of the logs, the highest first. */
export async function logNumbers(folder: string): Promise<number[]> {
  const names = (await fileNames(folder)).filter((name) => name.endsWith(".log"));
  return names.map((name) => Number.parseInt(name, 10)).sort((a, b) => b - a);
}

/** Files of a journal; other files in the folder are left alone. */
export async function fileNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{8,15}\.(?:log|part)$/.test(name)).sort();
}

/** Twice: if one is damaged, the other one counts. */
export async function printStart(start: Omit<LogStart, "format">): Promise<Buffer> {
  const { sequence } = start;
  const place = { kind: "start", layer: "hotspots", sequence, index: 0, isLast: true } as const;
  const head = { ...place, rows: 0, firstEnd: Infinity, lastEnd: Infinity };
  const block = await packBlock(head, JSON.stringify({ ...start, format }));
  return Buffer.concat([block, block]);
}

/**
 * The beginning of a log; undefined if its maker died before it was written.
 * @throws {JournalError} when a newer version wrote it (`newer_version`)
 */
export async function readStart(
  file: FileHandle,
): Promise<{ readonly start: LogStart } | "damaged" | undefined> {
  const { size } = await file.stat();
  const { blocks } = await findBlocks(file, 0, size);
  for (const block of blocks.slice(0, 2)) {
    if (block.kind !== "start") continue;
    const start = (await readContent(file, block)) as LogStart | undefined;
    if (!start) continue;
    if (start.format <= format) return { start };
    const versions = `format ${start.format}, and this one reads up to ${format}`;
    throw new JournalError(
      "newer_version",
      `The journal was written by a newer version of the program (${versions}): use that version, or another folder.`,
    );
  }
  return blocks.some(({ kind }) => kind !== "start") ? "damaged" : undefined;
}

/** Runs work on an open file. */
export async function withFile<T>(
  folder: string,
  name: string,
  work: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const file = await open(join(folder, name), "r");
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

/** All at once: a file that another process removes then stays readable. */
export async function openAll<File extends { readonly name: string }>(
  folder: string,
  files: readonly File[],
): Promise<(File & { readonly file: FileHandle })[]> {
  const opened: (File & { readonly file: FileHandle })[] = [];
  try {
    for (const each of files)
      opened.push({ ...each, file: await open(join(folder, each.name), "r") });
    return opened;
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

export async function closeAll(opened: readonly { readonly file: FileHandle }[]): Promise<void> {
  await Promise.all(opened.map(({ file }) => file.close()));
}

/** Makes names of new files durable. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === "win32") return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes a file; on Windows another process may still read it, and a later call removes it. */
export async function removeFile(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { force: true }).catch(() => undefined);
}
