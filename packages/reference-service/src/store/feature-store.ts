import type { BooleanExpression } from "@emberline/cql2";
import type {
  FeedFeature,
  FeedRecord,
  JournalEntry,
  Layer,
  Lease,
  StoredFeatures,
} from "@emberline/feeds";
import type { Bbox, Box } from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import type { Aggregation } from "../aggregate/aggregation.ts";
import type { AggregateRequest } from "../aggregate/request.ts";
import type { Feature } from "../values/crs.ts";
import type { EpochInterval } from "../values/time.ts";
import type { SortKey, SortPlace } from "./sort-order.ts";
import type { QueryableType } from "./value-types.ts";

/** Members are combined by AND; an empty selection is the whole collection. */
export interface Selection {
  /** In CRS84. Heights exclude only features that have heights themselves. */
  box?: Bbox;
  interval?: EpochInterval;
  /** Of CQL2; geometries in CRS84. */
  filter?: BooleanExpression;
}

/** Position in the order of a collection: newest first, features without time last, then by id. */
export interface OrderKey {
  /** Epoch milliseconds; null without time. */
  time: number | null;
  id: string;
}

export interface PageRequest {
  limit: number;
  /**
   * Only features after this one in the order. A feature that is replaced with one of another time
   * between two pages may come on both or on neither.
   */
  after?: OrderKey;
  /** How many of them to skip. */
  offset?: number;
  /** The only members of features that are wanted: names of properties, and `geometry`. */
  select?: readonly string[];
}

/** A page in another order than that of time; equal features are in the order of their ids. */
export interface SortedRequest extends Omit<PageRequest, "after"> {
  /** One key at least. */
  by: readonly SortKey[];
  after?: SortPlace;
}

export interface Page<Place = OrderKey> {
  /** Features of the whole selection, on all pages. */
  matched: number;
  returned: number;
  /** Each feature as GeoJSON text, in order. */
  features: Iterable<string>;
  /** The place of the last feature, if more follow. */
  next: Place | undefined;
}

export type SortedPage = Page<SortPlace>;

export interface Extent {
  bounds: Box | undefined;
  interval: EpochInterval | undefined;
}

export interface Queryable {
  id: string;
  type: QueryableType;
}

/** A feature to be stored, with its time. */
export interface TimedFeature extends Feature {
  time: EpochInterval | undefined;
}

/** A change of a store: removes, then puts. */
export interface StoreChange {
  /** New features, and those that replace the feature of the same id; of twins the last. */
  readonly put: readonly TimedFeature[];
  /** Ids, known or not. */
  readonly remove: readonly string[];
}

/** How many features a change touched. */
export interface ChangeCounts {
  readonly added: number;
  readonly replaced: number;
  /** Without those that were put again. */
  readonly removed: number;
}

/** The features of one collection in one state. */
export interface Features {
  /** Another one after every change of the features. */
  readonly version: string;
  /**
   * `pause` is called between parts of the work, which ends if it rejects.
   * @throws {Cql2Error} when a geometry of the filter crosses itself too often (`limit`)
   */
  find(selection: Selection, page: PageRequest, pause?: Pause): Promise<Page>;
  /** @throws {Cql2Error} as `find` */
  sorted(selection: Selection, page: SortedRequest, pause?: Pause): Promise<SortedPage>;
  count(selection: Selection, pause?: Pause): Promise<number>;
  /**
   * Counts and statistics of what a selection has.
   * @throws {Problem} when there are too many groups or values (400)
   * @throws {Cql2Error} when a geometry of the filter crosses itself too often (`limit`)
   */
  aggregate(selection: Selection, request: AggregateRequest, pause?: Pause): Promise<Aggregation>;
  /** One feature as GeoJSON text. */
  get(id: string): Promise<string | undefined>;
  extent(): Promise<Extent>;
  /** Properties with the types of their values; a mixed property is listed once per type. */
  queryables(): Promise<Queryable[]>;
}

/** The features of one collection. What is asked of it directly is of the state of that moment. */
export abstract class FeatureStore {
  /**
   * Everything that the work asks is of one state. The work may be done again, so it only reads.
   * @param pause rejects when the caller leaves
   */
  abstract read<T>(work: (features: Features) => Promise<T>, pause?: Pause): Promise<T>;
  /** The features as feeds read them. */
  abstract readonly stored: StoredFeatures;
  /** How many features `insert` should have at once where there are many; 0: any number. */
  abstract readonly batchLength: number;
  /** Runs work that inserts many features; a store may put off what it does for each until then. */
  abstract load<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Stores the features whose id is new; returns the indexes of the others.
   * @param file that they came from, which a store in a database notes
   */
  abstract insert(features: readonly TimedFeature[], file?: string): Promise<number[]>;
  /** All of a change becomes visible at once; until then, readers see the state before it. */
  abstract apply(change: StoreChange): Promise<ChangeCounts>;
  /** Removes the features whose time ended before; returns how many. */
  abstract removeBefore(epochMs: number): Promise<number>;

  version(): Promise<string> {
    return this.read(async ({ version }) => version);
  }

  find(selection: Selection, page: PageRequest, pause?: Pause): Promise<Page> {
    return this.read((features) => features.find(selection, page, pause), pause);
  }

  sorted(selection: Selection, page: SortedRequest, pause?: Pause): Promise<SortedPage> {
    return this.read((features) => features.sorted(selection, page, pause), pause);
  }

  count(selection: Selection, pause?: Pause): Promise<number> {
    return this.read((features) => features.count(selection, pause), pause);
  }

  aggregate(selection: Selection, request: AggregateRequest, pause?: Pause): Promise<Aggregation> {
    return this.read((features) => features.aggregate(selection, request, pause), pause);
  }

  get(id: string): Promise<string | undefined> {
    return this.read((features) => features.get(id));
  }

  extent(): Promise<Extent> {
    return this.read((features) => features.extent());
  }

  queryables(): Promise<Queryable[]> {
    return this.read((features) => features.queryables());
  }
}

/** A node that has a part of the features: its name as the operator configured it. */
export interface NodeStatus {
  readonly name: string;
  /** Whether requests that need it are refused. */
  readonly isAway: boolean;
}

/** Where changes of live feeds go: stores, and what outlives the process, if anything does. */
export interface LiveSink {
  /** The right to read the feeds, which one process has; null while another one has it. */
  tryLease(): Promise<Lease | null>;
  /** Kept and in the store when it resolves; a failure leaves nothing of it. */
  commit(entry: JournalEntry): Promise<void>;
  /** Brings the stores to what other processes committed; what is known of the feeds then. */
  catchUp(): Promise<ReadonlyMap<string, FeedRecord>>;
  /** Stores features that are shipped rather than read, instead of those shipped before. */
  ship(layer: Layer, features: readonly FeedFeature[]): Promise<void>;
  /** Removes features of feeds that ended before, except for these ids. */
  removeOld(layer: Layer, epochMs: number, listed: ReadonlySet<string>): Promise<void>;
  close(): Promise<void>;
}
