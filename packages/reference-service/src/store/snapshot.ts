import type { Box } from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import type { Extent, Queryable } from "./feature-store.ts";
import { hashOf } from "./id-index.ts";
import { type Segment, union } from "./segment.ts";
import type { ShapeCache } from "./shape-cache.ts";
import { ValueTypes } from "./value-types.ts";

/** All features of a store at one moment; readers keep it while the store changes. */
export class Snapshot {
  /** Newest first. */
  readonly segments: readonly Segment[];
  /** Number of features. */
  readonly count: number;
  #queryables: Promise<Queryable[]> | undefined;

  constructor(segments: readonly Segment[]) {
    this.segments = segments;
    this.count = segments.reduce((sum, { count }) => sum + count, 0);
  }

  /** Where a feature is, or undefined. */
  locate(id: string): { segment: Segment; row: number } | undefined {
    const hash = hashOf(id);
    for (const segment of this.segments) {
      const row = segment.find(id, hash);
      if (row !== undefined) return { segment, row };
    }
    return undefined;
  }

  /**
   * Prepares what its readers need, so that they do not wait for it: the spatial index of changed
   * segments only if readers of the snapshot before used one.
   * @param now of this work, which lets readers go first
   * @param later of what readers have to make themselves and wait for
   */
  async prepare(
    before: Snapshot,
    shapes: ShapeCache,
    { now, later }: { now: Pause; later: Pause },
  ): Promise<void> {
    const known = new Set(before.segments);
    const isSpatial = before.segments.some((segment) => segment.isIndexed);
    for (const segment of this.segments) {
      if (known.has(segment)) continue;
      await segment.ordering(now);
      const search = await segment.search(shapes, later);
      if (isSpatial) await search.index(now);
    }
    await this.queryables(now);
    await this.extent(now);
  }

  /** @param pause of shared work, which must not end with one caller */
  async extent(pause: Pause): Promise<Extent> {
    let bounds: Box | undefined;
    let interval: Extent["interval"];
    for (const segment of this.segments) {
      const part = await segment.extent(pause);
      if (part.bounds) bounds = union(bounds ?? part.bounds, part.bounds);
      if (part.interval) {
        interval ??= { ...part.interval };
        interval.start = Math.min(interval.start, part.interval.start);
        interval.end = Math.max(interval.end, part.interval.end);
      }
    }
    return { bounds, interval };
  }

  /** @param pause of shared work, which must not end with one caller */
  queryables(pause: Pause): Promise<Queryable[]> {
    this.#queryables ??= this.#readQueryables(pause);
    return this.#queryables;
  }

  async #readQueryables(pause: Pause): Promise<Queryable[]> {
    const all = new Map<string, ValueTypes>();
    // In the order in which properties came, as far as it is known.
    for (const segment of this.segments.toSorted((a, b) => a.rows.number - b.rows.number)) {
      for (const [name, types] of await segment.types(pause)) {
        const sum = all.get(name) ?? new ValueTypes();
        sum.addAll(types);
        all.set(name, sum);
      }
    }
    const geometry: Queryable = { id: "geometry", type: "geometry" };
    const properties = [...all].flatMap(([id, types]) =>
      types.types().map((type) => ({ id, type })),
    );
    return [geometry, ...properties];
  }
}

const maxBytes = 16_000_000;

/** Size of an entry in addition to its key and its parts. */
const entryBytes = 300;

/** Size of a part in addition to its ranks. */
const partBytes = 150;

/** The ranks that match, by number of the segment. */
type Matches = ReadonlyMap<number, Uint32Array>;

/**
 * Results of recent selections, so that further pages search only what has changed. Limited by its
 * size in bytes, including keys and empty results; the least recently used entries are dropped
 * first.
 */
export class SelectionCache {
  #matches = new Map<string, Matches>();
  #bytes = 0;

  get(key: string): Matches | undefined {
    const matches = this.#matches.get(key);
    if (matches) {
      this.#matches.delete(key);
      this.#matches.set(key, matches);
    }
    return matches;
  }

  set(key: string, matches: Matches): void {
    this.#forget(key);
    this.#matches.set(key, matches);
    this.#bytes += bytesOf(key, matches);
    for (const oldest of this.#matches.keys()) {
      if (this.#bytes <= maxBytes) return;
      this.#forget(oldest);
    }
  }

  /** Current size. */
  get bytes(): number {
    return this.#bytes;
  }

  #forget(key: string): void {
    const matches = this.#matches.get(key);
    if (!matches) return;
    this.#matches.delete(key);
    this.#bytes -= bytesOf(key, matches);
  }
}

/** A character of a key takes two bytes at most. */
function bytesOf(key: string, matches: Matches): number {
  let bytes = 2 * key.length + entryBytes;
  for (const ranks of matches.values()) bytes += ranks.byteLength + partBytes;
  return bytes;
}
