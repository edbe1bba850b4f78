import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliDecompressSync, createGunzip, gunzipSync } from "node:zlib";
import { fixtures } from "@emberline/test-support/programs";
import { createApp, openUpstream, readSettings } from "emberline";

const origin = "http://127.0.0.1:3000";
const settings = readSettings({ args: ["--data", fixtures], environment: {} });
const app = createApp(settings, await openUpstream(settings, origin));

const hotspots = { collection: "svc:hotspots", limit: 100, max_tokens: 10_000 };

function send(path: string, headers: Record<string, string>, body?: object, method?: string) {
  return app.fetch(
    new Request(new URL(path, origin), {
      method: method ?? (body ? "POST" : "GET"),
      headers: {
        host: "127.0.0.1:3000",
        ...(body && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const codingOf = ({ headers }: Response) => headers.get("content-encoding");
const varies = ({ headers }: Response) => /\baccept-encoding\b/i.test(headers.get("vary") ?? "");

for (const [accepted, coding] of [
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["GZIP", "gzip"],
  ["br;q=0.5, gzip;q=0.8", "gzip"],
  ["br;q=0, gzip;q=0.1", "gzip"],
  ["br;q=0, *", "gzip"],
  ["*", "br"],
  ["identity, gzip;q=0.5", null],
  ["identity;q=0.2, gzip;q=0.5", "gzip"],
  ["gzip;q=0", null],
  ["*;q=0", null],
  ["deflate, zstd", null],
  ["", null],
  ["br;q=oops,,;;", "br"],
] as const) {
  test(`Accept-Encoding ${JSON.stringify(accepted)} is answered by ${coding ?? "no coding"}`, async () => {
    const plain = await bytesOf(await send("/tools", {}));
    const response = await send("/tools", { "accept-encoding": accepted });
    assert.equal(codingOf(response), coding);
    assert.ok(varies(response));
    const bytes = await bytesOf(response);
    const decoded =
      coding === "br" ? brotliDecompressSync(bytes) : coding ? gunzipSync(bytes) : bytes;
    assert.equal(decoded.toString(), plain.toString());
    if (coding) assert.ok(bytes.length < plain.length / 2, `${bytes.length} of ${plain.length}`);
  });
}

test("a list keeps an entity tag, weak once compressed, and If-None-Match still gets a 304", async () => {
  const plain = await send("/tools", {});
  const tag = plain.headers.get("etag")!;
  assert.match(tag, /^"/);
  assert.ok(varies(plain));
  const packed = await send("/tools", { "accept-encoding": "br" });
  assert.equal(packed.headers.get("etag"), `W/${tag}`);
  assert.equal(packed.headers.get("content-length"), null);
  assert.equal(brotliDecompressSync(await bytesOf(packed)).toString(), await plain.text());
  for (const known of [tag, `W/${tag}`]) {
    const again = await send("/tools", { "accept-encoding": "br", "if-none-match": known });
    assert.deepEqual([again.status, codingOf(again)], [304, null]);
  }
});

test("answers of MCP are compressed, small answers are not", async () => {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const headers = {
    accept: "application/json, text/event-stream",
    "accept-encoding": "gzip",
    "mcp-protocol-version": "2025-11-25",
  };
  const response = await send("/mcp", headers, message);
  if (/json/.test(response.headers.get("content-type")!)) {
    assert.equal(codingOf(response), "gzip");
    assert.ok(JSON.parse(gunzipSync(await bytesOf(response)).toString()).result.tools.length > 5);
  } else assert.equal(codingOf(response), null);
  const small = await send("/healthz", { "accept-encoding": "gzip" });
  assert.deepEqual([codingOf(small), await small.json()], [null, { status: "ok" }]);
});

test("problems and pages of problems are answers like others", async () => {
  const refused = await send("/tools/query_features", { "accept-encoding": "br" }, { colour: "x" });
  assert.equal(refused.status, 400);
  const bytes = await bytesOf(refused);
  const text = codingOf(refused) ? brotliDecompressSync(bytes) : bytes;
  assert.equal(JSON.parse(text.toString()).code, "invalid_input");
});

test("pictures and event streams are not compressed", async () => {
  const area = { near: "45.5,-118", radius_km: 100 };
  const png = { accept: "image/png", "accept-encoding": "br, gzip" };
  const picture = await send("/tools/show_map", png, area);
  assert.equal(picture.headers.get("content-type"), "image/png");
  assert.equal(codingOf(picture), null);
  const svg = { accept: "image/svg+xml", "accept-encoding": "br, gzip" };
  assert.equal(codingOf(await send("/tools/show_map", svg, area)), "br");
  const events = { accept: "text/event-stream", "accept-encoding": "br, gzip" };
  const stream = await send("/tools/query_features", events, hotspots);
  assert.equal(codingOf(stream), null);
  assert.match(await stream.text(), /event: result/);
});

test("HEAD has no body to compress", async () => {
  const head = await send("/tools", { "accept-encoding": "br" }, undefined, "HEAD");
  assert.deepEqual([codingOf(head), varies(head)], [null, true]);
});

test("rows are compressed while they are streamed: the first can be read before the last is written", async () => {
  const rows = { accept: "application/x-ndjson", "accept-encoding": "gzip" };
  const all = { collection: "svc:hotspots" };
  const response = await send("/tools/query_features", rows, all);
  assert.equal(codingOf(response), "gzip");
  const gunzip = createGunzip();
  const reader = response.body!.getReader();
  const first = await reader.read();
  const decoded = new Promise<string>((resolve) =>
    gunzip.once("data", (part: Buffer) => resolve(part.toString())),
  );
  gunzip.write(first.value);
  const line = (await decoded).split("\n")[0]!;
  assert.ok(JSON.parse(line).id, line);
  await reader.cancel();

  const whole = await send("/tools/query_features", rows, all);
  const lines = gunzipSync(await bytesOf(whole))
    .toString()
    .trimEnd()
    .split("\n");
  const { summary } = JSON.parse(lines.at(-1)!);
  assert.deepEqual([summary.complete, summary.returned], [true, lines.length - 1]);
});
