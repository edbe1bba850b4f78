import assert from "node:assert/strict";
import { test } from "node:test";
import { callerOn } from "./foreign-caller.ts";

/* Servers that write null, or nothing at all, where the standards have an optional member. */

const point = { type: "Point", coordinates: [10, 50] };

function caller(answers: Record<string, unknown>) {
  const fetch = async (input: string | URL | Request) => {
    const { pathname, search } = new URL(String(input));
    const path = pathname.replace(/^\/api\//, "");
    const answer = answers[`${path}${search}`] ?? answers[path];
    return answer === undefined
      ? Response.json({ code: "NotFound" }, { status: 404 })
      : Response.json(answer);
  };
  const { client, ...tools } = callerOn(fetch);
  const call = (name: string, input: object) => tools.call(name, { collection: "fires", ...input });
  const answer = (name: string, input: object) =>
    tools.answer(name, { collection: "fires", ...input });
  return { client, call, answer };
}

const pageOf = (features: readonly unknown[]) => ({
  type: "FeatureCollection",
  features,
  links: null,
  numberMatched: null,
  numberReturned: null,
  timeStamp: null,
  bbox: null,
});

/** A service whose second page is empty, since its first has neither a link nor a count. */
const serviceOf = (features: readonly unknown[], more: object = {}) =>
  caller({
    "collections/fires": { id: "fires", links: null, ...more },
    "collections/fires/items": pageOf(features),
    [`collections/fires/items?limit=20&offset=${features.length}`]: pageOf([]),
  });

test("a page and features whose optional members are null are read", async () => {
  const links = [{ href: "https://features.example/x", rel: "self", title: null, hreflang: null }];
  const { answer } = serviceOf([
    { type: "Feature", id: null, bbox: null, links: null, geometry: point, properties: { n: 1 } },
    { type: "Feature", id: null, geometry: { ...point, bbox: null }, properties: { n: 2 } },
    { type: "Feature", id: "c", links, geometry: point, properties: { n: 3 } },
    { type: "Feature", id: "d", geometry: point, properties: null },
  ]);
  const { matched, columns, rows, notices } = await answer("query_features", { limit: 20 });
  assert.equal(matched, 4);
  assert.deepEqual(
    rows.map((row: unknown[]) => row[columns.indexOf("n")]),
    [1, 2, 3, null],
  );
  assert.doesNotMatch(JSON.stringify(notices ?? []), /skipped/);
});

const unplaced: readonly [string, object][] = [
  ["without the member geometry", {}],
  ["with a null geometry", { geometry: null }],
  ...["Point", "LineString", "Polygon", "MultiPoint", "MultiPolygon"].map(
    (type): [string, object] => [`with an empty ${type}`, { geometry: { type, coordinates: [] } }],
  ),
  ["with an empty ring", { geometry: { type: "Polygon", coordinates: [[]] } }],
  ["with an empty collection", { geometry: { type: "GeometryCollection", geometries: [] } }],
];

for (const [what, members] of unplaced) {
  test(`a feature ${what} is one without location, and is not skipped`, async () => {
    const { answer } = serviceOf([
      { type: "Feature", id: "a", ...members, properties: { n: 1 } },
      { type: "Feature", id: "b", geometry: point, properties: { n: 2 } },
    ]);
    const all = await answer("query_features", { limit: 20 });
    assert.equal(all.matched, 2);
    const near = await answer("query_features", { bbox: [9, 49, 11, 51], limit: 20 });
    assert.equal(near.matched, 1);
    const notices = near.notices.join(" ");
    assert.match(notices, /1 without location/);
    assert.doesNotMatch(notices, /skipped|did not apply/);
  });
}

test("a feature that is none is skipped for a reason that is true", async () => {
  const { answer } = serviceOf([
    { type: "Feature", id: true, geometry: point, properties: {} },
    { type: "Feature", id: "b", geometry: point, properties: {} },
  ]);
  const { matched, complete, notices } = await answer("query_features", { limit: 20 });
  assert.deepEqual([matched, complete], [1, false]);
  assert.match(notices.join(" "), /1 feature is skipped: not valid GeoJSON/);
});

test("a feature by its id may have null members too", async () => {
  const { answer } = caller({
    "collections/fires": { id: "fires", links: [] },
    "collections/fires/items": pageOf([]),
    "collections/fires/items/a": { type: "Feature", id: "a", bbox: null, links: null },
  });
  const { id, properties } = await answer("get_feature", { id: "a" });
  assert.deepEqual([id, properties], ["a", {}]);
});

test("what is null in a description hides nothing else of it", async () => {
  const feature = { type: "Feature", id: "a", geometry: point, properties: {} };
  const { answer } = serviceOf([feature], {
    title: "Fires",
    description: null,
    crs: null,
    extent: { spatial: null, temporal: { interval: [["2026-01-01T00:00:00Z", null]], trs: null } },
  });
  const { title, interval } = await answer("describe_collection", {});
  assert.equal(title, "Fires");
  assert.deepEqual(interval, ["2026-01-01T00:00:00Z", null]);
});

for (const [links, next] of [
  ["absolute", "https://features.example/api/collections?f=json&page=1"],
  ["relative", "?page=1"],
  ["of a server behind a proxy", "http://backend:8080/collections?page=1"],
] as const) {
  test(`all pages of a list of collections are read, with ${links} links`, async () => {
    const ids = ["a", "b", "c", "d", "e"];
    const list = (from: number, to: number) =>
      ids.slice(from, to).map((id) => ({ id, title: null, links: null }));
    const pageAt = (page: number) => ({
      links: [
        { rel: "self", href: "https://features.example/api/collections", title: null },
        ...(page < 2 ? [{ rel: "next", href: next.replace("page=1", `page=${page + 1}`) }] : []),
      ],
      collections: list(page * 2, page * 2 + 2),
    });
    const form = next.includes("f=json") ? "f=json&" : "";
    const { client, call } = caller({
      collections: pageAt(0),
      [`collections?${form}page=1`]: pageAt(1),
      [`collections?${form}page=2`]: pageAt(2),
    });
    const found = await client.collections.list();
    assert.deepEqual(
      found.map(({ id }) => id),
      ids,
    );
    const result = await call("query_features", { collection: "ee" });
    assert.ok(!result.ok);
    assert.match(result.error.message, /"a", "b", "c", "d", "e"/);
  });
}

test("a list of collections that leads to itself, or never ends, is read to where it repeats", async () => {
  const collections = [{ id: "a", links: [] }];
  const links = (page: string) => [{ rel: "next", href: `?page=${page}` }];
  const { client } = caller({
    collections: { links: links("1"), collections },
    "collections?page=1": { links: links("2"), collections: [{ id: "b", links: [] }] },
    "collections?page=2": { links: links("1"), collections },
  });
  const found = await client.collections.list();
  assert.deepEqual(
    found.map(({ id }) => id),
    ["a", "b"],
  );
});

for (const filter of [
  "seen > TIMESTAMP('2026-02-30T00:00:00Z')",
  "seen = DATE('2026-13-01')",
  "T_DURING(seen, INTERVAL('2026-07-02', '2026-07-01'))",
  "S_INTERSECTS(geometry, POINT(200 95))",
  "S_INTERSECTS(geometry, POLYGON((0 0, 1 1, 0 0)))",
  "S_INTERSECTS(geometry, BBOX(0, 95, 1, 99))",
]) {
  test(`a literal that cannot be is refused where no properties are listed: ${filter}`, async () => {
    const { call } = serviceOf([{ type: "Feature", id: "a", geometry: point, properties: {} }]);
    const result = await call("query_features", { filter });
    assert.ok(!result.ok);
    assert.equal(result.error.code, "invalid_input", result.error.message);
    assert.match(result.error.message, /filter/i);
  });
}
