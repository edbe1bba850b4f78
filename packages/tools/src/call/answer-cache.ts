import { settleOrAbort } from "@emberline/core";
import { z } from "zod";
import { fitsWithAge, withAge } from "./answer-age.ts";
import type { CallResult } from "./context.ts";
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

/** The resolved selection of a call as a key, or why there is none. */
export type SelectionKey =
  | {
      readonly ok: true;
      /** Equal for calls with equal answers; null if only the arguments tell. */
      readonly key: string | null;
    }
  | Extract<CallResult, { ok: false }>;

/** A call that may share its answer. */
export interface SharedCall {
  /** The tool and its arguments: equal for calls with equal answers. */
  readonly key: string;
  readonly maxTokens: number;
  readonly signal: AbortSignal | undefined;
  /** Resolves the arguments, for calls that mean the same in other words. Never rejects. */
  resolve?(signal: AbortSignal): Promise<SelectionKey>;
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
  said: z.array(z.string()),
  output: z.record(z.string(), z.unknown()),
});

const onlyArguments: SelectionKey = { ok: true, key: null };

/** Four digits of seconds: every age that is allowed. */
const longestAgeMs = 9_999_000;

/**
 * The answers of one organization, by the calls' arguments and by what these resolve to. Equal
 * calls at the same time share their work, which ends when all of their callers have left. Only
 * whole answers are kept: no errors, no readings that stopped early, no counts that are not exact,
 * no files and pictures.
 */
export class AnswerCache {
  readonly #options: AnswerCacheOptions;
  readonly #flights = new Map<string, Flight>();

  constructor(options: AnswerCacheOptions) {
    this.#options = options;
  }

  /** @throws {Error} when the call's signal aborts: its reason */
  answer(call: SharedCall): Promise<CallResult> {
    return this.#join(call.key, call, (signal) => this.#find(call, signal));
  }

  /** Does the work, or waits for an equal call that does it. */
  async #join(
    key: string,
    call: Pick<SharedCall, "maxTokens" | "signal" | "run">,
    work: (signal: AbortSignal) => Promise<CallResult>,
  ): Promise<CallResult> {
    const { maxTokens, signal, run } = call;
    const joined = this.#flights.get(key);
    if (joined) countLookup("answers", true);
    const flight = joined ?? this.#start(key, work);
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
    if (!result.ok && /^(busy|cancelled)$/.test(result.error.code))
      return this.#join(key, call, work);
    // Data may have arrived after the others began to read.
    if (!result.ok || lagMs < 1000) return result;
    return (await fitsWithAge(result, lagMs, maxTokens)) ? withAge(result, lagMs) : run(signal);
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<CallResult>): Flight {
    const controller = new AbortController();
    const flight = {
      waiting: 0,
      startedAtMs: this.#options.now(),
      stop: () => controller.abort(),
      result: work(controller.signal).finally(() => this.#end(key, flight)),
    };
    // When all callers have left, nobody handles the failure.
    flight.result.catch(() => {});
    this.#flights.set(key, flight);
    return flight;
  }

  #end(key: string, flight: Flight): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
    flight.stop();
  }

  /** The answer to these arguments, else to what they resolve to, else a new one. */
  async #find(call: SharedCall, signal: AbortSignal): Promise<CallResult> {
    const kept = await this.#kept(call.key, signal);
    if (kept) return kept;
    const { result: selection, said } = await this.#options.recorder.record(
      async () => (await call.resolve?.(signal)) ?? onlyArguments,
    );
    if (!selection.ok) return selection;
    const { key } = selection;
    if (key === null) return this.#run(call, [call.key], said, signal);
    let isOwn = false;
    const shared = await this.#join(key, { ...call, signal }, async (ending) => {
      isOwn = true;
      const answer = await this.#kept(key, ending);
      return answer ?? this.#run(call, [call.key, key], said, ending);
    });
    if (isOwn || !shared.ok || isForAllWords(shared)) return shared;
    return this.#run(call, [call.key], said, signal);
  }

  async #kept(key: string, signal: AbortSignal): Promise<CallResult | null> {
    const { store, scope, recorder, now, maxAgeMs } = this.#options;
    const kept = read(await store.get(`${scope}:${key}`));
    const ageMs = kept ? now() - kept.madeAtMs : Number.POSITIVE_INFINITY;
    if (!kept || ageMs < 0 || ageMs > maxAgeMs) return null;
    const hold = kept.said.map((each) => recorder.stillHolds(each, ageMs, signal));
    if (!(await Promise.all(hold)).every(Boolean)) return null;
    countLookup("answers", true);
    // It was kept because every age fits into the budget.
    return withAge({ ok: true, output: kept.output, text: "" }, ageMs);
  }

  /** @param saidBefore what the service said while the arguments were resolved */
  async #run(
    call: SharedCall,
    keys: readonly string[],
    saidBefore: string | null,
    signal: AbortSignal,
  ): Promise<CallResult> {
    const { store, scope, recorder, now, maxAgeMs } = this.#options;
    countLookup("answers", false);
    const madeAtMs = now();
    const { result, said } = await recorder.record(() => call.run(signal));
    const mayKeep = said !== null && saidBefore !== null && isWhole(result);
    if (mayKeep && (await fitsWithAge(result, longestAgeMs, call.maxTokens))) {
      const text = JSON.stringify({ madeAtMs, said: [saidBefore, said], output: result.output });
      const kept = isForAllWords(result) ? keys : keys.slice(0, 1);
      const writes = kept.map((key) => store.set(`${scope}:${key}`, text, maxAgeMs));
      await Promise.allSettled(writes);
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

/** A cursor repeats the arguments in the words of its caller. */
function isForAllWords({ output }: Extract<CallResult, { ok: true }>): boolean {
  return output.next_cursor === undefined;
}
