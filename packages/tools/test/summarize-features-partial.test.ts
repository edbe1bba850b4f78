import assert from "node:assert/strict";
import { test } from "node:test";
import { failing, far, hotspots, hours, near, queryables } from "./paged-service.ts";
import { answerOf, contextOf, jumpingTime, point } from "./support.ts";

test("a partial summary says so, and its cursor summarizes the rest: counts and sums add up", async () => {
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

test("when most of the time is over, the answer covers what was read", async (t) => {
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
  const part = await answerOf("summarize_features", { ...hotspots, statistics: ["max"] }, context);
  assert.equal(part.matched, 100);
  assert.equal(part.complete, false);
  assert.ok(
    part.notices.some((notice: string) => /out of time/.test(notice)),
    part.notices,
  );
});

test("a bare count is the service's if that is exact, and no page is read", async () => {
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

test("a role set by the operator takes precedence over usual names", async () => {
  const service = {
    features: {
      "svc:hotspots": [point("h1", 10, 50, { datetime: hours(0), frp: 1, strength_mw: 7 })],
    },
    queryables: [...queryables, { id: "strength_mw", type: "number" }],
  };
  const { context } = contextOf(service, undefined, {
    roles: { "svc:hotspots": { strength: "strength_mw" } },
  });
  const answer = await answerOf(
    "summarize_features",
    { ...hotspots, statistics: ["max"] },
    context,
  );
  assert.deepEqual(answer.stats, { strength_mw: { count: 1, max: 7 } });
  const described = await answerOf("describe_collection", hotspots, context);
  assert.equal(
    described.properties.find(({ name }: { name: string }) => name === "strength_mw").role,
    "strength",
  );
});
