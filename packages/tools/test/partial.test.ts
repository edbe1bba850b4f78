import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, call, contextOf, jumpingTime, point } from "./support.ts";

const hours = (i: number) =>
  `2025-06-${10 + Math.floor(i / 24)}T${String(i % 24).padStart(2, "0")}:00:00Z`;
/** 200 hotspots near 50 N 10 E, then 200 far from it: pages that hold no match. */
const near = Array.from({ length: 200 }, (_, i) =>
  point(`near${i}`, 10, 50, { datetime: hours(i), frp: i }),
);
const far = Array.from({ length: 200 }, (_, i) =>
  point(`far${i}`, 80, -20, { datetime: hours(i), frp: 1 }),
);
const queryables = [
  { id: "datetime", type: "dateTime" },
  { id: "frp", type: "number" },
];
/** What is no JSON is not asked for again. */
const broken = () =>
  new Response("<html>oops</html>", { headers: { "content-type": "text/html" } });
const hotspots = { collection: "svc:hotspots" };

/** A service whose pages hold at most 100 features, and which fails from the feature `from` on. */
function failing(features: object[], from: number) {
  return {
    features: { "svc:hotspots": features as Record<string, unknown>[] },
    queryables,
    intercept: (url: URL) => {
      if (!url.pathname.endsWith("/items")) return undefined;
      if (Number(url.searchParams.get("from") ?? 0) >= from) return broken();
      return undefined;
    },
    maxLimit: 100,
  };
}

test("rows found before the service failed are answered, with a cursor that goes on where they end", async () => {
  const { context } = contextOf(failing([...far, ...near], 300));
  const first = await answerOf(
    "query_features",
    { ...hotspots, near: "50,10", sort: "time", limit: 500, max_tokens: 10_000 },
    context,
  );
  assert.equal(first.matched, 100);
  assert.equal(first.matched_exact, false);
  assert.equal(first.complete, false);
  assert.ok(
    first.notices.some((notice: string) => /first 300 features/.test(notice)),
    first.notices,
  );
});

test("a reading in the service's order that fails half-way goes on from there once the service is back", async () => {
  let isDown = true;
  const service = failing([...near, ...far], 100);
  const { context } = contextOf({
    ...service,
    intercept: (url: URL) => (isDown ? service.intercept(url) : undefined),
  });
  const box = {
    ...hotspots,
    bbox: [0, 40, 20, 60],
    limit: 150,
    properties: ["frp"],
    max_tokens: 10_000,
  };
  const first = await answerOf("query_features", box, context);
  assert.equal(first.returned, 100);
  assert.equal(first.complete, false);
  isDown = false;
  const second = await answerOf("query_features", { ...box, cursor: first.next_cursor }, context);
  const ids = [...first.rows, ...second.rows].map((row: unknown[]) => row[0]);
  assert.deepEqual(
    ids,
    near.map(({ id }) => id),
  );
});

test("a count that goes on from the first page is not exact where the service loses the rest", async () => {
  const features = [...near, ...far];
  const { context } = contextOf({
    features: { "svc:hotspots": features },
    queryables,
    maxLimit: 100,
    intercept: (url) => {
      if (url.searchParams.get("from") !== "110") return undefined;
      // The page's next link is lost, and 90 matches with it.
      const page = features.slice(110, 120);
      return Response.json({ type: "FeatureCollection", features: page, numberMatched: 400 });
    },
  });
  const box = { ...hotspots, bbox: [0, 40, 20, 60], limit: 10 };
  const { matched, matched_exact, complete } = await answerOf("query_features", box, context);
  assert.deepEqual([matched, matched_exact, complete], [110, false, false]);
});

test("a summary of a part says so, and its cursor summarizes the rest: counts and sums add up", async () => {
  let isDown = true;
  const service = failing([...near, ...far], 200);
  const { context } = contextOf({
    ...service,
    intercept: (url: URL) => (isDown ? service.intercept(url) : undefined),
  });
  const asked = { ...hotspots, properties: ["frp"] };
  const part = await answerOf("summarize_features", asked, context);
  assert.equal(part.matched, 200);
  assert.equal(part.matched_exact, false);
  assert.equal(part.complete, false);
  isDown = false;
  const rest = await answerOf(
    "summarize_features",
    { ...asked, cursor: part.next_cursor },
    context,
  );
  assert.equal(part.matched + rest.matched, 400);
  assert.equal(part.stats.frp.sum + rest.stats.frp.sum, (199 * 200) / 2 + 200);
  assert.equal(rest.complete, false);
  assert.ok(
    rest.notices.some((notice: string) => /after the first 200/.test(notice)),
    rest.notices,
  );
});

