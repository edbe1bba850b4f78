import type { Box } from "@emberline/geo";
import { finishInTurns, type Pause, type Turns } from "@emberline/turns";
import { type Aggregation, datetimesAreInstants } from "../aggregate/aggregation.ts";
import type { AggregateRequest } from "../aggregate/request.ts";
import { foldSteps } from "./aggregate-rows.ts";
import type {
  Extent,
  Features,
  Page,
  PageRequest,
  Queryable,
  Selection,
  SortedPage,
  SortedRequest,
} from "./feature-store.ts";
import { hashOf } from "./id-index.ts";
import { countOf, type Part, pageOf, type Segment, union } from "./segment.ts";
import { ShapeCache } from "./shape-cache.ts";
import { sortedPageSteps } from "./sorted-rows.ts";
import { ValueTypes } from "./value-types.ts";

/** What the readers of all snapshots of a store share. */
export class SnapshotReaders {
  readonly shapes: ShapeCache = new ShapeCache();
  readonly found: SelectionCache = new SelectionCache();
  /** Whether one has come, whose successors find changed segments prepared. */
  haveCome = false;
  readonly #turns: Pick<Turns, "pauseOf">;

  constructor(turns: Pick<Turns, "pauseOf">) {
    this.#turns = turns;
  }

  /** The pause of work that many wait for: it must not end with one caller. */
  pause(): Pause {
    return this.#turns.pauseOf(new AbortController().signal);
  }
}

/** All features of a store at one moment; readers keep it while the store changes. */
export class Snapshot implements Features {
  /** How many changes came before. */
  readonly number: number;
  /** Newest first. */
  readonly segments: readonly Segment[];
  readonly #readers: SnapshotReaders;
  #queryables: Promise<Queryable[]> | undefined;

  constructor(segments: readonly Segment[], number: number, readers: SnapshotReaders) {
    this.segments = segments;
    this.number = number;
    this.#readers = readers;
  }

  get version(): string {
    return String(this.number);
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
   * @param now the pause of this work, which lets readers go first
   */
  async prepare(before: Snapshot, now: Pause): Promise<void> {
    const { shapes } = this.#readers;
    const later = this.#readers.pause();
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

  async get(id: string): Promise<string | undefined> {
    const found = this.locate(id);
    return found?.segment.rows.json(found.row);
  }

  async count(selection: Selection, pause?: Pause): Promise<number> {
    const parts = await this.#parts(selection, pause);
    return parts.reduce((sum, part) => sum + countOf(part), 0);
  }

  async find(selection: Selection, page: PageRequest, pause?: Pause): Promise<Page> {
    return pageOf(await this.#parts(selection, pause), page);
  }

  async sorted(
    selection: Selection,
    page: SortedRequest,
    pause: Pause = this.#readers.pause(),
  ): Promise<SortedPage> {
    return finishInTurns(sortedPageSteps(await this.#parts(selection, pause), page), pause);
  }

  async aggregate(
    selection: Selection,
    request: AggregateRequest,
    pause: Pause = this.#readers.pause(),
  ): Promise<Aggregation> {
    const parts = await this.#parts(selection, pause);
    const isByInstants = datetimesAreInstants(await this.queryables());
    return finishInTurns(foldSteps(parts, selection, request, isByInstants), pause);
  }

  /** What matches, segment by segment in order. */
  async #parts(selection: Selection, pause: Pause = this.#readers.pause()): Promise<Part[]> {
    const { box, interval, filter } = selection;
    this.#readers.haveCome = true;
    const shared = this.#readers.pause();
    const parts: Part[] = [];
    for (const segment of this.segments) {
      parts.push({ segment, ordering: await segment.ordering(shared), ranks: undefined });
    }
    if (!box && !interval && filter === undefined) return parts;
    const queryables = await this.queryables(shared);
    const types = filter === undefined ? [] : queryables;
    const key = JSON.stringify([box, `${interval?.start}/${interval?.end}`, filter, types]);
    const cached = this.#readers.found.get(key);
    const found = new Map<number, Uint32Array>();
    for (const segment of this.segments) {
      const search = await segment.search(this.#readers.shapes, shared);
      const known = cached?.get(segment.number);
      found.set(segment.number, known ?? (await search.matches(selection, queryables, pause)));
    }
    this.#readers.found.set(key, found);
    return parts.map((part) => ({ ...part, ranks: found.get(part.segment.number) }));
  }

  /** @param pause of shared work, which must not end with one caller */
  async extent(pause: Pause = this.#readers.pause()): Promise<Extent> {
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
  queryables(pause: Pause = this.#readers.pause()): Promise<Queryable[]> {
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
