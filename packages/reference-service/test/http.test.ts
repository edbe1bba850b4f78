import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { processTurns } from "@emberline/turns";
import type { LogEntry } from "../src/index.ts";
import {
  type Body,
  exchange,
  featuresUrl,
  type Harness,
  rootUrl,
  start,
  testClient,
} from "./service-harness.ts";
import { pointLine, withFolder } from "./temporary-folder.ts";

const itemsPath = "/collections/svc:satellite-perimeters/items";

describe("HTTP", () => {
  let harness: Harness;
  before(async () => {
    harness = await start();
  });

  it("answers 304 while nothing has changed, and the full response otherwise", async () => {
    const first = await harness.get(itemsPath);
    const etag = first.headers.get("ETag")!;
    assert.match(etag, /^W\/".+"$/);
    const again = await harness.get(itemsPath, {
      headers: { "If-None-Match": `"other", ${etag}` },
    });
    assert.equal(again.status, 304);
    assert.equal(await again.text(), "");
    const other = await harness.get(`${itemsPath}?limit=3`, { headers: { "If-None-Match": etag } });
    assert.equal(other.status, 200);
    const page = await harness.get(itemsPath, {
      headers: { "If-None-Match": etag, Accept: "text/html" },
    });
    assert.equal(page.status, 200);
    assert.equal((await harness.get(`${itemsPath}?limit=0`)).headers.get("ETag"), null);
  });

  it("compresses long responses for clients that accept gzip", async () => {
    const response = await harness.get(itemsPath, { headers: { "Accept-Encoding": "gzip" } });
    assert.equal(response.headers.get("Content-Encoding"), "gzip");
    const bytes = Buffer.from(await response.arrayBuffer());
    const body = JSON.parse(gunzipSync(bytes).toString());
    assert.equal(body.features.length, 10);
    assert.equal((await harness.get(itemsPath)).headers.get("Content-Encoding"), null);
  });

  it("answers HEAD as GET, without a body", async () => {
    const [head, get] = [
      await harness.get(itemsPath, { method: "HEAD" }),
      await harness.get(itemsPath),
    ];
    for (const name of ["Content-Type", "Content-Crs", "ETag", "Link"]) {
      assert.equal(head.headers.get(name), get.headers.get(name), name);
    }
    assert.equal(await head.text(), "");
  });

  it("lists the methods of a path in answers to OPTIONS and with 405", async () => {
    const options = await harness.service.fetch(
      new Request(featuresUrl + itemsPath, { method: "OPTIONS" }),
    );
    assert.equal(options.status, 204);
    assert.equal(options.headers.get("Allow"), "GET, HEAD, OPTIONS");
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const response = await harness.get(itemsPath, { method });
      assert.equal(response.status, 405);
      assert.equal(response.headers.get("Allow"), "GET, HEAD, OPTIONS");
    }
    const token = await harness.get(`${rootUrl}/v1/token`);
    assert.equal(token.status, 405);
    assert.equal(token.headers.get("Allow"), "POST, OPTIONS");
  });

  it("answers 406 when no representation is acceptable, weighing ranges by their quality", async () => {
    const accept = async (Accept: string) => harness.get(itemsPath, { headers: { Accept } });
    assert.equal((await accept("image/png")).status, 406);
    assert.equal((await accept("application/geo+json;q=0, text/csv")).status, 406);
    const type = async (header: string) => (await accept(header)).headers.get("Content-Type")!;
    assert.match(await type("text/html;q=0.4, application/*;q=0.5"), /^application\/geo\+json/);
    assert.match(await type("application/json"), /^application\/json/);
    assert.match(await type("text/html,application/xhtml+xml,*/*;q=0.8"), /^text\/html/);
    assert.match(await type("*/*"), /^application\/geo\+json/);
    assert.match(await type("text/html;q=0.5, */*"), /^application\/geo\+json/);
    assert.match(await type("*/*;q=0.1, text/*;q=0, application/json;q=0.2"), /^application\/json/);
    assert.match(await type("TEXT/HTML; charset=utf-8"), /^text\/html/);
  });

  it("allows pages of other origins only if configured", async () => {
    const origin = "https://map.test";
    const closed = await harness.get(itemsPath, { headers: { Origin: origin } });
    assert.equal(closed.headers.get("Access-Control-Allow-Origin"), null);
    const { service, get } = await start({ corsOrigins: [origin] });
    const open = await get(itemsPath, { headers: { Origin: origin } });
    assert.equal(open.headers.get("Access-Control-Allow-Origin"), origin);
    const foreign = await get(itemsPath, { headers: { Origin: "https://other.test" } });
    assert.equal(foreign.headers.get("Access-Control-Allow-Origin"), null);
    const preflight = await service.fetch(
      new Request(featuresUrl + itemsPath, {
        method: "OPTIONS",
        headers: {
          Origin: origin,
          "Access-Control-Request-Method": "GET",
          "Access-Control-Request-Headers": "authorization",
        },
      }),
    );
    assert.equal(preflight.headers.get("Access-Control-Allow-Origin"), origin);
    assert.match(preflight.headers.get("Access-Control-Allow-Headers")!, /authorization/i);
  });

  it("sends the links of a page in the Link header", async () => {
    const response = await harness.get(`${itemsPath}?limit=2`);
    const next = /<([^>]+)>; rel="next"/.exec(response.headers.get("Link")!)?.[1];
    const { links } = (await response.json()) as Body;
    assert.equal(next, links.find(({ rel }: Body) => rel === "next").href);
  });

  it("leaves links to very long URLs to the body, since clients take 16 kB of headers", async () => {
    const filter = Array.from({ length: 900 }, (_, i) => `sequence = ${i}`).join(" OR ");
    const query = new URLSearchParams({ limit: "2", filter });
    const response = await harness.get(`${itemsPath}?${query}`);
    assert.equal(response.status, 200);
    assert.ok([...response.headers].join().length < 8000);
    const { links } = (await response.json()) as Body;
    assert.ok(links.some(({ rel }: Body) => rel === "self"));
  });

  it("reports that it is alive without a token", async () => {
    const response = await harness.service.fetch(new Request(`${rootUrl}/healthz`));
    assert.deepEqual(await response.json(), { status: "ok" });
  });

  it("refuses a URL or a body that is too long", async () => {
    assert.equal((await harness.get(`${itemsPath}?x=${"y".repeat(80_000)}`)).status, 414);
    const body = JSON.stringify({ client_id: "x".repeat(20_000), client_secret: "y" });
    const headers = { "Content-Type": "application/json", "Content-Length": String(body.length) };
    const response = await harness.service.fetch(
      new Request(`${rootUrl}/v1/token`, { method: "POST", body, headers }),
    );
    assert.equal(response.status, 413);
  });
});

