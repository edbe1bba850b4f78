import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { processTurns } from "@emberline/turns";
import type { Layer } from "../values/feed.ts";
import type { FeedRecord, Journal, JournalEntry, Lease } from "../values/journal.ts";
import { isHeld, thisProcess } from "./holder.ts";
import { JournalError, storageError } from "./journal-error.ts";
import { appendLines } from "./lines.ts";
import { NewsReader } from "./news-reader.ts";
import {
  createState,
  emptyState,
  type FolderState,
  type LinesFile,
  prepareFolder,
  readState,
  setAside,
  stateName,
  tidy,
} from "./state-file.ts";
import { Writer } from "./writer.ts";

/** A commit that began goes on to its end. */
const pause = processTurns.pauseOf(new AbortController().signal);

export interface JournalOptions {
  /** Receives one sentence for each damage that was found. */
  readonly report: (problem: string) => void;
}

/**
 * A journal in a folder, which is created if it is absent: gzip'ed GeoJSON lines of each layer and
 * day on which they were read, and a state file that says how far they count.
 *
 * Not a database for Node: of 60 changed bytes, `lmdb` returned 53 as changed rows, `libsql` 14 and
 * `classic-level` 9, without an error; `node-sqlite3-wasm` stays locked after a SIGKILL.
 *
 * @throws {JournalError} when another version wrote the folder (`other_version`), or when it
 *   cannot be read or created (`storage`)
 */
export async function openJournal(folder: string, { report }: JournalOptions): Promise<Journal> {
  try {
    await prepareFolder(folder, report);
    await readState(folder);
  } catch (error) {
    throw storageError(folder, error, "cannot be opened");
  }
  return new DiskJournal(folder, report);
}

