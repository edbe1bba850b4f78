import type { FeedFeature, StoredFeatures } from "@emberline/feeds";
import type { Pause } from "@emberline/turns";
import { LRUCache } from "lru-cache";
import type { Aggregation } from "../aggregate/aggregation.ts";
import type { AggregateRequest } from "../aggregate/request.ts";
import type {
  ChangeCounts,
  Extent,
  FeatureStore,
  Page,
  PageRequest,
  Queryable,
  Selection,
  StoreChange,
  TimedFeature,
} from "../store/feature-store.ts";
import { ValueTypes } from "../store/value-types.ts";
import { aggregate } from "./aggregate.ts";
import type { Reads } from "./database.ts";
import { keyOf } from "./feature-key.ts";
import { KnownCounts } from "./known-counts.ts";
import type { Layout } from "./layout.ts";
import { addKind, type Kind } from "./property-shape.ts";
import { readRows, rowsOf, type Transaction } from "./rows.ts";
import { Search } from "./search.ts";

/** Versions of the table whose types and extent are remembered. */
const maxVersions = 4;

interface TimedRow {
  start_ms: number;
  end_ms: number;
  body: string;
}

/** How a table is read and changed: one table, or one that is spread over nodes. */
export interface StoredTable {
  readonly reads: Reads;
  readonly name: string;
  readonly layout: Layout;
  readonly changes: TableChanges;
}

type TableChanges = Pick<FeatureStore, "load" | "insert" | "apply" | "removeBefore">;

/** The features of one collection in a table of PostGIS. */
export class PostgisStore implements FeatureStore {
  readonly stored: StoredFeatures;
  readonly batchLength = 10_000;
  readonly #database: Reads;
  readonly #name: string;
  readonly #layout: Layout;
  readonly #changes: TableChanges;
  /** The pause of shared work, which must not end with one caller. */
  readonly #pause: Pause;
  readonly #queryables = new LRUCache<string, Queryable[]>({ max: maxVersions });
  readonly #extents = new LRUCache<string, Extent>({ max: maxVersions });
  readonly #counts = new KnownCounts();

  constructor({ reads, name, layout, changes }: StoredTable, pause: Pause) {
    this.#database = reads;
    this.#name = name;
    this.#layout = layout;
    this.#changes = changes;
    this.#pause = pause;
    this.stored = {
      get: (id) => this.#storedFeature(id),
      during: ({ start, end }) => this.#during(start, end),
    };
  }

  version(): Promise<string> {
    return this.#database.read((transaction) => this.#versionIn(transaction));
  }

  load<T>(work: () => Promise<T>): Promise<T> {
    return this.#changes.load(work);
  }

  insert(features: readonly TimedFeature[]): Promise<number[]> {
    return this.#changes.insert(features);
  }

  apply(change: StoreChange): Promise<ChangeCounts> {
    return this.#changes.apply(change);
  }

  removeBefore(epochMs: number): Promise<number> {
    return this.#changes.removeBefore(epochMs);
  }

  find(selection: Selection, page: PageRequest, pause: Pause = this.#pause): Promise<Page> {
    return this.#search(selection, pause, (search) => search.page(page));
  }

  count(selection: Selection, pause: Pause = this.#pause): Promise<number> {
    return this.#search(selection, pause, (search) => search.count());
  }

