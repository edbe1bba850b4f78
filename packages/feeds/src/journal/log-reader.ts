import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { FeedRecord } from "../values/journal.ts";
import { type Block, endOf } from "./block.ts";
import { findBlocks, readContent, readPayload } from "./block-file.ts";
import { commitsOf, type EntryContent, isWhole } from "./commits.ts";
import {
  fileNames,
  type LogStart,
  logName,
  logNumbers,
  type Part,
  readStart,
  withFile,
} from "./folder.ts";

/** A file and its blocks that count. */
export interface JournalFile extends Part {
  readonly blocks: readonly Block[];
}

/** What was committed, at one moment. */
export interface View {
  /** Of the newest log; 0 without. */
  readonly number: number;
  /** Undefined if nobody has written yet, or the beginning of the newest log is lost. */
  readonly start: LogStart | undefined;
  /** In the order of their commits, the newest log last. */
  readonly files: readonly JournalFile[];
  readonly records: ReadonlyMap<string, FeedRecord>;
  readonly sequence: number;
  /** Commits up to this number were merged. */
  readonly merged: number;
}

interface Log extends JournalFile {
  readonly number: number;
  readonly start: LogStart;
  readonly records: ReadonlyMap<string, FeedRecord>;
}

const emptyView: View = {
  number: 0,
  start: undefined,
  files: [],
  records: new Map(),
  sequence: 0,
  merged: 0,
};

/** Reads the files of a journal, and remembers where their blocks are. */
export class LogReader {
  readonly #folder: string;
  readonly #report: (damage: string) => void;
  #parts = new Map<string, JournalFile>();
  #log: Log | undefined;

