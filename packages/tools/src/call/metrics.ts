import {
  type Counter,
  createNoopMeter,
  type Histogram,
  type MeterProvider,
  metrics,
} from "@opentelemetry/api";

const scope = "@emberline/tools";

/** Seconds; calls end after 30 s, exports after a few minutes. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120];

/** What is kept between calls. */
export type CacheName = "collections" | "profiles" | "fires" | "fire";

interface CallMetrics {
  /** Whether anything is recorded. */
  readonly isOn: boolean;
  /** By `tool`, and `outcome`: `ok` or the code of the error. */
  readonly calls: Counter;
  readonly duration: Histogram;
  readonly rows: Counter;
  readonly tokens: Counter;
  /** Of calls that found no free slot. */
  readonly wait: Histogram;
  /** By `cache` and `result`. */
  readonly lookups: Counter;
}

let known: { readonly provider: MeterProvider; readonly metrics: CallMetrics } | undefined;

/** The instruments of the current provider, which a program may set after it has loaded this. */
export function callMetrics(): CallMetrics {
  const provider = metrics.getMeterProvider();
  if (known?.provider !== provider) known = { provider, metrics: create(provider) };
  return known.metrics;
}

/** Counts whether something was found in a cache. */
export function countLookup(cache: CacheName, isHit: boolean): void {
  callMetrics().lookups.add(1, { cache, result: isHit ? "hit" : "miss" });
}

function create(provider: MeterProvider): CallMetrics {
  const meter = provider.getMeter(scope);
  const seconds = { unit: "s", advice: { explicitBucketBoundaries: boundaries } };
  return {
    isOn: meter !== createNoopMeter(),
    calls: meter.createCounter("emberline.tool.calls", {
      unit: "{call}",
      description: "Tool calls by tool and outcome: ok, or the code of the error.",
    }),
    duration: meter.createHistogram("emberline.tool.duration", {
      ...seconds,
      description: "Time of tool calls, including the wait for a free slot.",
    }),
    rows: meter.createCounter("emberline.tool.rows", {
      unit: "{row}",
      description: "Rows in answers.",
    }),
    tokens: meter.createCounter("emberline.tool.answer.tokens", {
      unit: "{token}",
      description: "Tokens (o200k) of answers.",
    }),
    lookups: meter.createCounter("emberline.cache.lookups", {
      unit: "{lookup}",
      description: "Lookups in caches by cache and result: hit or miss.",
    }),
    wait: meter.createHistogram("emberline.queue.wait.duration", {
      ...seconds,
      description: "Time that calls without a free slot waited for one.",
    }),
  };
}
