import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { FeedRecord } from "../values/journal.ts";
import { fileNames, type LogStart, logName, logNumbers, type Part, removeFile } from "./folder.ts";
import { beat, beatMs, endBeat, thisProcess } from "./holder.ts";
import { JournalError } from "./journal-error.ts";
import type { LogReader } from "./log-reader.ts";
import { makeLog, writeAt } from "./make-log.ts";
import { storageError } from "./storage-error.ts";

const maxLogBytes = 32 * 1024 * 1024;

interface State {
  readonly number: number;
  readonly file: FileHandle;
  /** Bytes of the beginning. */
  readonly startBytes: number;
  readonly parts: readonly Part[];
  readonly merged: number;
}

/**
 * Writes the newest log. Each commit checks before and after that no process has made a later log:
 * whoever makes one reads this log afterwards, so that nothing acknowledged is lost and nothing
 * that comes too late counts.
 */
export class LogWriter {
  readonly #folder: string;
  readonly #lost = new AbortController();
  readonly #beat: NodeJS.Timeout;
  readonly #records: Map<string, FeedRecord>;
  #state: State;
  /** Where the last commit ends. */
  #end: number;
  #sequence: number;
  /** A write failed: what the disk has after the last commit is not known. */
  #isSpoiled = false;
  #last: Promise<unknown> = Promise.resolve();

  /** Makes the next log; null if another process did. */
  static async take(folder: string, number: number, reader: LogReader): Promise<LogWriter | null> {
    const start: { value?: Omit<LogStart, "format"> } = {};
    const made = await makeLog(folder, number, async () => {
      // Only now: the holder before cannot commit any more.
      const view = await reader.view();
      await reader.reportTornEnd(view);
      const { files, records, sequence, merged } = view;
      const parts = files.filter(({ blocks }) => blocks.length > 0);
      start.value = {
        holder: thisProcess(),
        parts: parts.map(({ name, bytes }) => ({ name, bytes })),
        records: [...records],
        sequence,
        merged,
      };
      return start.value;
    });
    if (!made || !start.value) return null;
    return new LogWriter(folder, { ...made, ...start.value, number }, start.value);
  }

  private constructor(folder: string, state: State, start: Omit<LogStart, "format">) {
    this.#folder = folder;
    this.#state = state;
    this.#end = state.startBytes;
    this.#sequence = start.sequence;
    this.#records = new Map(start.records);
    this.#beat = setInterval(() => void this.#showLife(), beatMs);
    this.#beat.unref();
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Appends the blocks of one commit; resolves to its number when they are on disk. */
  append(
    print: (sequence: number) => AsyncIterable<Buffer>,
    record?: readonly [feed: string, record: FeedRecord],
  ): Promise<number> {
    return this.#alone(async () => {
      await this.#assertNewest();
      if (this.#isSpoiled || this.#end > maxLogBytes) await this.#roll((parts) => parts);
      // Numbers of commits that failed are not used again: a reader may have seen one.
      const sequence = ++this.#sequence;
      const { file } = this.#state;
      let at = this.#end;
      try {
        for await (const bytes of print(sequence)) {
          await writeAt(file, bytes, at);
          at += bytes.length;
        }
        await file.datasync();
      } catch (error) {
        this.#isSpoiled = true;
        await this.#assertNewest();
        await file.truncate(this.#end).catch(() => undefined);
        throw storageError(this.#folder, error);
      }
      await this.#assertNewest();
      this.#end = at;
      if (record) this.#records.set(...record);
      return sequence;
    });
  }

  /** Ends the log and begins the next one; resolves to the number of the last commit. */
  endLog(): Promise<number> {
    return this.#alone(async () => {
      await this.#roll((parts) => parts);
      return this.#sequence;
    });
  }

  /** The number of the next log, after which a new part is named. */
  get nextNumber(): number {
    return this.#state.number + 1;
  }

  /** Begins the next log with other parts, and removes those that are no longer needed. */
  replaceParts(change: (parts: readonly Part[]) => readonly Part[], merged: number): Promise<void> {
    return this.#alone(() => this.#roll(change, merged));
  }

  /** Removes a part that was not used; a later log could refer to it if the lease was lost. */
  async discard(name: string): Promise<void> {
    await this.#alone(async () => {
      await this.#assertNewest();
      await removeFile(this.#folder, name);
    }).catch(() => undefined);
  }

  /** Removes files that no log refers to, of processes that died. */
  async tidy(): Promise<void> {
    const { number, parts } = this.#state;
    const kept = new Set([logName(number), ...parts.map(({ name }) => name)]);
    const old = (await fileNames(this.#folder)).filter(
      (name) => !kept.has(name) && Number.parseInt(name, 10) <= number,
    );
    for (const name of old) await removeFile(this.#folder, name);
  }

  async release(): Promise<void> {
    await this.#alone(async () => {
      if (this.#lost.signal.aborted) return;
      await endBeat(this.#path);
      this.#lose();
    });
    await this.#state.file.close().catch(() => undefined);
  }

  async #roll(
    change: (parts: readonly Part[]) => readonly Part[],
    merged = this.#state.merged,
  ): Promise<void> {
    await this.#assertNewest();
    const { number, file, startBytes, parts: before } = this.#state;
    const own = { name: logName(number), bytes: this.#end };
    const parts = [...change(before), ...(this.#end > startBytes ? [own] : [])];
    const records = [...this.#records];
    const start = { holder: thisProcess(), parts, records, sequence: this.#sequence, merged };
    const made = await makeLog(this.#folder, number + 1, async () => start).catch((error) => {
      throw storageError(this.#folder, error);
    });
    if (!made) throw this.#lose();
    this.#state = { ...made, parts, merged, number: number + 1 };
    this.#end = made.startBytes;
    this.#isSpoiled = false;
    await file.close().catch(() => undefined);
    const kept = new Set(parts.map(({ name }) => name));
    for (const { name } of [...before, own])
      if (!kept.has(name)) await removeFile(this.#folder, name);
  }

  async #assertNewest(): Promise<void> {
    if (this.#lost.signal.aborted) throw notLeased();
    const [newest] = await logNumbers(this.#folder);
    if (newest !== this.#state.number) throw this.#lose();
  }

  #lose(): JournalError {
    clearInterval(this.#beat);
    this.#lost.abort();
    return notLeased();
  }

  async #showLife(): Promise<void> {
    await beat(this.#path);
    await this.#alone(() => this.#assertNewest()).catch(() => undefined);
  }

  get #path(): string {
    return join(this.#folder, logName(this.#state.number));
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

function notLeased(): JournalError {
  return new JournalError(
    "not_leased",
    "The journal was not written: another process writes it. Take the lease again.",
  );
}
