import {
  type Clock,
  createFeedRequest,
  type Feed,
  FeedError,
  type FeedFetch,
  type FeedRecord,
  type Journal,
  type Layer,
} from "@emberline/feeds";
import type { Turns } from "@emberline/turns";
import pLimit, { type LimitFunction } from "p-limit";
import type { CollectionId } from "../collections.ts";
import type { FeatureStore } from "../store/feature-store.ts";
import { addRows } from "./feed-status.ts";
import type { FeedStatuses } from "./feed-statuses.ts";
import { collectionOf } from "./layers.ts";
import { detailOf, sentenceOf, UnstoredChange } from "./poll-error.ts";
import { isInTime, type Retention } from "./retention.ts";
import { firstDelayMs, nextDelayMs, paceMsOf } from "./schedule.ts";
import { isStoreJournal } from "./store-journal.ts";

export interface PollerOptions {
  readonly journal: Journal;
  readonly stores: Record<CollectionId, FeatureStore>;
  readonly statuses: FeedStatuses;
  /** The states of the last changes, by the names of feeds. */
  readonly states: Map<string, unknown>;
  readonly retention: Retention;
  /** The features of a layer that sources still list. */
  readonly listedIn: (layer: Layer) => ReadonlySet<string>;
  readonly minutes: number | undefined;
  readonly userAgent: string;
  readonly secrets: readonly string[];
  readonly turns: Pick<Turns, "pauseOf">;
  readonly clock: Clock;
  readonly fetch: FeedFetch | undefined;
  readonly random: () => number;
  readonly log: (text: string) => void;
  /** Called with the number of each commit. */
  readonly onCommit: (sequence: number) => void;
}

/** Readings of one source at the same time, however many feeds it has. */
const maxReadingsPerSource = 2;

/** How often the journal is searched for features that are too old. */
const removalMs = 3_600_000;

/** Reads feeds again and again: each change goes into the journal, then into the store. */
export class Poller {
  readonly #options: PollerOptions;
  readonly #sources = new Map<string, LimitFunction>();
  readonly #removedAt = new Map<Layer, number>();

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  /** Reads a feed until the signal aborts; its readings never overlap. */
  async poll(feed: Feed, signal: AbortSignal): Promise<void> {
    const { clock, statuses, random, minutes } = this.#options;
    const paceMs = paceMsOf(feed, minutes);
    const limit = this.#limitOf(feed);
    let delayMs = firstDelayMs(statuses.of(feed.name).readAt, paceMs, clock.now());
    let failures = 0;
    while (!signal.aborted) {
      statuses.update(feed.name, { nextAttemptAt: clock.now() + delayMs });
      try {
        if (delayMs > 0) await clock.wait(delayMs, signal);
      } catch {
        return;
      }
      const error = await limit(() => this.#attempt(feed, signal));
      failures = error ? failures + 1 : 0;
      const retryAfterMs = error instanceof FeedError ? error.retryAfterMs : undefined;
      delayMs = nextDelayMs({ paceMs, failures, retryAfterMs }, random);
    }
  }

  #limitOf({ credit }: Feed): LimitFunction {
    const limit = this.#sources.get(credit.url) ?? pLimit(maxReadingsPerSource);
    this.#sources.set(credit.url, limit);
    return limit;
  }

  /** One reading, with its outcome in the status; returns why it failed. */
  async #attempt(feed: Feed, signal: AbortSignal): Promise<unknown> {
    if (signal.aborted) return null;
    const { clock, statuses, secrets, log } = this.#options;
    const { name } = feed;
    const attemptAt = clock.now();
    const { attempts, failures, error: before } = statuses.of(name);
    statuses.update(name, { attemptAt, nextAttemptAt: null, attempts: attempts + 1 });
    try {
      await this.#read(feed, signal, attemptAt);
      await this.#removeOld(feed);
      statuses.update(name, { error: null });
      if (before !== null) log(`${name}: read again after failures`);
      return null;
    } catch (error) {
      if (signal.aborted) return null;
      const sentence = sentenceOf(error, secrets);
      statuses.update(name, { error: sentence, failures: failures + 1 });
      if (sentence !== before) log(`${name}: ${detailOf(error, secrets)}`);
      return error;
    }
  }

  async #read(feed: Feed, ending: AbortSignal, startedAt: number): Promise<void> {
    const { clock, journal, stores, states, statuses, turns, userAgent, fetch, random } =
      this.#options;
    const { name, layer } = feed;
    const store = stores[collectionOf[layer]];
    const reading = new AbortController();
    const signal = AbortSignal.any([ending, reading.signal]);
    const { readAt } = statuses.of(name);
    try {
      const changes = feed.read({
        signal,
        now: () => clock.now(),
        request: createFeedRequest({ userAgent, signal, clock, fetch, random }),
        state: states.get(name),
        stored: store.stored,
        pause: turns.pauseOf(signal),
      });
      for await (const { put, remove, state, counts } of changes) {
        signal.throwIfAborted();
        await this.#commit(feed, { put, remove }, { state, readAt });
        if (!isStoreJournal(journal)) await store.apply({ put: [...put], remove });
        states.set(name, state);
        statuses.update(name, { rows: addRows(statuses.of(name).rows, counts) });
      }
      signal.throwIfAborted();
      const record = { state: states.get(name) ?? null, readAt: startedAt };
      await this.#commit(feed, { put: [], remove: [] }, record);
      statuses.update(name, { readAt: startedAt });
    } finally {
      // Answers that the feed left unread.
      reading.abort();
    }
  }

  async #commit(
    { name, layer }: Feed,
    change: Pick<Parameters<Journal["commit"]>[0], "put" | "remove">,
    record: FeedRecord,
  ): Promise<void> {
    const { journal, onCommit } = this.#options;
    onCommit(await stored(journal.commit({ feed: name, layer, ...change, record })));
  }

  async #removeOld(feed: Feed): Promise<void> {
    const { clock, journal, stores, retention, listedIn } = this.#options;
    const { layer } = feed;
    const nowMs = clock.now();
    const since = nowMs - (this.#removedAt.get(layer) ?? Number.NEGATIVE_INFINITY);
    if (!isInTime(layer) || (since >= 0 && since < removalMs)) return;
    const limitMs = retention.limitAt(nowMs);
    const listed = listedIn(layer);
    if (isStoreJournal(journal)) {
      await stored(journal.removeOld(layer, limitMs, listed));
    } else if (listed.size === 0) {
      await stored(journal.removeBefore(layer, limitMs));
      await retention.apply(layer, limitMs);
    } else {
      // By id, since a removal by time cannot spare some.
      const change = { put: [], remove: await retention.idsBefore(layer, limitMs, listed) };
      if (change.remove.length > 0) {
        await this.#commit(feed, change, this.#recordOf(feed));
        await stores[collectionOf[layer]].apply(change);
      }
    }
    this.#removedAt.set(layer, nowMs);
  }

  #recordOf({ name }: Feed): FeedRecord {
    const { states, statuses } = this.#options;
    return { state: states.get(name) ?? null, readAt: statuses.of(name).readAt };
  }
}

async function stored<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new UnstoredChange(error);
  }
}