class DiskJournal implements Journal {
  readonly #folder: string;
  readonly #report: (problem: string) => void;
  readonly #reader: NewsReader;
  #writer: Writer | undefined;
  /** The last of the writes, which come one after the other. */
  #writing: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(folder: string, report: (problem: string) => void) {
    this.#folder = folder;
    this.#report = report;
    this.#reader = new NewsReader(folder, report, pause);
  }

  async tryLease(): Promise<Lease | null> {
    this.#assertOpen();
    if (this.#writer && !this.#writer.lost.aborted) return null;
    try {
      const writer = await this.#take();
      if (!writer) return null;
      this.#writer = writer;
      await this.#setAsideDamaged(writer);
      await tidy(this.#folder, writer.number, writer.state);
      return { lost: writer.lost, release: () => this.#release(writer) };
    } catch (error) {
      throw storageError(this.#folder, error, "cannot be written");
    }
  }

  async #take(): Promise<Writer | undefined> {
    const folder = this.#folder;
    const current = await readState(folder);
    const { number = 0, state } = current ?? {};
    if (current && (await isHeld(join(folder, stateName(number)), state?.holder))) return undefined;
    const holder = thisProcess();
    const first = { ...(state ?? emptyState(holder)), holder };
    if (!(await createState(folder, number + 1, first))) return undefined;
    const writer = new Writer(folder, number + 1, first);
    if (current && !state) {
      const names = (await readdir(folder)).filter((name) => name.endsWith(".geojsonl.gz"));
      const aside = await setAside(folder, [stateName(number), ...names]);
      this.#reader.forgetAll();
      this.#report(`${stateName(number)} is damaged and now in ${aside}: all is read anew.`);
    }
    // What the holder before committed until it could see that it lost the lease.
    const last = state && (await readState(folder, number))?.state;
    if (last) await writer.write({ ...last, holder });
    return writer;
  }

  /** The feeds of a damaged file are read anew. */
  async #setAsideDamaged(writer: Writer): Promise<void> {
    const { state } = writer;
    const damaged = state.files.filter(({ name }) => this.#reader.isDamaged(name));
    if (damaged.length === 0) return;
    const hit = new Set(damaged.map(({ layer }) => layer));
    const feeds = Object.entries(state.feeds).filter(([, { layer }]) => !hit.has(layer));
    await writer.write({
      ...state,
      files: state.files.filter((file) => !damaged.includes(file)),
      feeds: Object.fromEntries(feeds),
    });
    for (const layer of hit) this.#reader.forget(layer);
    const names = damaged.map(({ name }) => name);
    const aside = await setAside(this.#folder, names);
    this.#report(`${names.join(", ")}: now in ${aside}, and its fires are read anew.`);
  }

  commit({ layer, put, remove, records }: JournalEntry): Promise<void> {
    return this.#write(async (writer) => {
      const { state } = writer;
      const feeds = Object.entries(records).map(([name, each]) => [name, { ...each, layer }]);
      const isEmpty = put.length === 0 && remove.length === 0;
      const files = isEmpty ? state.files : await this.#append(writer, { layer, put, remove });
      await writer.write({
        ...state,
        files,
        feeds: { ...state.feeds, ...Object.fromEntries(feeds) },
      });
      this.#reader.skip(layer, files);
    });
  }

  removeBefore(
    layer: Layer,
    epochMs: number,
    kept: () => Promise<JournalEntry["put"]>,
  ): Promise<void> {
    return this.#write(async (writer) => {
      const ofLayer = writer.state.files.filter((file) => file.layer === layer);
      const current = currentFile(writer, layer);
      // Files after the first that stays may replace or remove what is in it.
      const first = ofLayer.findIndex((file) => file.newest >= epochMs || file === current);
      const old = new Set(first < 0 ? ofLayer : ofLayer.slice(0, first));
      if (old.size === 0) return;
      const put = await kept();
      const files =
        put.length === 0 ? writer.state.files : await this.#append(writer, { layer, put });
      const left = files.filter((file) => !old.has(file));
      await writer.write({ ...writer.state, files: left });
      this.#reader.skip(layer, left);
      await tidy(this.#folder, writer.number, writer.state);
    });
  }

  async #append(
    writer: Writer,
    { layer, put, remove = [] }: Pick<JournalEntry, "layer" | "put"> & Partial<JournalEntry>,
  ): Promise<readonly LinesFile[]> {
    const { state, number } = writer;
    const known = currentFile(writer, layer);
    const name = known?.name ?? nameNow(layer, number);
    const file = await open(join(this.#folder, name), known ? "r+" : "w", 0o600);
    try {
      const bytes = await appendLines(file, known?.bytes ?? 0, { put, remove }, pause);
      const newest = put.reduce(
        (latest, { time }) => Math.max(latest, time?.end ?? latest),
        known?.newest ?? 0,
      );
      return [...state.files.filter((each) => each !== known), { name, layer, bytes, newest }];
    } finally {
      await file.close();
    }
  }

  async records(): Promise<ReadonlyMap<string, FeedRecord>> {
    const feeds = Object.entries((await this.#state()).feeds);
    return new Map(feeds.map(([name, { state, readAt }]) => [name, { state, readAt }]));
  }

  news(): AsyncIterable<Pick<JournalEntry, "layer" | "put" | "remove">> {
    return this.#reader.news(() => this.#state());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writing.catch(() => undefined);
    if (this.#writer) await this.#release(this.#writer);
  }

  async #state(): Promise<FolderState> {
    this.#assertOpen();
    return (await readState(this.#folder))?.state ?? emptyState(thisProcess());
  }

  #write(work: (writer: Writer) => Promise<void>): Promise<void> {
    const written = this.#writing
      .catch(() => undefined)
      .then(() => work(this.#leased()))
      .catch((error) => {
        throw storageError(this.#folder, error);
      });
    this.#writing = written;
    return written;
  }

  #leased(): Writer {
    this.#assertOpen();
    if (this.#writer) return this.#writer;
    throw new JournalError("not_leased", "Take the lease of the journal before you write.");
  }

  async #release(writer: Writer): Promise<void> {
    if (this.#writer === writer) this.#writer = undefined;
    await writer.release();
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new JournalError("closed", "The journal was closed.");
  }
}

/** One file for each layer and day, and for each process that writes. */
function nameNow(layer: Layer, number: number): string {
  return `${layer}-${new Date().toISOString().slice(0, 10)}${endOf(number)}`;
}

function endOf(number: number): string {
  return `-${number}.geojsonl.gz`;
}

/** The file of today, or of tomorrow if the clock was set back: commits stay in their order. */
function currentFile({ state, number }: Writer, layer: Layer): LinesFile | undefined {
  const last = state.files.findLast((file) => file.layer === layer);
  const isCurrent = last?.name.endsWith(endOf(number)) && last.name >= nameNow(layer, number);
  return isCurrent ? last : undefined;
}