describe("the log", () => {
  it("has an entry per request, with parameter names and without any value or secret", async () => {
    const entries: LogEntry[] = [];
    const { get, token } = await start({ log: (entry) => entries.push(entry) });
    const response = await get(`${itemsPath}?bbox=1,2,3,4&filter=sequence%3D77123456789`);
    await get("/collections/svc:nothing");
    const [exchanged, items, nothing] = entries;
    assert.equal(exchanged!.path, "/v1/token");
    assert.deepEqual(items!.parameters, ["bbox", "filter"]);
    assert.equal(items!.requestId, response.headers.get("X-Request-Id"));
    assert.equal(items!.status, 200);
    assert.equal(nothing!.status, 404);
    const text = JSON.stringify(entries);
    for (const secret of [token, testClient.secret, "77123456789", "Bearer"])
      assert.ok(!text.includes(secret));
  });
});

describe("the log of a caller's own names", () => {
  it("has a bounded length, whatever the caller names", async () => {
    const entries: LogEntry[] = [];
    const { get } = await start({ log: (entry) => entries.push(entry) });
    const names = Array.from({ length: 3000 }, (_, n) => `name${n}`);
    for (const query of ["n".repeat(60_000), names.join("&")]) await get(`${itemsPath}?${query}`);
    for (const entry of entries) assert.ok(JSON.stringify(entry).length < 3000);
  });
});

