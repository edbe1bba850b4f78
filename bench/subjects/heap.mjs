// Makes distinct calls, alternating between MCP and HTTP, and reports the heap in between.
import { getHeapCodeStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createClient } from "@emberline/core";
import { createHttpTools } from "@emberline/http-tools";
import { mcpHttpHandler } from "@emberline/mcp-server";
import { catalogue } from "@emberline/tools";

const [service = "", ...stops] = process.argv.slice(2);
const client = createClient(JSON.parse(service));
const options = {
  tools: catalogue,
  context: { client, now: Date.now, notices: [] },
  version: "0.0.0",
};
const mcp = mcpHttpHandler(options);
const http = createHttpTools(options);

/** Tool calls made distinct by a number, so that anything kept per call shows. */
const kinds = [
  (/** @type {number} */ n) => ({
    tool: "query_features",
    input: { collection: "svc:hotspots", bbox: boxOf(n), limit: 10 },
  }),
  (/** @type {number} */ n) => ({
    tool: "summarize_features",
    input: { collection: "svc:hotspots", bbox: boxOf(n), group_by: ["day"], filter: `frp > ${n}` },
  }),
  (/** @type {number} */ n) => ({
    tool: "assess_location",
    input: { lon: (n % 3600) / 10 - 180, lat: ((n * 7) % 1200) / 10 - 60, radius_km: 20 },
  }),
  (/** @type {number} */ n) => ({
    tool: "query_features",
    input: { collection: "svc:satellite-perimeters", limit: 2, bbox: boxOf(n) },
  }),
  (/** @type {number} */ n) => ({
    tool: "get_feature",
    input: { collection: "svc:hotspots", id: `none-${n}` },
  }),
  (/** @type {number} */ n) => ({
    tool: "list_simulations",
    input: { since: dateOf(n), limit: 2 },
  }),
  (/** @type {number} */ n) => ({ tool: "query_features", input: { [`colection_${n}`]: n } }),
  () => ({ tool: "list_collections", input: {} }),
];

/** @param {number} n */
function boxOf(n) {
  const west = (n % 3500) / 10 - 180;
  return [west, -60, west + 1, 60];
}

/** @param {number} n */
function dateOf(n) {
  return new Date(Date.UTC(1970, 0, 1 + n)).toISOString().slice(0, 10);
}

/** @param {number} n */
async function call(n) {
  const { tool, input } = /** @type {(typeof kinds)[number]} */ (kinds[n % kinds.length])(n);
  const isMcp = Math.floor(n / kinds.length) % 2 === 0;
  const body = isMcp
    ? { jsonrpc: "2.0", id: n, method: "tools/call", params: { name: tool, arguments: input } }
    : input;
  const request = new Request(`http://emberline.test/${isMcp ? "mcp" : `tools/${tool}`}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
    },
    body: JSON.stringify(body),
  });
  const response = await (isMcp ? mcp : http).fetch(request);
  const text = await response.text();
  if (response.status >= 500 || text === "") throw new Error(`${tool}: ${response.status} ${text}`);
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

const heaps = [];
let calls = 0;
for (const stop of stops) {
  for (; calls < Number(stop); calls++) await call(calls);
  // Finalizers free memory only in a second collection.
  collectGarbage();
  await new Promise((resolve) => setTimeout(resolve, 100));
  collectGarbage();
  const { code_and_metadata_size: codeBytes } = getHeapCodeStatistics();
  heaps.push({ usedBytes: process.memoryUsage().heapUsed, codeBytes });
}
process.stdout.write(JSON.stringify(heaps));
process.exit();
