import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { fixtures } from "@emberline/test-support/programs";
import { createApp, openUpstream, readSettings } from "emberline";
import { type RecordedUpstream, startUpstream } from "./support/upstream.ts";

const origin = "http://127.0.0.1:3000";
const keys = { acme: "emberline_acme-key", globex: "emberline_globex-key" };
const fires = { acme: "Acme Ridge", globex: "Globex Valley" };
const input = { collection: "svc:hotspots", time: "2025-06-01/2025-07-01", limit: 3 };

/** Headers that the service sends in place of its own; null: its own. */
let headers: Record<string, string> | null;
/** Whether the data have changed since, so that no entity tag of the past holds. */
let hasChanged: boolean;
let isFailing: boolean;
let upstream: RecordedUpstream;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "emberline-kept-"));
  const data = join(folder, "data");
  await cp(fixtures, data, { recursive: true });
  const [simulation] = JSON.parse(await readFile(join(fixtures, "simulations.json"), "utf8"));
  const simulations = Object.entries(fires).map(([organization, fireName], index) => ({
    ...simulation,
    id: `00000000-0000-4000-8000-00000000000${index}`,
    fireName,
    organization,
  }));
  await writeFile(join(data, "simulations.json"), JSON.stringify(simulations));
  const clients = ["operator", "acme", "globex"].map((id) => ({
    id,
    secret: `${id}-secret`,
    organization: id,
  }));
  upstream = await startUpstream(clients, data, async (request, serve) => {
    if (isFailing && request.method === "GET")
      return Response.json({ code: "broken" }, { status: 501 });
    if (hasChanged) request.headers.delete("if-none-match");
    const response = await serve(request);
    if (headers === null || request.method !== "GET") return response;
    for (const name of ["etag", "cache-control"]) response.headers.delete(name);
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  });
  const entries = Object.entries(keys).map(([name, key]) => ({
    name,
    sha256: createHash("sha256").update(key).digest("hex"),
    upstream: { clientId: name, secretVariable: `${name.toUpperCase()}_SECRET` },
  }));
  await writeFile(join(folder, "keys.json"), JSON.stringify({ keys: entries }));
});
beforeEach(() => {
  headers = null;
  hasChanged = false;
  isFailing = false;
});
after(async () => {
  await upstream.close();
  await rm(folder, { recursive: true });
});

