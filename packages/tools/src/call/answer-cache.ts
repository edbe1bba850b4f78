import { settleOrAbort } from "@emberline/core";
import { z } from "zod";
import { fitsWithAge, withAge } from "./answer-age.ts";
import type { CallResult } from "./call-result.ts";
import { countLookup } from "./metrics.ts";

/** Where a program keeps answers: texts by key, each until it expires. */
export interface AnswerStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, text: string, lifeMs: number): Promise<void>;
}

/** Hears what the service says about keeping its answers. */
export interface ServiceRecorder {
  /**
   * Runs a call.
   *
   * @returns its result, and what the service said meanwhile; null if nothing may be kept
   */
  record<Result>(work: () => Promise<Result>): Promise<{ result: Result; said: string | null }>;
  /** Whether what the service said `ageMs` ago allows an answer now; it may be asked again. */
  stillHolds(said: string, ageMs: number, signal: AbortSignal): Promise<boolean>;
}

export interface AnswerCacheOptions {
  readonly store: AnswerStore;
  readonly recorder: ServiceRecorder;
  /** The organization and the settings that answers depend on. */
  readonly scope: string;
  /** The longest age of an answer, whatever the service says. */
  readonly maxAgeMs: number;
  /** The clock, in milliseconds since 1970-01-01T00:00Z. */
  readonly now: () => number;
}

/** A call that may share its answer. */
export interface SharedCall {
  /** Equal for calls with equal answers. */
  readonly key: string;
  readonly maxTokens: number;
  readonly signal: AbortSignal | undefined;
  run(signal: AbortSignal | undefined): Promise<CallResult>;
}

interface Flight {
  waiting: number;
  readonly startedAtMs: number;
  readonly result: Promise<CallResult>;
  stop(): void;
}

const keptSchema = z.object({
  madeAtMs: z.number(),
  said: z.string(),
  output: z.record(z.string(), z.unknown()),
});

/** Four digits of seconds: every age that is allowed. */
const longestAgeMs = 9_999_000;

/**
 * The answers of one organization. Equal calls that run at the same time share their work, which
 * ends when all of their callers have left. Only whole answers are kept: no errors, no readings
 * that stopped early, no counts that are not exact, no files and pictures.
 */
export class AnswerCache {
  readonly #options: AnswerCacheOptions;
  readonly #flights = new Map<string, Flight>();

  constructor(options: AnswerCacheOptions) {
    this.#options = options;
  }

  /** @throws {Error} when the call's signal aborts: its reason */
  async answer(call: SharedCall): Promise<CallResult> {
    const { key, maxTokens, signal, run } = call;
    const joined = this.#flights.get(key);
    if (joined) countLookup("answers", true);
    const flight = joined ?? this.#start(call);
    const lagMs = this.#options.now() - flight.startedAtMs;
    flight.waiting += 1;
    let result: CallResult;
    try {
      result = await (signal ? settleOrAbort(flight.result, signal) : flight.result);
    } finally {
      flight.waiting -= 1;
      if (flight.waiting === 0) this.#end(key, flight);
    }
    if (!joined) return result;
    // The limits of the first caller are not those of the others.
    if (!result.ok && /^(busy|cancelled)$/.test(result.error.code)) return this.answer(call);
    // Data may have arrived after the others began to read.
    if (!result.ok || lagMs < 1000) return result;
    return (await fitsWithAge(result, lagMs, maxTokens)) ? withAge(result, lagMs) : run(signal);
  }

  #start(call: SharedCall): Flight {
    const controller = new AbortController();
    const flight = {
      waiting: 0,
      startedAtMs: this.#options.now(),
      stop: () => controller.abort(),
      result: this.#find(call, controller.signal).finally(() => this.#end(call.key, flight)),
    };
    // When all callers have left, nobody handles the failure.
    flight.result.catch(() => {});
    this.#flights.set(call.key, flight);
    return flight;
  }

  #end(key: string, flight: Flight): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
    flight.stop();
  }

  async #find(call: SharedCall, signal: AbortSignal): Promise<CallResult> {
    const { store, scope, recorder, now, maxAgeMs } = this.#options;
    const name = `${scope}:${call.key}`;
    const kept = read(await store.get(name));
    const ageMs = kept ? now() - kept.madeAtMs : Number.POSITIVE_INFINITY;
    const isUsable = kept && ageMs >= 0 && ageMs <= maxAgeMs;
    if (isUsable && (await recorder.stillHolds(kept.said, ageMs, signal))) {
      countLookup("answers", true);
      // It was kept because every age fits into the budget.
      return withAge({ ok: true, output: kept.output, text: "" }, ageMs);
    }
    countLookup("answers", false);
    const madeAtMs = now();
    const { result, said } = await recorder.record(() => call.run(signal));
    const mayKeep = said !== null && isWhole(result);
    if (mayKeep && (await fitsWithAge(result, longestAgeMs, call.maxTokens))) {
      const text = JSON.stringify({ madeAtMs, said, output: result.output });
      await store.set(name, text, maxAgeMs).catch(() => {});
    }
    return result;
  }
}

/** Kept texts are untrusted: a broken one counts as absent. */
function read(text: string | undefined): z.output<typeof keptSchema> | undefined {
  if (text === undefined) return undefined;
  try {
    return keptSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function isWhole(result: CallResult): result is Extract<CallResult, { ok: true }> {
  if (!result.ok || result.attachment || result.isLate) return false;
  const { matched_exact: isExact, complete, next_cursor: cursor } = result.output;
  return isExact !== false && (complete !== false || cursor !== undefined);
}
