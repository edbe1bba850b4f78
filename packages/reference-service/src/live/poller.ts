import {
  type Clock,
  createFeedRequest,
  type Feed,
  FeedError,
  type FeedFetch,
  type FeedRecord,
  type JournalEntry,
  redact,
} from "@emberline/feeds";
import { traceOf } from "@emberline/settings";
import type { Turns } from "@emberline/turns";
import pLimit, { type LimitFunction } from "p-limit";
import { addRows, type FeedStatus, type FeedStatuses } from "../http/feed-notices.ts";
import type { FeatureStore, LiveSink } from "../store/feature-store.ts";
import { type CollectionId, collectionOf } from "../values/collections.ts";
import { Problem } from "../values/problems.ts";

/** What was read could not be kept; then it was not applied either. */
class UnstoredChange extends Error {
  constructor(cause: unknown) {
    const code = codeOf(cause) ?? codeOf((cause as { cause?: unknown } | null)?.cause);
    const where = cause instanceof Problem ? "in the database" : "on disk";
    super(`what was read could not be stored ${where}${code ? ` (${code})` : ""}`, { cause });
  }
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^[A-Z_]{1,40}$/.test(code) ? code : undefined;
}

/** Why a reading failed, for callers: a sentence without secrets and full stop. */
function sentenceOf(error: unknown, secrets: readonly string[]): string {
  const isKnown = error instanceof FeedError || error instanceof UnstoredChange;
  return isKnown
    ? redact(error.message, secrets).replace(/\.$/, "")
    : "an internal error of Emberline";
}

function faultOf(error: unknown): FeedStatus["fault"] {
  if (error instanceof FeedError) return error.code;
  return error instanceof UnstoredChange ? "storage" : "internal";
}

/** The same for the operator's log: with the stack of an unforeseen error. */
export function detailOf(error: unknown, secrets: readonly string[]): string {
  const sentence = sentenceOf(error, secrets);
  if (error instanceof FeedError) return sentence;
  const cause = error instanceof UnstoredChange ? error.cause : error;
  return `${sentence}\n${redact(traceOf(cause), secrets)}`;
}

interface PollerOptions {
  readonly sink: LiveSink;
  readonly stores: Record<CollectionId, FeatureStore>;
  readonly statuses: FeedStatuses;
  /** The states of the last changes, by the names of feeds. */
  readonly states: Map<string, unknown>;
  /** Removes features of the feed's layer that are too old. */
  readonly removeOld: (feed: Feed) => Promise<void>;
  readonly minutes: number | undefined;
  readonly userAgent: string;
  readonly secrets: readonly string[];
  readonly turns: Pick<Turns, "pauseOf">;
  readonly clock: Clock;
  readonly fetch: FeedFetch | undefined;
  readonly random: () => number;
  readonly log: (text: string) => void;
}

/** Readings of one source at the same time, however many feeds it has. */
const maxReadingsPerSource = 2;

/** Reads feeds again and again, and hands each change to the sink. */
export class Poller {
  readonly #options: PollerOptions;
  readonly #sources = new Map<string, LimitFunction>();

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
      const leastMs = error && isPassing(error) ? Math.min(soonMs, paceMs) : paceMs;
      delayMs = nextDelayMs({ leastMs, failures, retryAfterMs }, random);
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
    const { clock, statuses, states, secrets, log } = this.#options;
    const { name } = feed;
    const attemptAt = clock.now();
    const { attempts, failures, error: before } = statuses.of(name);
    const insteadBefore = feed.standIn?.(states.get(name));
    statuses.update(name, { attemptAt, nextAttemptAt: null, attempts: attempts + 1 });
    try {
      await this.#read(feed, signal, attemptAt);
      await stored(this.#options.removeOld(feed));
      statuses.update(name, { error: null, fault: null });
      if (before !== null) log(`${name}: read again after failures`);
      const instead = feed.standIn?.(states.get(name));
      if (instead !== undefined && instead !== insteadBefore)
        log(`${name}: ${redact(instead, secrets)}`);
      return null;
    } catch (error) {
      if (signal.aborted) return null;
      const sentence = sentenceOf(error, secrets);
      statuses.update(name, { error: sentence, fault: faultOf(error), failures: failures + 1 });
      if (sentence !== before) log(`${name}: ${detailOf(error, secrets)}`);
      return error;
    }
  }

  async #read(feed: Feed, ending: AbortSignal, startedAt: number): Promise<void> {
    const { clock, stores, states, statuses, turns, userAgent, fetch, random } = this.#options;
    const { name, layer } = feed;
    const reading = new AbortController();
    const signal = AbortSignal.any([ending, reading.signal]);
    const { readAt } = statuses.of(name);
    try {
      const changes = feed.read({
        signal,
        now: () => clock.now(),
        request: createFeedRequest({ userAgent, signal, clock, fetch, random }),
        state: states.get(name),
        stored: stores[collectionOf[layer]].stored,
        pause: turns.pauseOf(signal),
      });
      for await (const { put, remove, state, counts } of changes) {
        signal.throwIfAborted();
        await this.#commit(feed, { put, remove }, { state, readAt });
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
    change: Pick<JournalEntry, "put" | "remove">,
    record: FeedRecord,
  ): Promise<void> {
    await stored(this.#options.sink.commit({ layer, ...change, records: { [name]: record } }));
  }
}

async function stored<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new UnstoredChange(error);
  }
}

const minuteMs = 60_000;

/** However often a source has failed, it is asked again after six hours. */
const maxBackoffMs = 6 * 60 * minuteMs;

/** So that the processes of many operators do not ask at the same moment. */
const jitterShare = 0.1;

/** After the first failure that may pass by itself. */
const soonMs = minuteMs;

/** Whether the next reading may succeed: the source was not reached, or the disk was full. */
function isPassing(error: unknown): boolean {
  return ["unreachable", "storage"].includes(faultOf(error)!);
}

/** How the last readings of a feed went. */
interface Course {
  /** Before the next reading. */
  readonly leastMs: number;
  /** Failed readings in a row. */
  readonly failures: number;
  /** From the source. */
  readonly retryAfterMs?: number | undefined;
}

/** The pace of a feed: what the operator wants, but never shorter than the source allows. */
export function paceMsOf({ minMinutes }: { minMinutes: number }, minutes = 0): number {
  return Math.max(minMinutes, minutes) * minuteMs;
}

/** How long to wait for the next reading; doubled with every failure after the first. */
function nextDelayMs(course: Course, random: () => number): number {
  const { leastMs, failures, retryAfterMs = 0 } = course;
  const backoffMs = Math.min(leastMs * 2 ** Math.max(0, failures - 1), maxBackoffMs);
  const delayMs = Math.max(leastMs, backoffMs, retryAfterMs);
  return Math.round(delayMs * (1 + random() * jitterShare));
}

/** How long after a start the first reading begins, if an earlier process read already. */
function firstDelayMs(readAt: number | null, paceMs: number, nowMs: number): number {
  if (readAt === null || readAt > nowMs) return 0;
  return Math.max(0, readAt + paceMs - nowMs);
}
