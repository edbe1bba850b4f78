import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sharedData, skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { stop } from "../lib/child.ts";
import { startHttpServer, untilReady } from "../lib/http-server.ts";
import type { Row } from "../lib/row.ts";

const server = fileURLToPath(new URL("../../apps/server/dist/bin.js", import.meta.url));
const perimeters = "svc:satellite-perimeters";

interface Call {
  readonly tool: string;
  readonly input: object;
  readonly accept?: string;
}

/** A cheap call that a person waits for. */
const trivial: Call = { tool: "query_features", input: { collection: "svc:hotspots", limit: 1 } };

/** Calls that each keep a server busy for seconds: unions, large pictures, full exports. */
const heavy: readonly Call[] = [
  { tool: "summarize_features", input: { collection: perimeters, union: true } },
  {
    tool: "summarize_features",
    input: {
      collection: perimeters,
      bbox: [-124.5, 32, -119, 42],
      time: "2023-01-01/2023-08-20",
      latest_per_fire: false,
      union: true,
    },
  },
  ...[1024, 2048].map((size) => ({
    tool: "show_map",
    input: { collections: [perimeters, "svc:hotspots"], width: size, height: size },
    accept: "image/png",
  })),
  { tool: "export_features", input: { collection: perimeters, format: "geojson" } },
  { tool: "export_features", input: { collection: "svc:hotspots", format: "csv" } },
  { tool: "summarize_features", input: { collection: "svc:hotspots", group_by: ["cluster"] } },
  {
    tool: "query_features",
    input: { collection: perimeters, geometry: "full", limit: 1000, max_tokens: 10_000 },
  },
];

const measuredMs = 20_000;
/** Pause between an answer and the next trivial call. */
const restMs = 10;

/**
 * How much longer a trivial call takes while heavy ones run, on the
 * server with its embedded service.
 */
export const fairness: Row = {
  name: "fairness",
  skip: skipWithoutSharedData,
  async run() {
    const { child, origin } = await startHttpServer(server, { args: ["--data", sharedData] });
    try {
      await untilReady({ origin });
      // Makes every call once, so that everything is loaded.
      for (const call of [trivial, ...heavy]) await answer(origin, call);
      const alone = await latenciesMs(origin);
      const ended = new AbortController();
      let answers = 0;
      const running = heavy.map(async (call) => {
        while (!ended.signal.aborted) {
          await answer(origin, call, ended.signal).then(
            () => answers++,
            (error) => {
              if (!ended.signal.aborted) throw error;
            },
          );
        }
      });
      const loaded = await latenciesMs(origin);
      ended.abort();
      await Promise.all(running);
      return [
        {
          name: "fairness",
          value: percentile(loaded, 99) - percentile(alone, 99),
          unit: `ms more for the slowest of 100 trivial calls, while ${heavy.length} heavy ones run`,
          goal: { kind: "≤", bound: 50 },
          measured: {
            unit: "ms",
            alone_p50: percentile(alone, 50),
            alone_p99: percentile(alone, 99),
            loaded_p50: percentile(loaded, 50),
            loaded_p99: percentile(loaded, 99),
            loaded_longest: Math.max(...loaded),
            trivial_calls: loaded.length,
            heavy_answers: answers,
          },
        },
      ];
    } finally {
      await stop(child);
    }
  },
};

/** @throws {Error} when the call failed: fast refusals would be no load */
async function answer(
  origin: string,
  { tool, input, accept = "application/json" }: Call,
  signal?: AbortSignal,
): Promise<void> {
  const response = await fetch(`${origin}/tools/${tool}`, {
    method: "POST",
    headers: { "content-type": "application/json", accept },
    body: JSON.stringify(input),
    ...(signal && { signal }),
  });
  const body = await response.text();
  // A call that timed out has kept the server busy until then.
  if (!response.ok && JSON.parse(body).code !== "timed_out")
    throw new Error(`${tool}: ${response.status} ${body}`);
}

/** Latencies of consecutive trivial calls. */
async function latenciesMs(origin: string): Promise<number[]> {
  const latencies: number[] = [];
  for (const end = performance.now() + measuredMs; performance.now() < end; await sleep(restMs)) {
    const started = performance.now();
    await answer(origin, trivial);
    latencies.push(performance.now() - started);
  }
  return latencies;
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1]!;
}
