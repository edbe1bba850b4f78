// The strongest ten hotspots by query_features; prints the rows, the time and the bytes received.
import { createClient } from "@emberline/core";
import { callTool, catalogue } from "@emberline/tools";

const [service = "", input = "", mode] = process.argv.slice(2);
const tool = catalogue.find(({ name }) => name === "query_features");
if (!tool) throw new Error("the catalogue has no query_features");
let bytes = 0;
const client = createClient({
  ...JSON.parse(service),
  async fetch(/** @type {RequestInfo} */ resource, /** @type {RequestInit} */ init) {
    const response = await fetch(resource, init);
    const body = await response.arrayBuffer();
    bytes += body.byteLength;
    return new Response(body, response);
  },
});
const { features } = client;
const asked =
  mode === "read" ? { ...client, features: { ...features, sorts: async () => null } } : client;
const context = () => ({ client: asked, now: Date.now, notices: [], timeoutMs: 600_000 });
const question = JSON.parse(input);
// What a program does once is not part of this measurement.
await callTool(tool, { ...question, bbox: [-105, 38, -103, 40] }, context());
bytes = 0;
const startMs = performance.now();
const result = await callTool(tool, question, context());
const wallMs = performance.now() - startMs;
if (!result.ok) throw result.error;
const { rows, matched } = /** @type {{ rows: unknown, matched: number }} */ (
  /** @type {unknown} */ (result.output)
);
process.stdout.write(JSON.stringify({ rows, matched, wallMs, bytes }));