describe("pages", () => {
  const hostileText = `"><script>alert(1)</script><img src=x onerror=alert(2)>'&\u0000`;

  async function evil(): Promise<Harness> {
    const line = pointLine(hostileText, [1, 2], {
      [hostileText]: hostileText,
      datetime: "2024-05-01T00:00:00Z",
    });
    return withFolder({ "hotspots.geojsonl": line }, (data) => start({ data }));
  }

  it("escape every value, in names, ids and parameters", async () => {
    const { get } = await evil();
    const id = encodeURIComponent(hostileText);
    for (const path of [
      "/collections/svc:hotspots/items",
      `/collections/svc:hotspots/items?limit=1&x=${id}`,
      `/collections/svc:hotspots/items/${id}`,
      "/collections/svc:hotspots/queryables",
      `/collections/${id}`,
      `/collections/svc:hotspots/items?limit=${id}`,
      `/collections/svc:hotspots/items?filter=${id}`,
    ]) {
      const text = await (await get(path, { headers: { Accept: "text/html" } })).text();
      assert.match(text, /^<!doctype html>/);
      assert.ok(!text.includes("<script") && !text.includes("<img"), path);
      assert.ok(!/href="[^"]*[<>]/.test(text), path);
    }
  });

  it("exist for every resource, with a title, and no scripts or foreign addresses", async () => {
    const { get, json } = await start();
    const { features } = await json(`${itemsPath}?limit=1`);
    for (const path of [
      "",
      "/conformance",
      "/api",
      "/collections",
      "/collections/svc:hotspots",
      "/collections/svc:hotspots/queryables",
      itemsPath,
      `${itemsPath}/${features[0].id}`,
    ]) {
      const response = await get(`${path}?f=html`);
      assert.match(response.headers.get("Content-Security-Policy")!, /default-src 'none'/);
      const text = await response.text();
      assert.match(text, /<h1>[^<]+<\/h1>/, path);
      assert.ok(!/<script|src=/.test(text), path);
    }
  });
});

describe("hostile values", () => {
  const values = [
    "' OR 1=1 --",
    "<script>alert(1)</script>",
    "\u0000",
    "{{7*7}}",
    "../../../etc/passwd",
    "%s%n",
    "𝕏".repeat(50),
  ];
  const names = [
    "limit",
    "bbox",
    "datetime",
    "filter",
    "filter-lang",
    "filter-crs",
    "crs",
    "bbox-crs",
    "cursor",
    "f",
    "offset",
    "unknown",
  ];

  it("in any parameter are refused or ignored, never a server error", async () => {
    const { get, service } = await start();
    for (const name of names) {
      for (const value of values) {
        const query = `${name}=${encodeURIComponent(value)}`;
        const response = await get(`${itemsPath}?${query}`);
        assert.ok([200, 400].includes(response.status), `${query}: ${response.status}`);
        const simulations = await get(`${rootUrl}/v1/fire-spread/simulations?${query}`);
        assert.ok([200, 422].includes(simulations.status), `${query}: ${simulations.status}`);
      }
    }
    for (const value of values) {
      assert.equal((await exchange(service, { id: value, secret: value })).status, 401);
      assert.equal((await get(`/collections/${encodeURIComponent(value)}`)).status, 404);
    }
  });
});

it("an internal error is logged with names and stack, and nothing of it reaches the caller", async () => {
  const entries: LogEntry[] = [];
  let isStarted = false;
  const { get } = await start({
    log: (entry) => entries.push(entry),
    turns: {
      pauseOf(signal) {
        if (isStarted) throw new TypeError("hush-hush");
        return processTurns.pauseOf(signal);
      },
    },
  });
  isStarted = true;
  const answer = await get("/collections/svc:hotspots/items?filter=frp>1");
  assert.equal(answer.status, 500);
  const [, { trace } = { trace: "" }] = entries;
  assert.match(trace ?? "", /^TypeError\n +at /);
  assert.doesNotMatch((await answer.text()) + JSON.stringify(entries), /hush/);
  await get("/collections/svc:none");
  assert.ok(!("trace" in entries.at(-1)!), "an answer to a wrong request is not an internal error");
});
