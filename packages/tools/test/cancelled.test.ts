import assert from "node:assert/strict";
import { test } from "node:test";
import { defer, Turns } from "@emberline/turns";
import { z } from "zod";
import { callTool, catalogue, type Tool } from "../src/index.ts";
import { nowhere } from "./export-support.ts";
import { call, contextOf, point } from "./support.ts";

const at = (i: number) => new Date(Date.parse("2025-06-20T00:00:00Z") + i * 60_000).toISOString();
const detections = Array.from({ length: 30 }, (_, i) =>
  point(`h${i}`, 10 + i / 100, 50, { datetime: at(i), frp: i }),
);
const perimeters = Array.from({ length: 12 }, (_, i) => ({
  type: "Feature",
  id: `p${i}`,
  geometry: {
    type: "Polygon",
    coordinates: [
      [
        [10, 49.9],
        [10.1, 49.9],
        [10.1, 50.1],
        [10, 49.9],
      ],
    ],
  },
  properties: { datetime: at(i), incident_id: `fire ${i % 3}` },
}));
const service = {
  features: {
    "svc:hotspots": detections,
    "svc:satellite-perimeters": perimeters,
    "svc:static-heat-sources": detections.slice(0, 9),
  },
  // Small pages, so that every reading takes several.
  maxLimit: 4,
};
const hotspots = { collection: "svc:hotspots" };
const input: Record<string, unknown> = {
  list_collections: {},
  describe_collection: hotspots,
  query_features: { ...hotspots, near: "50,10", limit: 20 },
  get_feature: { ...hotspots, id: "h1" },
  list_simulations: { fire_name: "none" },
  summarize_features: { ...hotspots, group_by: ["hour"] },
  compare_periods: { ...hotspots, before: "2025-06-19", after: "2025-06-20" },
  assess_location: { near: "50,10", time: "2025-06-20" },
  assess_fire: { fire: "fire 1" },
  show_map: { near: "50,10" },
  export_features: { ...hotspots, format: "csv" },
};

/** Lets all remaining work run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve));
}

/** Cancels a call when its n-th request arrives; the service still answers. */
async function cancelAt(n: number, tool: string) {
  const cancel = new AbortController();
  let requests = 0;
  let requestsAfter = 0;
  let reportsAfter = 0;
  const intercept = () => {
    if (cancel.signal.aborted) requestsAfter++;
    if (++requests === n) cancel.abort();
    return undefined;
  };
  const { context } = contextOf({ ...service, intercept }, undefined, {
    exports: nowhere,
    signal: cancel.signal,
    onRead: () => {
      if (cancel.signal.aborted) reportsAfter++;
    },
  });
  const result = await call(tool, input[tool], context);
  await settle();
  return { requests, requestsAfter, reportsAfter, result, isCancelled: cancel.signal.aborted };
}

// find_place sends no requests.
for (const { name } of catalogue.filter((tool) => tool.name !== "find_place")) {
  test(`${name} sends no request and reports no progress once it was cancelled, whenever that is`, async () => {
    const { requests } = await cancelAt(Number.POSITIVE_INFINITY, name);
    assert.ok(requests > 1);
    // At most a dozen moments, from the first request to the last.
    for (let n = 1; n <= requests; n += Math.ceil(requests / 12)) {
      const cancelled = await cancelAt(n, name);
      assert.deepEqual(
        [cancelled.requestsAfter, cancelled.reportsAfter],
        [0, 0],
        `cancelled at request ${n} of ${requests}`,
      );
      assert.ok(cancelled.isCancelled);
      assert.equal(cancelled.result.ok, false, `cancelled at request ${n} of ${requests}`);
    }
  });
}

test("signals that a tool first reads after its caller has left are aborted, for its reason", async () => {
  const reason = new Error("left");
  const caller = new AbortController();
  const read: AbortSignal[] = [];
  const tool: Tool = {
    ...catalogue[0]!,
    async run(_input, context) {
      caller.abort(reason);
      read.push(context.signal, context.softDeadline);
      return { parts: 0, keep: () => ({}) };
    },
  };
  const { context } = contextOf(service, undefined, { signal: caller.signal });
  const result = await callTool(tool, {}, context);
  assert.equal(result.ok ? "done" : result.error.code, "cancelled");
  assert.equal(read.length, 2);
  for (const signal of read) assert.equal(signal.reason, reason);
});

/** A tool that answers with what a function returns. */
function toolOf(answer: () => Promise<Record<string, unknown>>): Tool {
  return {
    ...catalogue[0]!,
    output: z.looseObject({}),
    async run() {
      const output = await answer();
      return { parts: 0, keep: () => output };
    },
  };
}

test("a call ends with its caller even if its tool waits and never reads a signal", async () => {
  const caller = new AbortController();
  const { context } = contextOf(service, undefined, { signal: () => caller.signal });
  const waiting = toolOf(() => new Promise(() => {}));
  const calling = callTool(waiting, {}, context);
  setImmediate(() => caller.abort());
  const result = await calling;
  assert.equal(result.ok ? "done" : result.error.code, "cancelled");
});

test("the signal is not asked for if a call ends within its turn of the event loop", async () => {
  let asked = 0;
  const signal = () => {
    asked++;
    return new AbortController().signal;
  };
  // Only the first call waits for a turn, since no time passes.
  const turns = new Turns({ now: () => 0, defer });
  const { context } = contextOf(service, undefined, { signal, turns });
  const tool = toolOf(async () => ({ done: true }));
  await callTool(tool, {}, context);
  const askedByFirst = asked;
  const result = await callTool(tool, {}, context);
  await settle();
  assert.deepEqual([result.ok && result.output, asked], [{ done: true }, askedByFirst]);
});
