import type { FileHandle } from "node:fs/promises";
import type { FeedFeature } from "../values/feed.ts";
import type { JournalChange } from "../values/journal.ts";
import type { Block } from "./block.ts";
import { readContent } from "./block-file.ts";
import { commitsOf, type EntryContent, type RemovalContent } from "./commits.ts";
import { closeAll, openAll } from "./folder.ts";
import type { View } from "./log-reader.ts";
import { type PackedFeatures, unpackFeatures } from "./packed-features.ts";

/** The commits after a number, oldest first; a reset first if older ones were merged. */
export async function* readChanges(
  folder: string,
  { files, merged }: View,
  after: number,
  report: (damage: string) => void,
): AsyncGenerator<JournalChange, void> {
  const from = Math.max(after, merged);
  const news = files.map(({ name, blocks }) => ({
    name,
    blocks: blocks.filter(({ sequence }) => sequence > from),
  }));
  const opened = await openAll(
    folder,
    news.filter(({ blocks }) => blocks.length > 0),
  );
  try {
    if (after < merged) yield { kind: "reset", sequence: merged };
    for (const { file, name, blocks } of opened) {
      for (const commit of commitsOf(blocks)) {
        const { change, isWhole } = await readCommit(file, commit);
        if (change) yield change;
        if (!isWhole) report(`${folder}: a commit in ${name} is damaged; the others are served.`);
      }
    }
  } finally {
    await closeAll(opened);
  }
}

/** Without a change if its first block is damaged. */
async function readCommit(
  file: FileHandle,
  commit: readonly Block[],
): Promise<{ change?: JournalChange; isWhole: boolean }> {
  const { kind, layer, sequence } = commit[0]!;
  const first = await readContent(file, commit[0]!);
  if (first === undefined) return { isWhole: false };
  if (kind === "removal") {
    const { before } = first as RemovalContent;
    return { change: { kind, sequence, layer, before }, isWhole: true };
  }
  if (kind !== "entry") return { isWhole: false };
  const { feed, record, remove } = first as EntryContent;
  const put: FeedFeature[] = [];
  let isWhole = true;
  for (const block of commit.slice(1)) {
    const packed = (await readContent(file, block)) as PackedFeatures | undefined;
    if (packed) put.push(...unpackFeatures(packed, () => true));
    else isWhole = false;
  }
  return { change: { kind, sequence, entry: { feed, layer, put, remove, record } }, isWhole };
}
