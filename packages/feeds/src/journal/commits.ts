import type { Pause } from "@emberline/turns";
import type { Layer } from "../values/feed.ts";
import type { FeedRecord, JournalEntry } from "../values/journal.ts";
import { ahead } from "./ahead.ts";
import type { Block, BlockHead } from "./block.ts";
import { packBlock } from "./block-file.ts";
import { type PackedText, packedTexts } from "./packed-text.ts";

/** Content of an `entry` block. */
export interface EntryContent {
  readonly feed: string;
  readonly record: FeedRecord;
  readonly remove: readonly string[];
}

/** Content of a `removal` block. */
export interface RemovalContent {
  readonly before: number;
}

/** The blocks of a commit, a few of which are compressed at once. */
export function entryBlocks(
  sequence: number,
  entry: JournalEntry,
  pause: Pause,
): AsyncGenerator<Buffer, void> {
  return ahead(packings(sequence, entry, pause));
}

async function* packings(
  sequence: number,
  { feed, layer, put, remove, record }: JournalEntry,
  pause: Pause,
): AsyncGenerator<{ readonly result: Promise<Buffer> }, void> {
  const content: EntryContent = { feed, record, remove };
  const whole = { firstEnd: Infinity, lastEnd: Infinity, rows: remove.length };
  const head = { kind: "entry", layer, sequence, ...whole } as const;
  const isLast = put.length === 0;
  yield { result: packBlock({ ...head, index: 0, isLast }, JSON.stringify(content)) };
  let [index, left] = [0, put.length];
  for await (const packed of packedTexts(put, pause)) {
    left -= packed.rows;
    const place = { layer, sequence, index: ++index, isLast: left === 0 };
    yield { result: featuresBlock(place, packed) };
  }
}

type Place = Pick<BlockHead, "layer" | "sequence" | "index" | "isLast">;

export function featuresBlock(place: Place, { text, ...head }: PackedText): Promise<Buffer> {
  return packBlock({ kind: "features", ...place, ...head }, text);
}

export async function removalBlock(
  sequence: number,
  layer: Layer,
  before: number,
): Promise<Buffer> {
  const content: RemovalContent = { before };
  const whole = { firstEnd: Infinity, lastEnd: Infinity, rows: 0 };
  const place = { layer, sequence, index: 0, isLast: true };
  return packBlock({ kind: "removal", ...place, ...whole }, JSON.stringify(content));
}

/** Blocks grouped by commit, in order. */
export function commitsOf(blocks: readonly Block[]): Block[][] {
  const commits: Block[][] = [];
  for (const block of blocks) {
    const commit = commits.at(-1);
    if (commit?.[0]?.sequence === block.sequence) commit.push(block);
    else commits.push([block]);
  }
  return commits;
}

/** Whether all blocks of a commit are there. */
export function isWhole(commit: readonly Block[]): boolean {
  return commit.at(-1)?.isLast === true && commit.every(({ index }, i) => index === i);
}
