import {
  type Clock,
  type Credit,
  type Feed,
  type FeedFeature,
  type FeedFetch,
  type Journal,
  type Layer,
  type Lease,
  systemClock,
} from "@emberline/feeds";
import type { Turns } from "@emberline/turns";
import { type FeedStatus, FeedStatuses, freshStatus } from "../http/feed-statuses.ts";
import type { FeatureStore } from "../store/feature-store.ts";
import { isStoreJournal } from "../store/store-journal.ts";
import type { CollectionId } from "../values/collections.ts";
import { collectionOf, layers } from "../values/layers.ts";
import { JournalFollower } from "./journal-follower.ts";
import { detailOf, Poller, paceMsOf } from "./poller.ts";
import { isInTime, Retention } from "./retention.ts";

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
  readonly journal: Journal;
  readonly stores: Record<CollectionId, FeatureStore>;
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

/**
 * Keeps stores current from feeds. Of the processes that share a journal one reads the feeds, and
 * the others follow it.
 */
export class LiveFeeds {
  readonly #options: LiveFeedsOptions;
  readonly #clock: Clock;
  readonly #statuses: FeedStatuses;
  readonly #poller: Poller;
  readonly #follower: JournalFollower;
  /** Of the last changes, by the names of feeds. */
  readonly #states = new Map<string, unknown>();
  readonly #ending = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  private constructor(options: LiveFeedsOptions, retention: Retention) {
    const { feeds, journal, stores, minutes, clock = systemClock } = options;
    this.#options = options;
    this.#clock = clock;
    const fresh = feeds.map((feed) => freshStatus(feed, paceMsOf(feed, minutes) / 60_000));
    this.#statuses = new FeedStatuses(fresh);
    const [statuses, states] = [this.#statuses, this.#states];
    const shared = { journal, stores, retention, statuses, states };
    this.#follower = new JournalFollower(shared);
    this.#poller = new Poller({
      ...shared,
      listedIn: (layer) => this.#listedIn(layer),
      minutes,
      clock,
      userAgent: options.userAgent,
      secrets: options.secrets ?? [],
      turns: options.turns,
      fetch: options.fetch,
      random: options.random ?? Math.random,
      log: (text) => options.log?.(text),
      onCommit: (sequence) => this.#follower.skip(sequence),
    });
  }

  /**
   * Puts the features of the journal into the stores, which have at most those of data files,
   * unless the journal is theirs.
   * Nothing is requested before `start`.
   */
  static async open(options: LiveFeedsOptions): Promise<LiveFeeds> {
    const { stores, journal, lists = [] } = options;
    const isStored = isStoreJournal(journal);
    const retention = await (isStored
      ? Retention.knowing(stores, options.days)
      : Retention.over(stores, options.days));
    const live = new LiveFeeds(options, retention);
    for (const { layer, features } of lists) {
      if (isStored) await journal.ship(layer, features);
      // Features of files stay as they are.
      else await stores[collectionOf[layer]].insert(features);
    }
    await live.#follower.readFirst();
    const limitMs = retention.limitAt(live.#clock.now());
    for (const layer of layers.filter(isInTime)) {
      const listed = live.#listedIn(layer);
      if (isStored) await journal.removeOld(layer, limitMs, listed);
      else await retention.apply(layer, limitMs, listed);
    }
    return live;
  }

  statuses(): FeedStatus[] {
    return this.#options.feeds.map((feed) => {
      const newestAt = feed.newestAt?.(this.#states.get(feed.name)) ?? null;
      return { ...this.#statuses.of(feed.name), newestAt };
    });
  }

  feedsOf(id: CollectionId): FeedStatus[] {
    return this.statuses().filter(({ layer }) => collectionOf[layer] === id);
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
    this.#running = this.#run();
  }

  /** Ends all readings; when it resolves, no request and no timer is left. */
  async close(): Promise<void> {
    this.#ending.abort(new Error("The live feeds are closed."));
    await this.#running;
    await this.#options.journal.close();
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    let fault: string | undefined;
    while (!signal.aborted) {
      try {
        const lease = await this.#options.journal.tryLease();
        if (lease) await this.#lead(lease);
        else await this.#follower.catchUp();
        fault = undefined;
        await this.#clock.wait(followMs, signal);
      } catch (error) {
        if (signal.aborted) return;
        const text = `the journal of live feeds: ${detailOf(error, this.#options.secrets ?? [])}`;
        if (text !== fault) this.#options.log?.(text);
        fault = text;
        await this.#clock.wait(followMs, signal).catch(() => undefined);
      }
    }
  }

  /** Reads the feeds until the end, or until another process took over. */
  async #lead(lease: Lease): Promise<void> {
    const signal = AbortSignal.any([this.#ending.signal, lease.lost]);
    try {
      await this.#follower.catchUp();
      await Promise.all(this.#options.feeds.map((feed) => this.#poller.poll(feed, signal)));
    } finally {
      await lease.release();
    }
  }
}
