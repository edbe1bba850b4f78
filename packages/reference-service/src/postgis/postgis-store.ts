import type { FeedFeature, StoredFeatures } from "@emberline/feeds";
import type { Pause } from "@emberline/turns";
import { LRUCache } from "lru-cache";
import type { Aggregation } from "../aggregate/aggregation.ts";
import type { AggregateRequest } from "../aggregate/request.ts";
import {
  type ChangeCounts,
  type Extent,
  FeatureStore,
  type Features,
  type Page,
  type PageRequest,
  type Queryable,
  type Selection,
  type SortedPage,
  type SortedRequest,
  type StoreChange,
  type TimedFeature,
} from "../store/feature-store.ts";
import { ValueTypes } from "../store/value-types.ts";
import { aggregate } from "./aggregate.ts";
import type { Changes } from "./changes.ts";
import type { Reads } from "./database.ts";
import { KnownCounts } from "./known-counts.ts";
import { boundsOf, type Layout } from "./layout.ts";
import { addKind, type Kind } from "./property-shape.ts";
import { keyOf, readRows, rowsOf, type Transaction } from "./rows.ts";
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
  readonly changes: Changes;
}

/** What is known of the latest versions of a table. */
class Known {
  readonly queryables: LRUCache<string, Queryable[]> = new LRUCache({ max: maxVersions });
  readonly extents: LRUCache<string, Extent> = new LRUCache({ max: maxVersions });
  readonly counts: KnownCounts = new KnownCounts();
}

/** The features of one collection in a table of PostGIS. */
export class PostgisStore extends FeatureStore {
  readonly stored: StoredFeatures;
  readonly batchLength = 10_000;
  readonly #table: StoredTable;
  /** The pause of shared work, which must not end with one caller. */
  readonly #pause: Pause;
  readonly #known = new Known();

  constructor(table: StoredTable, pause: Pause) {
    super();
    this.#table = table;
    this.#pause = pause;
    this.stored = {
      get: (id) => this.#storedFeature(id),
      during: ({ start, end }) => this.#during(start, end),
    };
  }

  read<T>(work: (features: Features) => Promise<T>, pause?: Pause): Promise<T> {
    const { reads, name, layout } = this.#table;
    return reads.read(async (transaction, known) => {
      const version = known ?? (await versionOf(transaction, reads.schema, name));
      const read = { transaction, layout, version, known: this.#known };
      return work(new PostgisFeatures(read, pause ?? this.#pause));
    }, pause);
  }

  load<T>(work: () => Promise<T>): Promise<T> {
    return this.#table.changes.load(work);
  }

  insert(features: readonly TimedFeature[], file?: string): Promise<number[]> {
    return this.#table.changes.insert(features, file);
  }

  apply(change: StoreChange): Promise<ChangeCounts> {
    return this.#table.changes.apply(change);
  }

  removeBefore(epochMs: number): Promise<number> {
    return this.#table.changes.removeBefore(epochMs);
  }

  async #storedFeature(id: string): Promise<FeedFeature | undefined> {
    const { reads, layout } = this.#table;
    const row = await reads.readOwn((transaction) => rowWith(id, transaction, layout));
    return row && feedFeature(row);
  }

  async *#during(start: number, end: number): AsyncGenerator<FeedFeature> {
    const { reads, layout } = this.#table;
    const readings = reads.streamOwn((transaction) =>
      readRows<TimedRow>(
        transaction,
        `SELECT start_ms, end_ms, body FROM ${layout.table}
          WHERE start_ms > '-Infinity' AND start_ms <= $1::float8 AND end_ms >= $2::float8
          ORDER BY start_ms DESC, id`,
        [end, start],
        this.#pause,
      ),
    );
    for await (const row of readings) yield feedFeature(row);
  }
}

interface TableRead {
  readonly transaction: Transaction;
  readonly layout: Layout;
  readonly version: string;
  readonly known: Known;
}

/** The features of a table as one transaction sees them. */
class PostgisFeatures implements Features {
  readonly version: string;
  readonly #read: TableRead;
  readonly #pause: Pause;

  constructor(read: TableRead, pause: Pause) {
    this.version = read.version;
    this.#read = read;
    this.#pause = pause;
  }

  async find(selection: Selection, page: PageRequest, pause?: Pause): Promise<Page> {
    return (await this.#search(selection, pause)).page(page);
  }

  async sorted(selection: Selection, page: SortedRequest, pause?: Pause): Promise<SortedPage> {
    return (await this.#search(selection, pause)).sorted(page, await this.queryables());
  }

  async count(selection: Selection, pause?: Pause): Promise<number> {
    return (await this.#search(selection, pause)).count();
  }

  async aggregate(
    selection: Selection,
    request: AggregateRequest,
    pause: Pause = this.#pause,
  ): Promise<Aggregation> {
    const { transaction, layout } = this.#read;
    const table = { transaction, layout, queryables: await this.queryables() };
    return aggregate(table, selection, request, pause);
  }

  async get(id: string): Promise<string | undefined> {
    const { transaction, layout } = this.#read;
    return (await rowWith(id, transaction, layout))?.body;
  }

  async queryables(): Promise<Queryable[]> {
    const { transaction, layout, known } = this.#read;
    const queryables =
      known.queryables.get(this.version) ?? queryablesOf(await layout.kinds(transaction));
    known.queryables.set(this.version, queryables);
    return queryables;
  }

  async extent(): Promise<Extent> {
    const { transaction, layout, known } = this.#read;
    const before = known.extents.get(this.version);
    if (before) return before;
    const [row] = await rowsOf<Record<keyof typeof extentColumns, number | null>>(
      transaction,
      boundsOf(layout, extentColumns),
    );
    const { west, south, east, north, first, last } = row!;
    const extent: Extent = {
      bounds: west === null ? undefined : [west, south!, east!, north!],
      interval: first === null ? undefined : { start: first, end: last! },
    };
    known.extents.set(this.version, extent);
    return extent;
  }

  async #search(selection: Selection, pause: Pause = this.#pause): Promise<Search> {
    const { transaction, layout } = this.#read;
    const queryables = selection.filter === undefined ? [] : await this.queryables();
    // A node may have a change that the version does not show yet, but then another one follows.
    const known = this.#read.known.counts.of(this.version, selection);
    return Search.of({ transaction, layout, selection, queryables, known, pause });
  }
}

async function versionOf(transaction: Transaction, schema: string, name: string): Promise<string> {
  const [row] = await rowsOf<{ version: string }>(
    transaction,
    `SELECT version FROM ${schema}.collections WHERE name = $1::text`,
    [name],
  );
  return row!.version;
}

/** Where its cell is known, one node is asked first; it may have moved since. */
async function rowWith(
  id: string,
  transaction: Transaction,
  { table, cells }: Layout,
): Promise<TimedRow | undefined> {
  const key = keyOf(id);
  const cell = cells?.get(key);
  const wanted = `SELECT start_ms, end_ms, body FROM ${table} WHERE id = $1::text`;
  if (cell !== undefined) {
    const there = `${wanted} AND cell = $2::integer`;
    const [row] = await rowsOf<TimedRow>(transaction, there, [key, cell]);
    if (row) return row;
  }
  const [row] = await rowsOf<TimedRow>(transaction, wanted, [key]);
  return row;
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
