import assert from "node:assert/strict";
import { test } from "node:test";
import { failing, far, hotspots, near, queryables } from "./paged-service.ts";
import { answerOf, call, contextOf, point } from "./support.ts";

test("sorted rows found before the service failed are returned as a part, without a cursor: the rest may sort before them", async () => {
  const { context } = contextOf(failing([...far, ...near], 300));
  const first = await answerOf(
    "query_features",
    { ...hotspots, near: "50,10", sort: "time", limit: 500, max_tokens: 10_000 },
    context,
  );
  assert.equal(first.matched, 100);
  assert.equal(first.matched_exact, false);
  assert.equal(first.complete, false);
  assert.deepEqual([first.returned, first.next_cursor], [100, undefined]);
  assert.ok(
    first.notices.some((notice: string) => /first 300 features/.test(notice)),
    first.notices,
  );
});

test("a reading in the service's order that fails half-way continues from there once the service recovers", async () => {
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

test("a count that continues from the first page is not exact if the service loses the rest", async () => {
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

test("a failure on the first page is an error, never an empty answer", async () => {
  const { context } = contextOf(failing([...near], 0));
  for (const name of ["query_features", "summarize_features"]) {
    const result = await call(name, hotspots, context);
    assert.ok(!result.ok);
    assert.equal(result.error.code, "service_failed");
  }
});

test("the newest observation is searched if the extent lacks it, and is unknown if it is not found", async () => {
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
