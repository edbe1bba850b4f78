import type { FeedFeature, StoredFeatures } from "@emberline/feeds";
import type { Box } from "@emberline/geo";
import { type Pause, processTurns, type Turns } from "@emberline/turns";
import type { EpochInterval } from "../time.ts";
import type {
  ChangeCounts,
  Extent,
  FeatureStore,
  OrderKey,
  Page,
  PageRequest,
  Queryable,
  Selection,
  StoreChange,
  TimedFeature,
} from "./feature-store.ts";
import { Rows } from "./rows.ts";
import { Search } from "./search.ts";
import { SelectionCache } from "./selection-cache.ts";
import { ShapeCache } from "./shape-cache.ts";

/** A store in memory: columns, an order by time, a spatial index. */
export class MemoryStore implements FeatureStore {
  version = 0;
  #rows = new Rows();
  #bounds: Box = [Infinity, Infinity, -Infinity, -Infinity];
  #interval: EpochInterval = { start: Infinity, end: -Infinity };
  #shapes = new ShapeCache(this.#rows);
  /** Built on first use, and again after an insert. */
  #search: Promise<Search> | undefined;
  #cache = new SelectionCache();
  /** The pause of shared work, which must not end with one caller. */
  readonly #pause: Pause;

  /** @param turns shared with other work on this event loop */
  constructor(turns: Pick<Turns, "pauseOf"> = processTurns) {
    this.#pause = turns.pauseOf(new AbortController().signal);
  }

  async insert(features: readonly TimedFeature[]): Promise<number[]> {
    const known: number[] = [];
    features.forEach((feature, index) => {
      const row = this.#rows.count;
      if (this.#rows.add(feature)) this.#widen(row, feature.time);
      else known.push(index);
    });
    this.version++;
    this.#search = undefined;
    this.#cache.clear();
    return known;
  }

  async apply({ put, remove }: StoreChange): Promise<ChangeCounts> {
    const news = new Map(put.map((feature) => [feature.id, feature]));
    const gone = new Set(remove);
    const { count } = this.#rows;
    let replaced = 0;
    this.#keep((row) => {
      const id = this.#rows.id(row);
      if (news.has(id)) replaced++;
      return !news.has(id) && !gone.has(id);
    });
    const removed = count - replaced - this.#rows.count;
    await this.insert([...news.values()]);
    return { added: news.size - replaced, replaced, removed };
  }

  async removeBefore(epochMs: number): Promise<number> {
    const { count } = this.#rows;
    this.#keep((row) => (this.#rows.time(row)?.end ?? Infinity) >= epochMs);
    await this.insert([]);
    return count - this.#rows.count;
  }

  get stored(): StoredFeatures {
    const rows = this.#rows;
    return {
      async get(id) {
        const row = rows.ids.find(id);
        return row === undefined ? undefined : feedFeature(rows.feature(row));
      },
      async *during({ start, end }) {
        for (let row = 0; row < rows.count; row++) {
          const time = rows.time(row);
          if (time && time.start <= end && time.end >= start) yield feedFeature(rows.feature(row));
        }
      },
    };
  }

  #keep(isKept: (row: number) => boolean): void {
    const rows = new Rows();
    for (let row = 0; row < this.#rows.count; row++) {
      if (isKept(row)) rows.add(this.#rows.feature(row));
    }
    this.#rows = rows;
    this.#shapes = new ShapeCache(rows);
    this.#bounds = [Infinity, Infinity, -Infinity, -Infinity];
    this.#interval = { start: Infinity, end: -Infinity };
    for (let row = 0; row < rows.count; row++) this.#widen(row, rows.time(row));
  }

  async get(id: string): Promise<string | undefined> {
    const row = this.#rows.ids.find(id);
    return row === undefined ? undefined : this.#rows.json(row);
  }

  async extent(): Promise<Extent> {
    return {
      bounds: this.#bounds[0] === Infinity ? undefined : this.#bounds,
      interval: this.#interval.start === Infinity ? undefined : this.#interval,
    };
  }

  async queryables(): Promise<Queryable[]> {
    return this.#queryables();
  }

  #queryables(): Queryable[] {
    const geometry: Queryable = { id: "geometry", type: "geometry" };
    const properties = [...this.#rows.shapes.columns.values()].flatMap(({ name, types }) =>
      types.types().map((type) => ({ id: name, type })),
    );
    return [geometry, ...properties];
  }

  /** Orders all rows now, so that the first search does not wait for it. */
  async settle(): Promise<void> {
    await this.#searcher();
  }

  async count(selection: Selection, pause: Pause = this.#pause): Promise<number> {
    const search = await this.#searcher();
    return (await this.#matches(search, selection, pause))?.length ?? search.ordering.count;
  }

  async find(selection: Selection, page: PageRequest, pause: Pause = this.#pause): Promise<Page> {
    const rows = this.#rows;
    const search = await this.#searcher();
    const { ordering } = search;
    const matches = await this.#matches(search, selection, pause);
    const matched = matches?.length ?? ordering.count;
    const behind = page.after ? firstFrom(matches, ordering.rankBehind(page.after)) : 0;
    const first = Math.min(matched, behind + (page.offset ?? 0));
    const end = Math.min(matched, first + page.limit);
    const rowOf = (i: number) => ordering.rowAt[matches ? matches[i]! : i]!;
    return {
      matched,
      returned: end - first,
      features: {
        *[Symbol.iterator]() {
          for (let i = first; i < end; i++) yield rows.json(rowOf(i));
        },
      },
      next: end < matched && end > first ? this.#placeOf(rowOf(end - 1)) : undefined,
    };
  }

  /** The ranks that match, ascending; undefined if all do. */
  async #matches(
    search: Search,
    selection: Selection,
    pause: Pause,
  ): Promise<Uint32Array | undefined> {
    const { box, interval, filter } = selection;
    if (!box && !interval && filter === undefined) return undefined;
    const key = JSON.stringify([box, `${interval?.start}/${interval?.end}`, filter]);
    const cached = this.#cache.get(key);
    if (cached) return cached;
    const { version } = this;
    const matches = await search.matches(selection, pause);
    // Rows may have been added during the search.
    if (version === this.version) this.#cache.set(key, matches);
    return matches;
  }

  #searcher(): Promise<Search> {
    this.#search ??= Search.over(this.#rows, this.#shapes, this.#queryables(), this.#pause);
    return this.#search;
  }

  #placeOf(row: number): OrderKey {
    const start = this.#rows.starts[row]!;
    return { time: start === -Infinity ? null : start, id: this.#rows.id(row) };
  }

  #widen(row: number, time: EpochInterval | undefined): void {
    if (this.#rows.hasLocation(row)) {
      const [west, south, east, north] = this.#rows.bounds(row);
      const [w, s, e, n] = this.#bounds;
      this.#bounds = [Math.min(w, west), Math.min(s, south), Math.max(e, east), Math.max(n, north)];
    }
    if (time) {
      this.#interval.start = Math.min(this.#interval.start, time.start);
      this.#interval.end = Math.max(this.#interval.end, time.end);
    }
  }
}

function feedFeature(feature: TimedFeature): FeedFeature {
  return { ...feature, properties: feature.properties ?? {} };
}

/** The first index whose rank is at least this one. */
function firstFrom(ranks: Uint32Array | undefined, rank: number): number {
  if (!ranks) return rank;
  let low = 0;
  let high = ranks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranks[middle]! < rank) low = middle + 1;
    else high = middle;
  }
  return low;
}
