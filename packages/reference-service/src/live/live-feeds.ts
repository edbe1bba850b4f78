import { setMaxListeners } from "node:events";
import {
  type Clock,
  type Credit,
  type Feed,
  type FeedFeature,
  type FeedFetch,
  type FeedRecord,
  type Layer,
  type Lease,
  systemClock,
} from "@emberline/feeds";
import type { Bbox } from "@emberline/geo";
import type { Turns } from "@emberline/turns";
import { type CoverageMember, coverageFacts, coverageMember } from "../http/coverage.ts";
import { type FeedStatus, FeedStatuses, freshStatus } from "../http/feed-notices.ts";
import type { FeatureStore, LiveSink } from "../store/feature-store.ts";
import { type CollectionId, collectionOf, isInTime, layers } from "../values/collections.ts";
import type { EpochInterval } from "../values/time.ts";
import { FirstReading } from "./first-reading.ts";
import { detailOf, Poller, paceMsOf } from "./poller.ts";

/** Features that are shipped rather than read. */
interface ShippedList {
  readonly layer: Layer;
  readonly credit: Credit;
  readonly features: readonly FeedFeature[];
}

export interface LiveFeedsOptions {
  readonly feeds: readonly Feed[];
  readonly lists?: readonly ShippedList[] | undefined;
  /** Closed with the feeds. */
  readonly sink: LiveSink;
  readonly stores: Record<CollectionId, FeatureStore>;
  /** The time of features that were there before any feed was read. */
  readonly filed?: Partial<Record<CollectionId, EpochInterval | undefined>>;
  /** Boxes that the feeds read; default the world. */
  readonly areas?: readonly Bbox[] | undefined;
  /** How long features are kept. */
  readonly days: number;
  /** The pace that the operator wants; default: as fast as each source allows. */
  readonly minutes?: number | undefined;
  readonly userAgent: string;
  /** What no error may show. */
  readonly secrets?: readonly string[];
  readonly turns: Pick<Turns, "pauseOf">;
  readonly log?: ((text: string) => void) | undefined;
  readonly clock?: Clock | undefined;
  readonly fetch?: FeedFetch | undefined;
  readonly random?: (() => number) | undefined;
}

/** How often a process that does not poll looks for what the one that does has read. */
const followMs = 5000;

/** How often features that are too old are looked for. */
const removalMs = 3_600_000;
const dayMs = 86_400_000;

/**
 * Keeps stores current from feeds. Of the processes that share a sink one reads the feeds, and the
 * others follow it.
 */
export class LiveFeeds {
  readonly #options: LiveFeedsOptions;
  readonly #clock: Clock;
  readonly #statuses: FeedStatuses;
  readonly #poller: Poller;
  /** Of the last changes, by the names of feeds. */
  readonly #states = new Map<string, unknown>();
  readonly #removedAt = new Map<Layer, number>();
  readonly #ending = new AbortController();
  #firstReading: FirstReading | undefined;
  #running: Promise<unknown> = Promise.resolve();

