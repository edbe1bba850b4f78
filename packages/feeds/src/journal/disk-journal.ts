import { join } from "node:path";
import { processTurns } from "@emberline/turns";
import type { FeedFeature, Layer } from "../values/feed.ts";
import type { FeedRecord, Journal, JournalChange, JournalEntry, Lease } from "../values/journal.ts";
import { readChanges } from "./changes.ts";
import { entryBlocks, removalBlock } from "./commits.ts";
import { createFolder, logName, logNumbers } from "./folder.ts";
import { isHeld } from "./holder.ts";
import { JournalError } from "./journal-error.ts";
import { livingRows } from "./living.ts";
import { LogReader, type View } from "./log-reader.ts";
import { LogWriter } from "./log-writer.ts";
import { isMergeDue, merge } from "./merge.ts";
import { unpackFeatures } from "./packed-features.ts";
import { storageError } from "./storage-error.ts";

const maxAttempts = 5;
/** A commit that began goes on to its end. */
const pause = processTurns.pauseOf(new AbortController().signal);

export interface JournalOptions {
  /** Receives one sentence for each damage that was found, and for merging that failed. */
  readonly report: (problem: string) => void;
}

/**
 * A journal in a folder, which is created if it is absent.
 *
 * Not a database for Node: of 60 changed bytes, `lmdb` returned 53 as changed rows, `libsql` 14 and
 * `classic-level` 9, without an error; `node-sqlite3-wasm` stays locked after a SIGKILL.
 *
 * @throws {JournalError} when a newer version wrote the folder (`newer_version`), or when it
 *   cannot be read or created (`storage`)
 */
export async function openJournal(folder: string, options: JournalOptions): Promise<Journal> {
  const reader = new LogReader(folder, options.report);
  try {
    await createFolder(folder);
    await reader.view();
  } catch (error) {
    throw storageError(folder, error, "cannot be opened");
  }
  return new DiskJournal(folder, reader);
}

class DiskJournal implements Journal {
  readonly #folder: string;
  readonly #reader: LogReader;
  readonly #ending = new AbortController();
  #writer: LogWriter | undefined;
  #merging: Promise<void> | undefined;

  constructor(folder: string, reader: LogReader) {
    this.#folder = folder;
    this.#reader = reader;
  }

  async tryLease(): Promise<Lease | null> {
    this.#assertOpen();
    if (this.#writer && !this.#writer.lost.aborted) return null;
    try {
      const [newest = 0] = await logNumbers(this.#folder);
      const { number, start } = await this.#reader.view();
      const holder = number === newest ? start?.holder : undefined;
      if (newest > 0 && (await isHeld(join(this.#folder, logName(newest)), holder))) return null;
      const writer = await LogWriter.take(this.#folder, newest + 1, this.#reader);
      if (!writer) return null;
      this.#writer = writer;
      await writer.tidy();
      return { lost: writer.lost, release: () => writer.release() };
    } catch (error) {
      throw storageError(this.#folder, error, "cannot be written");
    }
  }

  async commit(entry: JournalEntry): Promise<number> {
    const record = [entry.feed, entry.record] as const;
    return this.#leased().append((sequence) => entryBlocks(sequence, entry, pause), record);
  }

  async *features(layer: Layer): AsyncGenerator<readonly FeedFeature[], void> {
    const rows = this.#read((view) => livingRows(this.#folder, view, layer, this.#reader.report));
    for await (const { packed, isAlive, count } of rows)
      if (count > 0) yield unpackFeatures(packed, isAlive);
  }

  async records(): Promise<ReadonlyMap<string, FeedRecord>> {
    return (await this.#view()).records;
  }

  async sequence(): Promise<number> {
    return (await this.#view()).sequence;
  }

  changes(after: number): AsyncIterable<JournalChange> {
    return this.#read((view) => readChanges(this.#folder, view, after, this.#reader.report));
  }

  async removeBefore(layer: Layer, epochMs: number): Promise<void> {
    const writer = this.#leased();
    const { files } = await this.#view();
    const isOld = files.some(({ blocks }) =>
      blocks.some((block) => block.layer === layer && block.firstEnd < epochMs),
    );
    if (!isOld) return;
    await writer.append(async function* (sequence) {
      yield await removalBlock(sequence, layer, epochMs);
    });
    this.#merging ??= this.#merge(writer, layer, epochMs).finally(() => {
      this.#merging = undefined;
    });
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#merging;
    await this.#writer?.release();
  }

  async #merge(writer: LogWriter, layer: Layer, before: number): Promise<void> {
    const { signal } = this.#ending;
    try {
      if (!isMergeDue(await this.#view(), layer, before)) return;
      await merge(this.#folder, this.#reader, writer, signal);
    } catch (error) {
      if (signal.aborted || writer.lost.aborted) return;
      this.#reader.report(`The journal did not get smaller: ${(error as Error).message}`);
    }
  }

  /** Once more if the holder merged files before they were opened. */
  async *#read<T>(read: (view: View) => AsyncIterable<T>): AsyncGenerator<T, void> {
    for (let attempt = 1; ; attempt++) {
      let isBegun = false;
      try {
        for await (const some of read(await this.#view())) {
          isBegun = true;
          yield some;
        }
        return;
      } catch (error) {
        const isGone = (error as NodeJS.ErrnoException).code === "ENOENT";
        if (!isGone || isBegun || attempt === maxAttempts) throw error;
      }
    }
  }

  #view(): Promise<View> {
    this.#assertOpen();
    return this.#reader.view();
  }

  #leased(): LogWriter {
    this.#assertOpen();
    if (this.#writer) return this.#writer;
    throw new JournalError("not_leased", "Take the lease of the journal before you write.");
  }

  #assertOpen(): void {
    if (this.#ending.signal.aborted) throw new JournalError("closed", "The journal was closed.");
  }
}
