import {
  type Clock,
  type Credit,
  createFeedRequest,
  type Feed,
  FeedError,
  type FeedFeature,
  type FeedFetch,
  type Journal,
  type Layer,
  redact,
  systemClock,
} from "@emberline/feeds";
import { traceOf } from "@emberline/settings";
import type { Turns } from "@emberline/turns";
import pLimit, { type LimitFunction } from "p-limit";
import type { CollectionId } from "../collections.ts";
import type { FeatureStore } from "../store/feature-store.ts";
import { addRows, type FeedStatus, freshStatus } from "./feed-status.ts";
import { collectionOf, layers } from "./layers.ts";
import { isInTime, Retention } from "./retention.ts";
import { firstDelayMs, nextDelayMs, paceMsOf } from "./schedule.ts";

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

/** Readings of one source at the same time, however many feeds it has. */
const maxReadingsPerSource = 2;

/** Reads feeds again and again into the stores, each change first into the journal. */
export class LiveFeeds {
  readonly #options: LiveFeedsOptions;
  readonly #clock: Clock;
  readonly #retention: Retention;
  readonly #statuses = new Map<string, FeedStatus>();
  readonly #states = new Map<string, unknown>();
  readonly #sources = new Map<string, LimitFunction>();
  readonly #ending = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  private constructor(options: LiveFeedsOptions, retention: Retention) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#retention = retention;
    for (const feed of options.feeds) {
      const paceMinutes = paceMsOf(feed, options.minutes) / 60_000;
      this.#statuses.set(feed.name, freshStatus(feed, paceMinutes));
      this.#sources.set(feed.credit.url, pLimit(maxReadingsPerSource));
    }
  }

  /**
   * Puts the features of the journal into the stores, which have at most those of data files.
   * Nothing is requested before `start`.
   */
  static async open(options: LiveFeedsOptions): Promise<LiveFeeds> {
    const retention = await Retention.over(options.stores, options.days);
    const live = new LiveFeeds(options, retention);
    await live.#restore();
    return live;
  }

  statuses(): FeedStatus[] {
    return [...this.#statuses.values()];
  }

  feedsOf(id: CollectionId): FeedStatus[] {
    return this.statuses().filter(({ layer }) => collectionOf[layer] === id);
  }

  creditsOf(id: CollectionId): Credit[] {
    const { feeds, lists = [] } = this.#options;
    const own = [...feeds, ...lists].filter(({ layer }) => collectionOf[layer] === id);
    return own.map(({ credit }) => credit);
  }

  start(): void {
    this.#running = Promise.all(this.#options.feeds.map((feed) => this.#poll(feed)));
  }

  /** Ends all readings; when it resolves, no request and no timer is left. */
  async close(): Promise<void> {
    this.#ending.abort(new Error("The live feeds are closed."));
    await this.#running;
    await this.#options.journal.close();
  }

  async #restore(): Promise<void> {
    const { journal, stores, feeds, lists = [] } = this.#options;
    const records = await journal.records();
    for (const { name } of feeds) {
      const record = records.get(name);
      if (!record) continue;
      this.#states.set(name, record.state);
      this.#update(name, { readAt: record.readAt });
    }
    for (const { layer, features } of lists) {
      await stores[collectionOf[layer]].apply({ put: [...features], remove: [] });
    }
    const limitMs = this.#retention.limitAt(this.#clock.now());
    for (const layer of layers) {
      if (isInTime(layer)) await journal.removeBefore(layer, limitMs);
      for await (const put of journal.features(layer)) {
        await stores[collectionOf[layer]].apply({ put: [...put], remove: [] });
      }
    }
  }

  /** The readings of one feed, one after the other, until the end. */
  async #poll(feed: Feed): Promise<void> {
    const { random = Math.random, minutes } = this.#options;
    const { signal } = this.#ending;
    const paceMs = paceMsOf(feed, minutes);
    const { readAt } = this.#statuses.get(feed.name)!;
    let delayMs = firstDelayMs(readAt, paceMs, this.#clock.now());
    let failures = 0;
    while (!signal.aborted) {
      this.#update(feed.name, { nextAttemptAt: this.#clock.now() + delayMs });
      try {
        if (delayMs > 0) await this.#clock.wait(delayMs, signal);
        const error = await this.#sources.get(feed.credit.url)!(() => this.#attempt(feed));
        failures = error ? failures + 1 : 0;
        const retryAfterMs = error instanceof FeedError ? error.retryAfterMs : undefined;
        delayMs = nextDelayMs({ paceMs, failures, retryAfterMs }, random);
      } catch {
        // Closed during the wait.
        return;
      }
    }
  }

  /** One reading, with its outcome in the status; returns why it failed. */
  async #attempt(feed: Feed): Promise<Error | null> {
    const { signal } = this.#ending;
    if (signal.aborted) return null;
    const { name, layer } = feed;
    const attemptAt = this.#clock.now();
    const { attempts, failures, error: before } = this.#statuses.get(name)!;
    this.#update(name, { attemptAt, nextAttemptAt: null, attempts: attempts + 1 });
    try {
      await this.#read(feed, attemptAt);
      this.#update(name, { error: null });
      if (before !== null) this.#options.log?.(`${name}: read again after failures`);
      await this.#removeOld(layer);
      return null;
    } catch (thrown) {
      if (signal.aborted) return null;
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const sentence = this.#sentenceOf(error);
      this.#update(name, { error: sentence, failures: failures + 1 });
      if (sentence !== before) this.#options.log?.(`${name}: ${this.#detailOf(error, sentence)}`);
      return error;
    }
  }

  async #read(feed: Feed, startedAt: number): Promise<void> {
    const { journal, stores, turns, userAgent, fetch, random } = this.#options;
    const { name, layer } = feed;
    const store = stores[collectionOf[layer]];
    const reading = new AbortController();
    const signal = AbortSignal.any([this.#ending.signal, reading.signal]);
    const clock = this.#clock;
    const { readAt } = this.#statuses.get(name)!;
    try {
      const changes = feed.read({
        signal,
        now: () => clock.now(),
        request: createFeedRequest({ userAgent, signal, clock, fetch, random }),
        state: this.#states.get(name),
        stored: store.stored,
        pause: turns.pauseOf(signal),
      });
      for await (const { put, remove, state, counts } of changes) {
        signal.throwIfAborted();
        await this.#store(
          journal.commit({ feed: name, layer, put, remove, record: { state, readAt } }),
        );
        await store.apply({ put: [...put], remove });
        this.#states.set(name, state);
        this.#update(name, { rows: addRows(this.#statuses.get(name)!.rows, counts) });
      }
      signal.throwIfAborted();
      const record = { state: this.#states.get(name) ?? null, readAt: startedAt };
      await this.#store(journal.commit({ feed: name, layer, put: [], remove: [], record }));
      this.#update(name, { readAt: startedAt });
    } finally {
      // Answers that the feed left unread.
      reading.abort();
    }
  }

  async #store(commit: Promise<unknown>): Promise<void> {
    try {
      await commit;
    } catch (error) {
      throw new UnstoredChange(error);
    }
  }

  async #removeOld(layer: Layer): Promise<void> {
    if (!isInTime(layer)) return;
    const nowMs = this.#clock.now();
    const limitMs = this.#retention.limitAt(nowMs);
    await this.#store(this.#options.journal.removeBefore(layer, limitMs));
    await this.#retention.apply(layer, nowMs);
  }

  #update(name: string, changed: Partial<FeedStatus>): void {
    this.#statuses.set(name, { ...this.#statuses.get(name)!, ...changed });
  }

  #sentenceOf(error: Error): string {
    const isKnown = error instanceof FeedError || error instanceof UnstoredChange;
    return isKnown ? this.#redacted(error.message) : "an internal error of Emberline";
  }

  /** For the operator's log: of an unforeseen error its stack too. */
  #detailOf(error: Error, sentence: string): string {
    if (error instanceof FeedError) return sentence;
    const cause = error instanceof UnstoredChange ? error.cause : error;
    return `${sentence}\n${this.#redacted(traceOf(cause))}`;
  }

  #redacted(text: string): string {
    return redact(text, this.#options.secrets ?? []);
  }
}

/** A change that could not be written to the journal, and was not applied either. */
class UnstoredChange extends Error {
  constructor(cause: unknown) {
    const code = (cause as { code?: unknown } | null)?.code;
    const known = typeof code === "string" && /^[A-Z_]{1,40}$/.test(code) ? ` (${code})` : "";
    super(`what was read could not be stored on disk${known}`, { cause });
  }
}