  aggregate(
    selection: Selection,
    request: AggregateRequest,
    pause: Pause = this.#pause,
  ): Promise<Aggregation> {
    return this.#database.read(async (transaction) => {
      const queryables = await this.#queryablesIn(transaction);
      const table = { transaction, layout: this.#layout, queryables };
      return aggregate(table, selection, request, pause);
    }, pause);
  }

  get(id: string): Promise<string | undefined> {
    return this.#database.read(async (transaction) => (await this.#row(transaction, id))?.body);
  }

  queryables(): Promise<Queryable[]> {
    return this.#database.read((transaction) => this.#queryablesIn(transaction));
  }

  extent(): Promise<Extent> {
    return this.#database.read(async (transaction) => {
      const version = await this.#versionIn(transaction);
      const known = this.#extents.get(version);
      if (known) return known;
      const [row] = await rowsOf<Record<keyof typeof extentColumns, number | null>>(
        transaction,
        this.#layout.boundsOf(extentColumns),
      );
      const { west, south, east, north, first, last } = row!;
      const extent: Extent = {
        bounds: west === null ? undefined : [west, south!, east!, north!],
        interval: first === null ? undefined : { start: first, end: last! },
      };
      this.#extents.set(version, extent);
      return extent;
    });
  }

  get #table(): string {
    return this.#layout.table;
  }

  #search<T>(selection: Selection, pause: Pause, work: (search: Search) => Promise<T>): Promise<T> {
    return this.#database.read(async (transaction) => {
      const layout = this.#layout;
      const version = await this.#versionIn(transaction);
      const queryables =
        selection.filter === undefined ? [] : await this.#queryablesIn(transaction, version);
      // A node may have a change that the version does not show yet, but then another one follows.
      const known = this.#counts.of(version, selection);
      const searched = { transaction, layout, selection, queryables, known, pause };
      return work(await Search.of(searched));
    }, pause);
  }

  async #versionIn(transaction: Transaction): Promise<string> {
    const [row] = await rowsOf<{ version: string }>(
      transaction,
      `SELECT version FROM ${this.#database.schema}.collections WHERE name = $1::text`,
      [this.#name],
    );
    return row!.version;
  }

  async #queryablesIn(transaction: Transaction, given?: string): Promise<Queryable[]> {
    const version = given ?? (await this.#versionIn(transaction));
    const known = this.#queryables.get(version);
    if (known) return known;
    const queryables = queryablesOf(await this.#layout.kinds(transaction));
    this.#queryables.set(version, queryables);
    return queryables;
  }

  async #row(transaction: Transaction, id: string): Promise<TimedRow | undefined> {
    const [row] = await rowsOf<TimedRow>(
      transaction,
      `SELECT start_ms, end_ms, body FROM ${this.#table} WHERE id = $1::text`,
      [keyOf(id)],
    );
    return row;
  }

  async #storedFeature(id: string): Promise<FeedFeature | undefined> {
    const row = await this.#database.readOwn((transaction) => this.#row(transaction, id));
    return row && feedFeature(row);
  }

  async *#during(start: number, end: number): AsyncGenerator<FeedFeature> {
    const readings = this.#database.streamOwn((transaction) =>
      readRows<TimedRow>(
        transaction,
        `SELECT start_ms, end_ms, body FROM ${this.#table}
          WHERE start_ms > '-Infinity' AND start_ms <= $1::float8 AND end_ms >= $2::float8
          ORDER BY start_ms DESC, id`,
        [end, start],
        this.#pause,
      ),
    );
    for await (const row of readings) yield feedFeature(row);
  }
}

const hasTime = "start_ms > '-Infinity'";

const extentColumns = {
  west: { of: "min", column: "west" },
  south: { of: "min", column: "south" },
  east: { of: "max", column: "east" },
  north: { of: "max", column: "north" },
  first: { of: "min", column: "start_ms", where: hasTime },
  last: { of: "max", column: "end_ms", where: hasTime },
} as const;

function feedFeature({ start_ms: start, end_ms: end, body }: TimedRow): FeedFeature {
  const feature = JSON.parse(body) as FeedFeature;
  return {
    ...feature,
    properties: feature.properties ?? {},
    time: start === -Infinity ? undefined : { start, end },
  };
}

/** The properties of the features with these property shapes, with their types. */
function queryablesOf(shapes: readonly string[]): Queryable[] {
  const all = new Map<string, ValueTypes>();
  for (const kinds of shapes) {
    for (const [name, kind] of JSON.parse(kinds) as [string, Kind][]) {
      const types = all.get(name) ?? new ValueTypes();
      addKind(types, kind);
      all.set(name, types);
    }
  }
  const properties = [...all].flatMap(([id, types]) => types.types().map((type) => ({ id, type })));
  return [{ id: "geometry", type: "geometry" }, ...properties];
}
