import type { FileHandle } from "node:fs/promises";
import type { Layer } from "../values/feed.ts";
import type { Block } from "./block.ts";
import { readContent } from "./block-file.ts";
import type { EntryContent, RemovalContent } from "./commits.ts";
import { closeAll, openAll } from "./folder.ts";
import { IdSet } from "./id-set.ts";
import type { View } from "./log-reader.ts";
import { endOfRow, idOf, type PackedFeatures } from "./packed-features.ts";

/** The rows of a block that nothing newer replaced or removed. */
export interface LivingRows {
  readonly block: Block;
  readonly packed: PackedFeatures;
  readonly isAlive: (row: number) => boolean;
  readonly count: number;
}

interface Place {
  readonly file: FileHandle;
  readonly name: string;
  readonly block: Block;
}

/**
 * The living features, by blocks from the newest to the oldest: so the first row of an id that
 * comes is the one that counts, and memory grows by ids only.
 *
 * @param layer undefined for all
 */
export async function* livingRows(
  folder: string,
  { files }: View,
  layer: Layer | undefined,
  report: (damage: string) => void,
): AsyncGenerator<LivingRows, void> {
  const opened = await openAll(folder, files);
  try {
    const places = opened.flatMap(({ file, name, blocks }) =>
      blocks
        .filter((block) => layer === undefined || block.layer === layer)
        .map((block): Place => ({ file, name, block })),
    );
    yield* newestFirst(places.reverse(), (damage) => report(`${folder}: ${damage}`));
  } finally {
    await closeAll(opened);
  }
}

async function* newestFirst(
  places: readonly Place[],
  report: (damage: string) => void,
): AsyncGenerator<LivingRows, void> {
  const seen = new Map<Layer, IdSet>();
  const limits = new Map<Layer, number>();
  let ahead = read(places[0]);
  for (const [i, { block, name }] of places.entries()) {
    const content = await ahead;
    // The next block is read and expanded on another thread while this one is worked on.
    ahead = read(places[i + 1]);
    const { layer } = block;
    const ids = seen.get(layer) ?? new IdSet();
    seen.set(layer, ids);
    const limit = limits.get(layer) ?? Number.NEGATIVE_INFINITY;
    if (content === undefined)
      report(`a block of ${block.rows} rows in ${name} is damaged; the others are served.`);
    else if (block.kind === "removal")
      limits.set(layer, Math.max(limit, (content as RemovalContent).before));
    else if (block.kind === "entry") for (const id of (content as EntryContent).remove) ids.add(id);
    else if (block.kind === "features")
      yield { block, ...living(content as PackedFeatures, ids, limit) };
  }
  await ahead;
}

function living(packed: PackedFeatures, ids: IdSet, limit: number) {
  const { rows } = packed;
  const alive = new Uint8Array(rows.length);
  let count = 0;
  for (let i = rows.length - 1; i >= 0; i--) {
    if (!ids.add(idOf(rows[i]!)) || endOfRow(rows[i]!) < limit) continue;
    alive[i] = 1;
    count++;
  }
  return { packed, isAlive: (row: number) => alive[row] === 1, count };
}

function read(place: Place | undefined): Promise<unknown> {
  const content = place ? readContent(place.file, place.block) : Promise.resolve();
  // Whoever stops early does not await the last one.
  content.catch(() => undefined);
  return content;
}
