import assert from "node:assert/strict";
import { mock, type TestContext, test } from "node:test";
import { createApp, openUpstream, readSettings } from "../src/index.ts";

const origin = "http://127.0.0.1:3000";

/** The server's app with the synthetic sample, called as through a socket. */
async function startApp(environment: Record<string, string> = {}) {
  const settings = readSettings({ args: [], environment });
  const app = createApp(settings, await openUpstream(settings, origin));
  return async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(new URL(url, origin), init);
    if (!request.headers.has("host")) request.headers.set("host", new URL(request.url).host);
    return app.fetch(request);
  };
}

/** Stops the wall clock until the end of the test. */
function stopClock(t: TestContext, nowMs: number): void {
  mock.timers.enable({ apis: ["Date"], now: nowMs });
  t.after(() => mock.timers.reset());
}

type App = Awaited<ReturnType<typeof startApp>>;

interface Exported {
  readonly url: string;
  readonly expires: string;
  readonly count: number;
  readonly size_bytes: number;
}

async function exportWith(app: App, headers: Record<string, string> = {}): Promise<Exported> {
  const response = await app("/tools/export_features", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ collection: "svc:hotspots", format: "geojson" }),
  });
  const answer = (await response.json()) as Exported & { detail?: string };
  assert.equal(response.status, 200, answer.detail);
  return answer;
}

async function problemOf(response: Response): Promise<{ code: string; detail: string }> {
  assert.equal(response.headers.get("content-type"), "application/problem+json");
  return (await response.json()) as { code: string; detail: string };
}

test("anyone with the url of an export can download the whole file", async (t) => {
  const startedMs = Date.now();
  stopClock(t, startedMs);
  const app = await startApp({ EMBERLINE_API_KEYS: "key-1-of-some-length" });
  const { url, expires, count, size_bytes } = await exportWith(app, {
    authorization: "Bearer key-1-of-some-length",
  });
  assert.ok(url.startsWith(`${origin}/exports/`));
  // Expiry is in whole seconds.
  assert.equal(Date.parse(expires), Math.ceil(startedMs / 1000) * 1000 + 3_600_000);
  const response = await app(url);
  assert.equal(response.status, 200);
  const headers = Object.fromEntries(response.headers);
  assert.equal(headers["content-type"], "application/geo+json");
  assert.match(
    headers["content-disposition"]!,
    /^attachment; filename="svc-hotspots-[A-Za-z0-9-]+\.geojson"$/,
  );
  assert.equal(headers["content-length"], String(size_bytes));
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.match(headers["cache-control"]!, /no-store/);
  const text = await response.text();
  assert.equal(new TextEncoder().encode(text).length, size_bytes);
  assert.equal(JSON.parse(text).features.length, count);
});

test("HEAD returns the size, and a range request returns that range", async () => {
  const app = await startApp();
  const { url, size_bytes } = await exportWith(app);
  const head = await app(url, { method: "HEAD" });
  assert.deepEqual(
    [head.status, head.headers.get("content-length"), await head.text()],
    [200, String(size_bytes), ""],
  );
  const part = await app(url, { headers: { range: "bytes=0-26" } });
  assert.deepEqual([part.status, await part.text()], [206, '{"type":"FeatureCollection"']);
  assert.equal(part.headers.get("content-range"), `bytes 0-26/${size_bytes}`);
  const beyond = await app(url, { headers: { range: `bytes=${size_bytes}-` } });
  assert.equal(beyond.status, 416);
  await beyond.body?.cancel();
});

