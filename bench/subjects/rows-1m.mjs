// Streams all hotspots as rows over HTTP to a reader that counts lines, in one process with the
// reader's cost included, and reports the peak memory; or reads the pages without keeping them.
import { createClient } from "@emberline/core";
import { createHttpTools } from "@emberline/http-tools";
import { catalogue } from "@emberline/tools";

const [service = "", time = "", pauseEvery = "0"] = process.argv.slice(2);
const client = createClient(JSON.parse(service));
const context = { client, now: Date.now, notices: [] };
const app = createHttpTools({ tools: catalogue, context, version: "0.0.0" });

const startMs = performance.now();
const response = await app.request("/tools/query_features", {
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/x-ndjson" },
  body: JSON.stringify({ collection: "svc:hotspots", time }),
});
if (!response.body) throw new Error("the answer has no body");
const decoder = new TextDecoder();
let lines = 0;
let parts = 0;
let tail = "";
for await (const part of response.body) {
  const text = tail + decoder.decode(part, { stream: true });
  const all = text.split("\n");
  tail = all.pop() ?? "";
  lines += all.length;
  if (all.length > 0 && /^\{"summary"/.test(all.at(-1) ?? "")) tail = all.at(-1) ?? "";
  // A slow reader: rows must wait for it in the service, not in this process.
  if (++parts % Number(pauseEvery) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
}
const { summary } = JSON.parse(tail);
process.stdout.write(
  JSON.stringify({
    rows: lines - 1,
    complete: summary.complete,
    wallMs: performance.now() - startMs,
    maxRssKiB: process.resourceUsage().maxRSS,
  }),
);