test("when most of the time is over what was read is answered", async (t) => {
  const timeoutMs = 10_000;
  const jump = jumpingTime(t);
  const service = {
    ...failing([...near, ...far], Number.POSITIVE_INFINITY),
    intercept: (url: URL) =>
      url.searchParams.has("from") ? new Promise<Response>(() => {}) : undefined,
  };
  const { context } = contextOf(service, undefined, {
    timeoutMs,
    onRead: () => jump(timeoutMs * 0.75),
  });
  const part = await answerOf("summarize_features", hotspots, context);
  assert.equal(part.matched, 100);
  assert.equal(part.complete, false);
  assert.ok(
    part.notices.some((notice: string) => /out of time/.test(notice)),
    part.notices,
  );
});

test("a bare count is the service's own where that is exact, and no page is read", async () => {
  const extent = { temporal: { interval: [["2025-01-01T00:00:00Z", "2025-06-20T11:00:00Z"]] } };
  const service = { ...failing([...near, ...far], Number.MAX_SAFE_INTEGER), extent };
  const { context, requests } = contextOf(service);
  const count = { ...hotspots, properties: [], top: 0 };
  const answer = await answerOf("summarize_features", count, context);
  assert.equal(answer.matched, 400);
  assert.equal(answer.matched_exact, true);
  assert.equal(answer.complete, true);
  const pages = requests.filter(({ pathname }) => pathname.endsWith("/items"));
  assert.deepEqual(
    pages.map(({ searchParams }) => searchParams.get("limit")),
    ["1"],
  );
});

test("a count in a circle is never the service's", async () => {
  const { context } = contextOf(failing([...near, ...far], Number.MAX_SAFE_INTEGER));
  const count = { ...hotspots, properties: [], top: 0, near: "50,10" };
  assert.equal((await answerOf("summarize_features", count, context)).matched, 200);
});

test("an operator's role goes before the usual names", async () => {
  const service = {
    features: {
      "svc:hotspots": [point("h1", 10, 50, { datetime: hours(0), frp: 1, strength_mw: 7 })],
    },
    queryables: [...queryables, { id: "strength_mw", type: "number" }],
  };
  const { context } = contextOf(service, undefined, {
    roles: { "svc:hotspots": { strength: "strength_mw" } },
  });
  const answer = await answerOf("summarize_features", hotspots, context);
  assert.equal(answer.stats.strength_mw.max, 7);
  const described = await answerOf("describe_collection", hotspots, context);
  assert.equal(
    described.properties.find(({ name }: { name: string }) => name === "strength_mw").role,
    "strength",
  );
});

test("a failure on the first page is an error, never an empty answer", async () => {
  const { context } = contextOf(failing([...near], 0));
  for (const name of ["query_features", "summarize_features"]) {
    const result = await call(name, hotspots, context);
    assert.ok(!result.ok);
    assert.equal(result.error.code, "service_failed");
  }
});

test("the newest observation is asked for where the extent does not tell it, and is unknown where that does not find it", async () => {
  const recent = [
    point("old", 10, 50, { datetime: "2025-06-01T00:00:00Z" }),
    point("new", 10, 50, { datetime: "2025-06-19T23:00:00Z" }),
  ];
  const within = (url: URL) => {
    const start = url.searchParams.get("datetime")?.split("/")[0];
    if (start === undefined) return undefined;
    const features = recent.filter(
      ({ properties }) => String((properties as { datetime: string }).datetime) >= start,
    );
    return Response.json({ type: "FeatureCollection", features });
  };
  const service = { features: { "svc:hotspots": recent }, queryables, intercept: within };
  const { context, requests } = contextOf(service, "2025-06-20T12:00:00Z");
  for (let call = 0; call < 2; call++)
    assert.equal(
      (await answerOf("query_features", hotspots, context)).newest,
      "2025-06-19T23:00:00Z",
    );
  assert.equal(requests.filter(({ searchParams }) => searchParams.has("datetime")).length, 1);
  const later = contextOf(service, "2030-01-01T00:00:00Z").context;
  assert.equal((await answerOf("query_features", hotspots, later)).newest, "unknown");
});
