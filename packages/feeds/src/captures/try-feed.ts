import { setTimeout as timer } from "node:timers/promises";
import { createFeedRequest, type FeedFetch } from "../http/feed-request.ts";
import { redact } from "../http/redact.ts";
import { type ChangeCounts, type Feed, FeedError, type FeedFeature } from "../values/feed.ts";
import { type CapturedAnswer, Recorder } from "./recorder.ts";

/** What one reading made of a source's answers. */
export interface Understood {
  /** Of the first complete answer: of FIRMS and FEDS a day, else the list. */
  readonly counts: ChangeCounts;
  /** Features with another id, or none of this place. */
  readonly features: number;
  /** The smallest ids, as examples. */
  readonly ids: readonly string[];
  /** Epoch milliseconds of the oldest and newest feature; null without times. */
  readonly times: readonly [oldest: number, newest: number] | null;
  readonly first: FeedFeature | null;
  /** Why rows were not taken, and how many each, most frequent first. */
  readonly rejected: readonly (readonly [reason: string, rows: number])[];
  readonly requests: number;
  /** After decompression. */
  readonly bytes: number;
  /** Why the source could not be read: a sentence without secrets; null if it could. */
  readonly error: string | null;
}

export interface TryOptions {
  readonly userAgent: string;
  readonly secrets?: readonly string[];
  readonly fetch?: FeedFetch | undefined;
  /** Epoch milliseconds of the clock; default that of this machine. */
  readonly now?: (() => number) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const noCounts: ChangeCounts = { received: 0, rejected: 0, added: 0, replaced: 0, removed: 0 };
const maxIds = 5;
const maxReasons = 5;

/** One reading of a feed into an empty store, up to the first complete answer. */
export async function tryFeed(
  feed: Feed,
  { userAgent, secrets = [], fetch = globalThis.fetch, now = Date.now, signal }: TryOptions,
): Promise<{ readonly understood: Understood; readonly answers: readonly CapturedAnswer[] }> {
  const recorder = new Recorder(fetch, secrets);
  const reasons = new Map<string, number>();
  const ending = new AbortController();
  const signals = AbortSignal.any([ending.signal, ...(signal ? [signal] : [])]);
  let [counts, put]: [ChangeCounts, readonly FeedFeature[]] = [noCounts, []];
  let error: string | null = null;
  try {
    const changes = feed.read({
      signal: signals,
      now,
      request: createFeedRequest({
        userAgent,
        signal: signals,
        fetch: recorder.fetch,
        // A program that waits for nothing else stays until the source was asked again.
        clock: { now, wait: (ms, ended) => timer(ms, undefined, { signal: ended }) },
      }),
      state: undefined,
      stored: { get: async () => undefined, async *during() {} },
      pause: () => undefined,
      report: (reason) => reasons.set(reason, (reasons.get(reason) ?? 0) + 1),
    });
    for await (const change of changes) {
      [counts, put] = [change.counts, change.put];
      break;
    }
  } catch (thrown) {
    if (!(thrown instanceof FeedError)) throw thrown;
    error = redact(thrown.message, secrets);
  } finally {
    ending.abort();
  }
  const times = put.flatMap(({ time }) => (time ? [time.start] : []));
  const inOrder = [...put].sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    understood: {
      counts,
      features: put.length,
      ids: inOrder.slice(0, maxIds).map(({ id }) => id),
      times: times.length > 0 ? [least(times), -least(times.map((each) => -each))] : null,
      first: inOrder[0] ?? null,
      rejected: [...reasons].sort(([, a], [, b]) => b - a).slice(0, maxReasons),
      requests: recorder.answers.length,
      bytes: recorder.bytes,
      error,
    },
    answers: recorder.answers,
  };
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}
