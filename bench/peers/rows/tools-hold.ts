import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import { emberlineServer, retained, stop } from "../../lib/child.ts";
import { startHttpServer } from "../../lib/http-server.ts";
import type { Line, Row } from "../../lib/row.ts";

const connectionCount = 200;
const holdSeconds = Number(process.env.HOLD_SECONDS ?? 60);
const warmUpSeconds = holdSeconds / 3;
/** Room for a call of each connection; the default refuses what would wait for long. */
const env = { EMBERLINE_MAX_CALLS: "400", EMBERLINE_MAX_WAITING_CALLS: "400" };

const hotspots = { collection: "svc:hotspots" };
/** Each form of an answer. */
const calls: readonly [tool: string, input: object, headers: Record<string, string>][] = [
  ["list_collections", {}, {}],
  ["query_features", { ...hotspots, limit: 20 }, {}],
  ["query_features", { ...hotspots, limit: 20 }, { "accept-encoding": "gzip" }],
  ["query_features", { ...hotspots, limit: 20 }, { accept: "text/event-stream" }],
  ["query_features", { ...hotspots, limit: 100 }, { accept: "application/x-ndjson" }],
  ["summarize_features", { ...hotspots, group_by: ["day"] }, { "idempotency-key": '"hold"' }],
];

/** 200 connections for a minute with mixed calls over HTTP: failures, and growth of memory. */
export const toolsHold: Row = {
  name: "tools-hold",
  async run(): Promise<Line[]> {
    const server = await startHttpServer(emberlineServer, { env });
    try {
      while ((await fetch(`${server.origin}/readyz`)).status !== 200) await sleep(200);
      const hold = (seconds: number) =>
        autocannon({
          url: server.origin,
          connections: connectionCount,
          duration: seconds,
          timeout: 60,
          requests: calls.map(([tool, input, headers]) => ({
            method: "POST" as const,
            path: `/tools/${tool}`,
            headers: { "content-type": "application/json", ...headers },
            body: JSON.stringify(input),
          })),
        });
      await hold(warmUpSeconds);
      const before = await retained(server.child);
      const found = await hold(holdSeconds);
      const after = await retained(server.child);
      const { errors, timeouts, requests, latency } = found;
      const latencies = `p50 ${latency.p50} ms, p99 ${latency.p99} ms, longest ${latency.max} ms`;
      return [
        {
          name: "tools-hold-errors",
          value: errors + timeouts + found["5xx"],
          unit: `failures of ${requests.total} calls, 5xx included; not judged: ${latencies}, ${found["4xx"]} refused`,
          goal: { kind: "≤", bound: 0 },
          measured: { unit: "calls", emberline: requests.total },
        },
        {
          name: "tools-hold-heap",
          value: after.heapBytes / before.heapBytes,
          unit: "× heap and buffers after warm-up, garbage collected",
          goal: { kind: "≤", bound: 1.1 },
          measured: {
            unit: "MB",
            baseline: before.heapBytes / 1e6,
            emberline: after.heapBytes / 1e6,
          },
        },
      ];
    } finally {
      await stop(server.child);
    }
  },
};