test("a url with any part changed is refused", async () => {
  const app = await startApp();
  const [mine, other] = [await exportWith(app), await exportWith(app)].map(
    ({ url }) => new URL(url),
  );
  const changed: ((url: URL) => void)[] = [
    (url) => url.searchParams.set("expires", String(Number(url.searchParams.get("expires")) + 1)),
    (url) => url.searchParams.set("signature", other!.searchParams.get("signature")!),
    (url) => {
      const signature = url.searchParams.get("signature")!;
      const first = signature.startsWith("A") ? "B" : "A";
      url.searchParams.set("signature", first + signature.slice(1));
    },
    (url) => url.searchParams.set("signature", url.searchParams.get("signature")!.slice(0, 20)),
    (url) => url.searchParams.delete("signature"),
    (url) => url.searchParams.delete("expires"),
    (url) => {
      url.pathname = other!.pathname;
    },
    (url) => {
      url.pathname = "/exports/..%2f..%2fetc%2fpasswd";
    },
  ];
  for (const change of changed) {
    const url = new URL(mine!);
    change(url);
    const response = await app(url);
    assert.equal(response.status, 403, url.pathname + url.search);
    assert.match((await problemOf(response)).detail, /use the complete url/);
  }
  const elsewhere = await startApp();
  assert.equal((await elsewhere(mine!.href)).status, 403, "another process has another key");
});

test("an export that has expired is gone", async (t) => {
  const app = await startApp();
  const { url, expires } = await exportWith(app);
  stopClock(t, Date.parse(expires) - 1);
  const response = await app(url);
  assert.equal(response.status, 200);
  await response.body?.cancel();
  mock.timers.setTime(Date.parse(expires));
  const late = await app(url);
  assert.equal(late.status, 410);
  assert.match((await problemOf(late)).detail, /expired/);
});

test("a page of another site cannot read an export through the browser", async () => {
  const app = await startApp();
  const { url } = await exportWith(app);
  const response = await app(url, { headers: { host: "evil.test:3000" } });
  assert.equal(response.status, 403);
  await response.body?.cancel();
});

test("the url starts with the address that the caller used, or with the public URL", async () => {
  const app = await startApp();
  const response = await app("http://localhost:3000/tools/export_features", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ collection: "svc:hotspots", format: "csv" }),
  });
  assert.match(((await response.json()) as Exported).url, /^http:\/\/localhost:3000\/exports\//);
  const proxied = await startApp({
    EMBERLINE_PUBLIC_URL: "https://fires.example/emberline/",
    EMBERLINE_OPEN: "yes",
  });
  const { url } = await exportWith(proxied);
  assert.ok(url.startsWith("https://fires.example/emberline/exports/"));
});

test("an export above the operator's limit is refused with that limit", async () => {
  const app = await startApp({
    EMBERLINE_EXPORT_MAX_MB: "0.01",
    EMBERLINE_EXPORT_MAX_MB_PER_CALLER: "1",
  });
  const response = await app("/tools/export_features", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ collection: "svc:hotspots", format: "geojson" }),
  });
  assert.equal(response.status, 400);
  assert.match((await problemOf(response)).detail, /space for exports/);
});

test("the exports of one key take at most its share and leave other keys theirs", async () => {
  const [ours, theirs] = ["our-key-of-some-length", "their-key-of-some-length"];
  const first = await startApp({ EMBERLINE_API_KEYS: ours });
  const { size_bytes } = await exportWith(first, { authorization: `Bearer ${ours}` });
  const app = await startApp({
    EMBERLINE_API_KEYS: `${ours},${theirs}`,
    EMBERLINE_EXPORT_MAX_MB: "100",
    EMBERLINE_EXPORT_MAX_MB_PER_CALLER: String((size_bytes * 1.5) / 1e6),
  });
  const ask = (key: string, input: object = {}) =>
    app("/tools/export_features", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify({ collection: "svc:hotspots", format: "geojson", ...input }),
    });
  assert.equal((await ask(ours)).status, 200);
  const refused = await ask(ours);
  assert.equal(refused.status, 400);
  assert.match((await problemOf(refused)).detail, /^Your exports would take more than [\d.]+ MB/);
  assert.equal((await ask(theirs)).status, 200);
  const small = { filter: "frp < 0" };
  assert.equal((await ask(ours, small)).status, 200, "refused exports take no space");
});
