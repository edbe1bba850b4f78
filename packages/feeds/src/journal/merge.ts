import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { type Pause, processTurns } from "@emberline/turns";
import type { FeedFeature, Layer } from "../values/feed.ts";
import { type Block, printBlock } from "./block.ts";
import { readContent, readPayload } from "./block-file.ts";
import { featuresBlock } from "./commits.ts";
import { partName, removeFile, syncFolder, withFile } from "./folder.ts";
import { type LivingRows, livingRows } from "./living.ts";
import type { JournalFile, LogReader, View } from "./log-reader.ts";
import type { LogWriter } from "./log-writer.ts";
import { writeAt } from "./make-log.ts";
import { type PackedFeatures, unpackFeatures } from "./packed-features.ts";
import { maxRows, packedTexts } from "./packed-text.ts";
import { storageError } from "./storage-error.ts";

const maxGroupBytes = 32 * 1024 * 1024;
const maxLogs = 16;
const maxLooseBlocks = 2000;
const minLooseRows = 50_000;

/** Whether merging would free much after a removal, or make reading much faster. */
export function isMergeDue({ files, merged }: View, layer: Layer, before: number): boolean {
  const blocks = files.flatMap((file) => file.blocks);
  const rowsOf = (some: readonly Block[]) => some.reduce((sum, { rows }) => sum + rows, 0);
  const features = blocks.filter(({ kind }) => kind === "features");
  const expired = features.filter((block) => block.layer === layer && block.lastEnd < before);
  const removing = blocks.filter(({ kind }) => kind === "entry");
  const gone = rowsOf(expired) + rowsOf(removing);
  const loose = blocks.filter(({ sequence }) => sequence > merged);
  const all = rowsOf(features);
  return (
    (gone > 0 && gone * 30 >= all) ||
    files.filter(({ name }) => name.endsWith(".log")).length > maxLogs ||
    loose.length > maxLooseBlocks ||
    rowsOf(loose) > Math.max(minLooseRows, all / 2)
  );
}

/**
 * Rewrites the files without rows that were replaced or removed, a few at a time and from the
 * oldest on: so a removal is only forgotten when no older file has what it removed. Each step
 * leaves a journal with the same features, and needs the space of one group of files.
 */
export async function merge(
  folder: string,
  reader: LogReader,
  writer: LogWriter,
  signal: AbortSignal,
): Promise<void> {
  const merged = await writer.endLog();
  const view = await reader.view();
  const living = await findLiving(livingRows(folder, view, undefined, reader.report), signal);
  for (const group of groupsOf(view.files)) {
    signal.throwIfAborted();
    if (group.length === 1 && isClean(group[0]!, living)) continue;
    const name = partName(writer.nextNumber);
    try {
      const bytes = await writePart(folder, name, group, living, signal);
      const names = new Set(group.map((file) => file.name));
      const part = bytes > 0 ? [{ name, bytes }] : [];
      await writer.replaceParts((parts) => {
        const at = parts.findIndex((each) => names.has(each.name));
        const others = parts.filter((each) => !names.has(each.name));
        return [...others.slice(0, at), ...part, ...others.slice(at)];
      }, merged);
      if (bytes === 0) await removeFile(folder, name);
    } catch (error) {
      await writer.discard(name);
      throw storageError(folder, error);
    }
  }
}

/** Of each block that could be read: which of its rows live, or that all do. */
type Living = ReadonlyMap<Block, Uint8Array | "all">;

async function findLiving(rows: AsyncIterable<LivingRows>, signal: AbortSignal): Promise<Living> {
  const living = new Map<Block, Uint8Array | "all">();
  for await (const { block, packed, isAlive, count } of rows) {
    signal.throwIfAborted();
    const { length } = packed.rows;
    const flags = () => Uint8Array.from({ length }, (_, row) => (isAlive(row) ? 1 : 0));
    living.set(block, count === length ? "all" : flags());
  }
  return living;
}

function isClean({ blocks }: JournalFile, living: Living): boolean {
  return blocks.every((block) => living.get(block) === "all");
}

/** Neighbours that together are not too large. */
function groupsOf(files: readonly JournalFile[]): JournalFile[][] {
  const groups: JournalFile[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const file of files) {
    if (file.blocks.length === 0) continue;
    bytes += file.bytes;
    if (bytes <= maxGroupBytes) groups.at(-1)!.push(file);
    else {
      groups.push([file]);
      bytes = file.bytes;
    }
  }
  return groups;
}

/** Writes the living rows of files to a part; resolves to its bytes. */
async function writePart(
  folder: string,
  name: string,
  group: readonly JournalFile[],
  living: Living,
  signal: AbortSignal,
): Promise<number> {
  const part = await open(join(folder, name), "w", 0o600);
  let at = 0;
  const write = async (bytes: Buffer) => {
    await writeAt(part, bytes, at);
    at += bytes.length;
  };
  const small = new SmallBlocks(write, processTurns.pauseOf(signal));
  try {
    for (const file of group) {
      await withFile(folder, file.name, async (handle) => {
        for (const block of file.blocks) {
          signal.throwIfAborted();
          const rows = living.get(block);
          if (rows === "all" && block.rows * 2 > maxRows) {
            const payload = await readPayload(handle, block);
            if (payload) await write(printBlock({ ...block, index: 0, isLast: true }, payload));
          } else if (rows) await small.add(block, await livingOf(handle, block, rows));
        }
      });
    }
    await small.flush();
    await part.sync();
    await syncFolder(folder);
    return at;
  } finally {
    await part.close();
  }
}

async function livingOf(
  file: FileHandle,
  block: Block,
  rows: Uint8Array | "all",
): Promise<FeedFeature[]> {
  const packed = (await readContent(file, block)) as PackedFeatures | undefined;
  return packed ? unpackFeatures(packed, (row) => rows === "all" || rows[row] === 1) : [];
}

/** Joins the rows of small blocks. */
class SmallBlocks {
  readonly #write: (bytes: Buffer) => Promise<void>;
  readonly #pause: Pause;
  readonly #waiting = new Map<Layer, { features: FeedFeature[]; sequence: number }>();

  constructor(write: (bytes: Buffer) => Promise<void>, pause: Pause) {
    this.#write = write;
    this.#pause = pause;
  }

  async add({ layer, sequence }: Block, features: readonly FeedFeature[]): Promise<void> {
    const waiting = this.#waiting.get(layer) ?? { features: [], sequence };
    this.#waiting.set(layer, waiting);
    waiting.features.push(...features);
    waiting.sequence = Math.max(waiting.sequence, sequence);
    while (waiting.features.length >= maxRows)
      await this.#print(layer, waiting.sequence, waiting.features.splice(0, maxRows));
  }

  async flush(): Promise<void> {
    for (const [layer, { features, sequence }] of this.#waiting)
      if (features.length > 0) await this.#print(layer, sequence, features);
    this.#waiting.clear();
  }

  async #print(layer: Layer, sequence: number, features: readonly FeedFeature[]): Promise<void> {
    const place = { layer, sequence, index: 0, isLast: true };
    for await (const packed of packedTexts(features, this.#pause))
      await this.#write(await featuresBlock(place, packed));
  }
}