  constructor(folder: string, report: (damage: string) => void) {
    this.#folder = folder;
    const reported = new Set<string>();
    this.#report = (damage) => {
      if (!reported.has(damage)) report(damage);
      reported.add(damage);
    };
  }

  get report(): (damage: string) => void {
    return this.#report;
  }

  async view(): Promise<View> {
    for (;;) {
      const numbers = await logNumbers(this.#folder);
      const view = await this.#viewOf(numbers);
      // Whoever made a later log in the meantime may have ended this one earlier than it was read.
      if (view && (await logNumbers(this.#folder))[0] === numbers[0]) return view;
    }
  }

  /** Whoever takes the lease reports what a process left that died while it wrote. */
  async reportTornEnd({ files, start }: View): Promise<void> {
    const log = files.at(-1);
    if (!start || !log) return;
    const { size } = await stat(join(this.#folder, log.name));
    if (size > log.bytes)
      this.#report(
        `${this.#folder}: the last ${size - log.bytes} bytes of ${log.name} are not a whole commit and were left out.`,
      );
  }

  /** Undefined if files vanished because another process merged them. */
  async #viewOf(numbers: readonly number[]): Promise<View | undefined> {
    const log = await this.#newestLog(numbers);
    if (!log) return numbers.length > 0 ? this.#salvage(numbers[0]!) : emptyView;
    const { number, start, records } = log;
    const parts = await Promise.all(start.parts.map((part) => this.#readPart(part)));
    const lost = start.parts.find((_, i) => !parts[i]);
    if (lost) {
      if ((await logNumbers(this.#folder))[0] !== numbers[0]) return undefined;
      this.#report(`${this.#folder}: the file ${lost.name} is missing.`);
      return this.#salvage(numbers[0]!);
    }
    const files = [...parts.filter((part) => part !== undefined), log];
    const kept = new Set(files.map(keyOf));
    for (const key of this.#parts.keys()) if (!kept.has(key)) this.#parts.delete(key);
    const sequence = Math.max(start.sequence, log.blocks.at(-1)?.sequence ?? 0);
    return { number, start, files, records, sequence, merged: start.merged };
  }

  async #newestLog(numbers: readonly number[]): Promise<Log | undefined> {
    for (const number of numbers) {
      const name = logName(number);
      const known = this.#log?.number === number ? this.#log : undefined;
      const read = known ?? (await unlessMissing(withFile(this.#folder, name, readStart)));
      if (read === "damaged") return undefined;
      const start = read?.start;
      // Its maker died before it was written.
      if (!start) continue;
      this.#log = await this.#readLog(known ?? emptyLog(number, start));
      return this.#log;
    }
    return undefined;
  }

  /** Reads on from where the known commits of a log end, and checks each block. */
  async #readLog(known: Log): Promise<Log> {
    const { name } = known;
    return withFile(this.#folder, name, async (file) => {
      const { size } = await file.stat();
      if (size <= known.bytes) return known;
      const found = await findBlocks(file, known.bytes, size);
      const intact: Block[] = [];
      const records = new Map(known.records);
      for (const block of found.blocks) {
        if (!(await readPayload(file, block))) continue;
        if (block.kind !== "start") intact.push(block);
      }
      const commits = commitsOf(intact);
      // The last commit is being written, or its process died: it was not acknowledged.
      while (commits.length > 0 && !isWhole(commits.at(-1)!)) commits.pop();
      const blocks = commits.flat();
      const end = blocks.length > 0 ? endOf(blocks.at(-1)!) : known.bytes;
      for (const block of blocks) {
        if (block.kind !== "entry") continue;
        const { feed, record } = (await readContent(file, block)) as EntryContent;
        records.set(feed, record);
      }
      const counted = blocks.reduce((sum, block) => sum + endOf(block) - block.at, 0);
      const starts = found.blocks.filter(({ kind }) => kind === "start");
      const before = starts.reduce((sum, block) => sum + endOf(block) - block.at, 0);
      if (blocks.length > 0 && end - known.bytes > counted + before)
        this.#damaged(name, end - known.bytes - counted - before);
      return { ...known, bytes: end, blocks: [...known.blocks, ...blocks], records };
    });
  }

  /** The part's contents are checked when they are read. */
  async #readPart({ name, bytes }: Part): Promise<JournalFile | undefined> {
    const key = keyOf({ name, bytes });
    const known = this.#parts.get(key);
    if (known) return known;
    const found = await unlessMissing(
      withFile(this.#folder, name, (file) => findBlocks(file, 0, bytes)),
    );
    if (!found) return undefined;
    const lost = found.gaps.reduce((sum, gap) => sum + gap.bytes, 0);
    if (lost > 0) this.#damaged(name, lost);
    const part = { name, bytes, blocks: found.blocks.filter(({ kind }) => kind !== "start") };
    this.#parts.set(key, part);
    return part;
  }

  /** All that is in the folder, if no log has a valid beginning. */
  async #salvage(number: number): Promise<View> {
    const files: JournalFile[] = [];
    for (const name of await fileNames(this.#folder)) {
      const { size } = await stat(join(this.#folder, name));
      const file = await this.#readPart({ name, bytes: size });
      const commits = commitsOf(file?.blocks ?? []);
      while (commits.length > 0 && !isWhole(commits.at(-1)!)) commits.pop();
      const blocks = commits.flat();
      if (blocks.length > 0) files.push({ name, bytes: endOf(blocks.at(-1)!), blocks });
    }
    files.sort((a, b) => a.blocks[0]!.sequence - b.blocks[0]!.sequence);
    const blocks = files.flatMap((file) => file.blocks);
    const sequence = blocks.reduce((max, block) => Math.max(max, block.sequence), 0);
    if (files.length > 0)
      this.#report(
        `${this.#folder}: the beginning of the newest log is damaged; all blocks of the folder are served, and feeds are read anew.`,
      );
    return { ...emptyView, number, files, sequence, merged: sequence };
  }

  #damaged(name: string, bytes: number): void {
    this.#report(
      `${this.#folder}: ${bytes} bytes of ${name} are damaged; the commits around them are served.`,
    );
  }
}

function emptyLog(number: number, start: LogStart): Log {
  const records = new Map(start.records);
  return { number, name: logName(number), bytes: 0, blocks: [], start, records };
}

function keyOf({ name, bytes }: Part): string {
  return `${name} ${bytes}`;
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}
