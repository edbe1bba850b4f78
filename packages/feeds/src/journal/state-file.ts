import { randomUUID } from "node:crypto";
import { chmod, link, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Layer } from "../values/feed.ts";
import type { FeedRecord } from "../values/journal.ts";
import type { Holder } from "./holder.ts";
import { JournalError } from "./journal-error.ts";

const format = 2;

/** A file of features. What comes after its length does not count. */
export interface LinesFile {
  readonly name: string;
  readonly layer: Layer;
  readonly bytes: number;
  /** When the last of its features with a time ends, in epoch milliseconds. */
  readonly newest: number;
}

/** What counts of the files of a folder. The state file with the highest number is the journal. */
export interface FolderState {
  readonly format: number;
  readonly holder: Holder;
  /** Of each layer in the order of their commits. */
  readonly files: readonly LinesFile[];
  readonly feeds: Readonly<Record<string, FeedRecord & { readonly layer: Layer }>>;
}

export function emptyState(holder: Holder): FolderState {
  return { format, holder, files: [], feeds: {} };
}

export function stateName(number: number): string {
  return `state-${String(number).padStart(8, "0")}.json`;
}

/** Numbers of the state files, the highest first. */
export async function stateNumbers(folder: string): Promise<number[]> {
  return (await readdir(folder))
    .flatMap((name) => /^state-(\d{8,15})\.json$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a);
}

export interface NumberedState {
  readonly number: number;
  /** Undefined if the file is damaged. */
  readonly state: FolderState | undefined;
}

/**
 * The journal of a folder, or the state of a number, if there is one.
 * @throws {JournalError} when a later version wrote it (`other_version`)
 */
export async function readState(
  folder: string,
  wanted?: number,
): Promise<NumberedState | undefined> {
  const number = wanted ?? (await stateNumbers(folder))[0];
  if (number === undefined) return undefined;
  let state: FolderState;
  try {
    state = JSON.parse(await readFile(join(folder, stateName(number)), "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return { number, state: undefined };
    if (codeOf(error) !== "ENOENT") throw error;
    // Its holder lost the lease, and the next one removed it.
    return wanted === undefined ? readState(folder) : undefined;
  }
  if (state.format <= format) return { number, state };
  throw new JournalError(
    "other_version",
    `The journal was written by a later version of the program (format ${state.format}, and this one reads up to ${format}): use that version, or another folder.`,
  );
}

/** Makes the state file of this number, whole; false if there is one. */
export async function createState(folder: string, number: number, state: FolderState) {
  const beside = await writeBeside(folder, number, state);
  try {
    await link(beside, join(folder, stateName(number)));
    return true;
  } catch (error) {
    // ENOENT: who was faster has tidied up already.
    if (["EEXIST", "ENOENT"].includes(codeOf(error) ?? "")) return false;
    throw error;
  } finally {
    await rm(beside, { force: true });
  }
}

/** Replaces the state file of this number, durably. */
export async function writeState(folder: string, number: number, state: FolderState) {
  const beside = await writeBeside(folder, number, state);
  await rename(beside, join(folder, stateName(number)));
  await syncFolder(folder);
}

async function writeBeside(folder: string, number: number, state: FolderState): Promise<string> {
  const path = join(folder, `${stateName(number)}.${randomUUID()}.new`);
  const file = await open(path, "w", 0o600);
  try {
    await file.writeFile(JSON.stringify(state));
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return path;
}

/** Makes names of new files durable. */
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

/** Removes what no state needs: files of features that are not listed, and earlier states. */
export async function tidy(folder: string, number: number, { files }: FolderState): Promise<void> {
  const needed = new Set([...files.map(({ name }) => name), stateName(number)]);
  const ours = /^(?:state-\d{8,15}\.json(?:\.[-\w]+\.new)?|[A-Za-z]+-[-\d.]+\.geojsonl\.gz)$/;
  const names = (await readdir(folder)).filter((name) => ours.test(name) && !needed.has(name));
  // On Windows another process may still read one, and a later call removes it.
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true }).catch(() => {})));
}

/** Moves files into a folder of their own inside; returns it. */
export async function setAside(folder: string, names: readonly string[]): Promise<string> {
  const aside = join(folder, "set-aside");
  await mkdir(aside, { recursive: true, mode: 0o700 });
  for (const name of names)
    await rename(join(folder, name), join(aside, name)).catch((error) => {
      // Another process was faster.
      if (codeOf(error) !== "ENOENT") throw error;
    });
  return aside;
}

/** By its logs, up to version 0.1; this one tells that version that the folder is not its own. */
const marker = "99999999.log";
const markerBytes = Buffer.from(
  "RU1KMQ4AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgLkAclZtDAghq1ZKyy/KTSxRsjKqBQA=",
  "base64",
);
const maxSilenceMs = 10_000;

/**
 * Creates the folder, and sets aside the journal of an earlier version, whose files nothing reads.
 * @throws {JournalError} when that version still writes to it (`other_version`)
 */
export async function prepareFolder(folder: string, report: (text: string) => void) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // A folder that was there may belong to somebody else, who decides.
  await chmod(folder, 0o700).catch(() => undefined);
  const names = await readdir(folder);
  const earlier = names.filter((name) => /^\d{8,15}\.(?:log|part)$/.test(name) && name !== marker);
  if (!names.includes(marker)) {
    for (const name of earlier) {
      // Undefined: another process of this version has set it aside.
      const found = await stat(join(folder, name)).catch(() => undefined);
      if (!found || Math.abs(Date.now() - found.mtimeMs) > maxSilenceMs) continue;
      throw new JournalError(
        "other_version",
        "An earlier version of the program writes to the folder: stop that one first, or use another folder.",
      );
    }
    const file = await open(join(folder, marker), "w", 0o600);
    await file.writeFile(markerBytes);
    await file.close();
  }
  if (earlier.length === 0) return;
  const aside = await setAside(folder, earlier);
  report(
    `The journal of an earlier version is now in ${aside}: its fires are read anew from their sources.`,
  );
}

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | null)?.code;
}