async function startApp(environment: Record<string, string> = {}) {
  const settings = readSettings({
    args: [],
    environment: {
      ...upstream.environment,
      EMBERLINE_CACHE_SECONDS: "600",
      ...environment,
    },
  });
  const app = createApp(settings, await openUpstream(settings, origin));
  return async (tool: string, body: object, key?: string) => {
    const before = upstream.requests.length;
    const response = await app.fetch(
      new Request(`${origin}/tools/${tool}`, {
        method: "POST",
        headers: {
          host: "127.0.0.1:3000",
          "content-type": "application/json",
          ...(key && { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify(body),
      }),
    );
    const answer = (await response.json()) as {
      rows: unknown;
      notices?: string[];
      next_cursor?: string;
    };
    const requests = upstream.requests.slice(before).filter((each) => !each.includes("/v1/token"));
    return { response, answer, requests };
  };
}

test("an equal call gets the answer again once the service confirms each entity tag", async () => {
  const call = await startApp();
  const first = await call("query_features", input);
  assert.equal(first.response.headers.get("age"), null);
  assert.ok(first.requests.length > 0);
  const again = await call("query_features", { ...input });
  assert.match(again.response.headers.get("age")!, /^\d+$/);
  assert.match(again.answer.notices!.at(-1)!, /^This answer is \d+ s old\.$/);
  assert.deepEqual(again.answer.rows, first.answer.rows);
  assert.equal(again.requests.length, first.requests.length);
  for (const request of again.requests) assert.match(request, /"if-none-match","W\//);

  hasChanged = true;
  assert.equal((await call("query_features", input)).response.headers.get("age"), null);
});

test("other arguments are another question", async () => {
  const call = await startApp();
  await call("query_features", input);
  for (const other of [{ limit: 2 }, { time: "2025-06-01/2025-06-30" }, { max_tokens: 2000 }]) {
    const { response } = await call("query_features", { ...input, ...other });
    assert.equal(response.headers.get("age"), null);
  }
});

const hotspots = { collection: "svc:hotspots", time: "2024-07-01/2024-07-07" };
const near = { ...hotspots, radius_km: 500 };
const box = { ...hotspots, bbox: [-125, 40, -115, 47] };
for (const [what, first, second, isShared] of [
  [
    "a place by two names",
    { ...near, near: "La Pine" },
    { ...near, near: "La Pine, Oregon" },
    true,
  ],
  [
    "days and their instants",
    hotspots,
    { ...hotspots, time: "2024-07-01T00:00:00Z/2024-07-07T23:59:59.999Z" },
    true,
  ],
  ["an absent box", hotspots, { ...hotspots, bbox: "" }, true],
  ["a filter", { ...hotspots, filter: "frp>5" }, { ...hotspots, filter: "(frp > 5)" }, true],
  [
    "words for one moving time",
    { ...hotspots, time: "last 24 hours" },
    { ...hotspots, time: "last 24h" },
    true,
  ],
  [
    "a moving and a fixed time",
    { ...hotspots, time: "last 24h" },
    { ...hotspots, time: "today" },
    false,
  ],
  [
    "places of one name",
    { ...near, near: "Springfield, Oregon" },
    { ...near, near: "Springfield, Illinois" },
    false,
  ],
  ["two radii", { ...near, near: "La Pine" }, { ...near, near: "La Pine", radius_km: 499 }, false],
  ["a box and all places", box, hotspots, false],
  ["boxes", box, { ...box, bbox: [-125, 40, -115, 47.1] }, false],
  ["weeks", hotspots, { ...hotspots, time: "2024-07-01/2024-07-06" }, false],
  ["filters", { ...hotspots, filter: "frp > 5" }, { ...hotspots, filter: "frp > 6" }, false],
  ["groupings", { ...hotspots, group_by: ["day"] }, hotspots, false],
] as const) {
  test(`${what}: ${isShared ? "one reading answers both" : "each is read"}`, async () => {
    headers = {};
    const call = await startApp();
    const read = await call("summarize_features", first);
    assert.equal(read.response.status, 200, JSON.stringify(read.answer));
    assert.ok(read.requests.some((each) => each.includes("/items?")));
    const again = await call("summarize_features", second);
    assert.equal(again.response.headers.has("age"), isShared, JSON.stringify(again.answer));
    assert.equal(again.requests.length === 0, isShared);
    if (isShared) assert.deepEqual({ ...again.answer, notices: 0 }, { ...read.answer, notices: 0 });
  });
}

test("wordings at the same time share one reading", async () => {
  const call = await startApp();
  const wordings = ["La Pine", "La Pine, Oregon", "la pine or"];
  const answers = await Promise.all(
    wordings.map((name) => call("summarize_features", { ...near, near: name })),
  );
  for (const { answer } of answers) assert.deepEqual(answer, answers[0]!.answer);
  const pages = answers[0]!.requests.filter((each) => each.includes("/items?"));
  assert.equal(new Set(pages.map((each) => each.split(" ")[0])).size, pages.length);
});

test("an answer with a cursor, which repeats the arguments, is kept for those words only", async () => {
  const call = await startApp();
  const first = { ...hotspots, limit: 1 };
  const other = { ...first, time: "2024-07-01T00:00:00Z/2024-07-07T23:59:59.999Z" };
  assert.equal(typeof (await call("query_features", first)).answer.next_cursor, "string");
  const { answer, response } = await call("query_features", other);
  assert.equal(response.headers.has("age"), false);
  const next = await call("query_features", { ...other, cursor: answer.next_cursor });
  assert.equal(next.response.status, 200);
  assert.equal((await call("query_features", first)).response.headers.has("age"), true);
});

for (const [given, asks] of [
  [{ "cache-control": "private, max-age=600" }, "nothing"],
  [{ expires: "Thu, 01 Jan 2026 01:00:00 GMT", date: "Thu, 01 Jan 2026 00:00:00 GMT" }, "nothing"],
  [{}, "nothing"],
  [{ "cache-control": "max-age=600", age: "600", etag: '"a"' }, "tags"],
  [{ "cache-control": "no-cache", etag: '"a"' }, "tags"],
  [{ "cache-control": "no-cache" }, "everything"],
  [{ "cache-control": "no-store", etag: '"a"' }, "everything"],
  [{ "cache-control": "max-age=600", vary: "*" }, "everything"],
  [{ expires: "0" }, "everything"],
] as const satisfies readonly (readonly [Record<string, string>, string])[]) {
  test(`an equal call asks the service for ${asks} after ${JSON.stringify(given)}`, async () => {
    const call = await startApp();
    headers = given;
    const first = await call("query_features", input);
    const { requests, response } = await call("query_features", input);
    assert.equal(response.status, 200);
    const asked =
      requests.length === 0
        ? "nothing"
        : requests.every((each) => each.includes('"if-none-match"'))
          ? "tags"
          : "everything";
    // A tag that the service does not confirm is asked for, and the data after it.
    if (asks === "tags") assert.ok(requests.some((each) => each.includes('"if-none-match"')));
    else assert.equal(asked, asks, JSON.stringify([first.requests.length, requests]));
  });
}

test("an organization never gets the answer of another", async () => {
  const call = await startApp({
    EMBERLINE_KEYS_FILE: join(folder, "keys.json"),
    ACME_SECRET: "acme-secret",
    GLOBEX_SECRET: "globex-secret",
  });
  for (const round of [1, 2]) {
    for (const name of ["acme", "globex"] as const) {
      const { response, answer } = await call("list_simulations", {}, keys[name]);
      const text = JSON.stringify(answer);
      assert.ok(text.includes(fires[name]), text);
      assert.ok(!text.includes(fires[name === "acme" ? "globex" : "acme"]), text);
      assert.equal(response.headers.has("age"), round === 2);
    }
  }
  for (const [name, place, isKept] of [
    ["acme", "La Pine", false],
    ["globex", "La Pine, Oregon", false],
    ["acme", "La Pine, Oregon", true],
  ] as const) {
    const input = { ...near, near: place };
    const { response } = await call("summarize_features", input, keys[name]);
    assert.equal(response.headers.has("age"), isKept, `${name}, ${place}`);
  }
});

test("an error is not an answer to the next call, and a kept answer does not hide that the service fails", async () => {
  const call = await startApp();
  isFailing = true;
  assert.equal((await call("query_features", input)).response.status, 502);
  isFailing = false;
  const { response } = await call("query_features", input);
  assert.deepEqual([response.status, response.headers.get("age")], [200, null]);
  isFailing = true;
  assert.equal((await call("query_features", input)).response.status, 502);
});

test("without the setting every call asks the service", async () => {
  const call = await startApp({ EMBERLINE_CACHE_SECONDS: "" });
  await call("query_features", input);
  const { response, requests } = await call("query_features", input);
  assert.equal(response.headers.get("age"), null);
  assert.ok(requests.every((each) => !each.includes("if-none-match")));
});
