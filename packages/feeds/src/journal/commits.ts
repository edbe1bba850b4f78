import { setImmediate } from "node:timers/promises";
import type { FeedFeature, Layer } from "../feed-feature.ts";
import type { FeedRecord, JournalEntry } from "../journal.ts";
import type { Block, BlockHead } from "./block.ts";
import { packBlock } from "./block-file.ts";
import { packFeatures } from "./packed-features.ts";

/** Of a block: some milliseconds of work, and enough for a good compression. */
export const maxRows = 2000;

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

/** The blocks of a commit. */
export async function* entryBlocks(sequence: number, entry: JournalEntry): AsyncGenerator<Buffer> {
  const { feed, layer, put, remove, record } = entry;
  const last = Math.ceil(put.length / maxRows);
  const content: EntryContent = { feed, record, remove };
  const whole = { firstEnd: Infinity, lastEnd: Infinity, rows: remove.length };
  const head = { kind: "entry", layer, sequence, index: 0, isLast: last === 0, ...whole } as const;
  yield await packBlock(head, content);
  for (let index = 1; index <= last; index++) {
    const features = put.slice((index - 1) * maxRows, index * maxRows);
    yield await featuresBlock({ layer, sequence, index, isLast: index === last }, features);
    await setImmediate();
  }
}

type Place = Pick<BlockHead, "layer" | "sequence" | "index" | "isLast">;

export async function featuresBlock(
  place: Place,
  features: readonly FeedFeature[],
): Promise<Buffer> {
  let [firstEnd, lastEnd] = [Infinity, -Infinity];
  for (const { time } of features) {
    firstEnd = Math.min(firstEnd, time?.end ?? Infinity);
    lastEnd = Math.max(lastEnd, time?.end ?? Infinity);
  }
  const head = { kind: "features", ...place, rows: features.length, firstEnd, lastEnd } as const;
  return packBlock(head, packFeatures(features));
}

export async function removalBlock(
  sequence: number,
  layer: Layer,
  before: number,
): Promise<Buffer> {
  const content: RemovalContent = { before };
  const whole = { firstEnd: Infinity, lastEnd: Infinity, rows: 0 };
  const place = { layer, sequence, index: 0, isLast: true };
  return packBlock({ kind: "removal", ...place, ...whole }, content);
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