  private constructor(options: LiveFeedsOptions) {
    const { feeds, sink, stores, minutes, clock = systemClock } = options;
    this.#options = options;
    this.#clock = clock;
    const fresh = feeds.map((feed) => freshStatus(feed, paceMsOf(feed, minutes) / 60_000));
    this.#statuses = new FeedStatuses(fresh, () => this.#firstReading?.changed());
    this.#poller = new Poller({
      sink,
      stores,
      statuses: this.#statuses,
      states: this.#states,
      removeOld: ({ layer }) => this.#removeOld(layer),
      minutes,
      clock,
      userAgent: options.userAgent,
      secrets: options.secrets ?? [],
      turns: options.turns,
      fetch: options.fetch,
      random: options.random ?? Math.random,
      log: (text) => options.log?.(text),
    });
  }

  /**
   * Brings the stores to what was kept; they have at most features of data files before. Nothing is
   * requested before `start`.
   */
  static async open(options: LiveFeedsOptions): Promise<LiveFeeds> {
    const { sink, lists = [] } = options;
    const live = new LiveFeeds(options);
    for (const { layer, features } of lists) await sink.ship(layer, features);
    await live.#catchUp();
    for (const layer of layers) await live.#remove(layer);
    return live;
  }

  statuses(): FeedStatus[] {
    return this.#options.feeds.map((feed) => ({
      ...this.#statuses.of(feed.name),
      ...coverageFacts(feed, this.#states.get(feed.name)),
    }));
  }

  get areas(): readonly Bbox[] {
    return this.#options.areas ?? [];
  }

  feedsOf(id: CollectionId): FeedStatus[] {
    return this.statuses().filter(({ layer }) => collectionOf[layer] === id);
  }

  /** Of which time and place the data of a collection are complete; undefined if not known. */
  coverageOf(id: CollectionId): CoverageMember | undefined {
    const { days, filed } = this.#options;
    const nowMs = this.#clock.now();
    return coverageMember({
      feeds: this.feedsOf(id),
      keptSince: nowMs - days * dayMs,
      filed: filed?.[id],
      areas: this.areas,
      nowMs,
    });
  }

  creditsOf(id: CollectionId): Credit[] {
    const { feeds, lists = [] } = this.#options;
    const own = [...feeds, ...lists].filter(({ layer }) => collectionOf[layer] === id);
    return own.map(({ credit }) => credit);
  }

  #listedIn(layer: Layer): ReadonlySet<string> {
    const feeds = this.#options.feeds.filter((feed) => feed.layer === layer);
    return new Set(feeds.flatMap((feed) => feed.listed?.(this.#states.get(feed.name)) ?? []));
  }

  start(): void {
    const log = (text: string) => this.#options.log?.(text);
    this.#firstReading = new FirstReading(() => this.statuses(), log, this.#clock);
    this.#running = this.#run();
  }

  /** See `FirstReading.until`. */
  async firstReading(onRows?: (rows: number) => void): Promise<void> {
    await this.#firstReading?.until(onRows);
  }

  /** Ends all readings; when it resolves, no request and no timer is left. */
  async close(): Promise<void> {
    this.#ending.abort(new Error("The live feeds are closed."));
    await this.#running;
    await this.#options.sink.close();
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    let fault: string | undefined;
    while (!signal.aborted) {
      try {
        const lease = await this.#options.sink.tryLease();
        if (lease) await this.#lead(lease);
        else {
          await this.#catchUp();
          for (const layer of layers) await this.#removeOld(layer);
        }
        fault = undefined;
        await this.#clock.wait(followMs, signal);
      } catch (error) {
        if (signal.aborted) return;
        const text = `the store of live feeds: ${detailOf(error, this.#options.secrets ?? [])}`;
        if (text !== fault) this.#options.log?.(text);
        fault = text;
        await this.#clock.wait(followMs, signal).catch(() => undefined);
      }
    }
  }

  /** Reads the feeds until the end, or until another process took over. */
  async #lead(lease: Lease): Promise<void> {
    const signal = AbortSignal.any([this.#ending.signal, lease.lost]);
    // Every feed waits for it, and there may be dozens.
    setMaxListeners(0, signal);
    try {
      await this.#catchUp();
      await Promise.all(this.#options.feeds.map((feed) => this.#poller.poll(feed, signal)));
    } finally {
      await lease.release();
    }
  }

  async #catchUp(): Promise<void> {
    this.#take(await this.#options.sink.catchUp());
  }

  /** A feed that is no longer known is read anew. */
  #take(records: ReadonlyMap<string, FeedRecord>): void {
    this.#states.clear();
    for (const { name } of this.#options.feeds) {
      const { state, readAt = null } = records.get(name) ?? {};
      this.#states.set(name, state);
      this.#statuses.update(name, { readAt });
    }
  }

  /** At most once an hour. */
  async #removeOld(layer: Layer): Promise<void> {
    const nowMs = this.#clock.now();
    const since = nowMs - (this.#removedAt.get(layer) ?? Number.NEGATIVE_INFINITY);
    if (since >= 0 && since < removalMs) return;
    await this.#remove(layer);
    this.#removedAt.set(layer, nowMs);
  }

  async #remove(layer: Layer): Promise<void> {
    if (!isInTime(layer)) return;
    const { sink, days } = this.#options;
    const limitMs = this.#clock.now() - days * dayMs;
    await sink.removeOld(layer, limitMs, this.#listedIn(layer));
  }
}
