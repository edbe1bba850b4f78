import assert from "node:assert/strict";
import { test } from "node:test";
import { detections, type Habits, servers, standIn } from "@emberline/test-support/stand-ins";
import { callerOn } from "./foreign-caller.ts";

/* Coordinates that are not longitude and latitude in degrees. */

const { "MapServer: no datetime, no filter, no queryables": bare } = servers;

type Position = readonly [number, number];

/** Spherical Mercator (EPSG:3857), in metres. */
function metres([lon, lat]: Position): [number, number] {
  const radius = 6_378_137;
  const radians = (lat * Math.PI) / 180;
  return [(radius * lon * Math.PI) / 180, radius * Math.log(Math.tan(Math.PI / 4 + radians / 2))];
}

/** Detections around Lisbon: with their axes swapped they lie in the Indian Ocean. */
const lisbon = detections.slice(0, 200).map((each, i): (typeof detections)[number] => ({
  ...each,
  geometry: { type: "Point", coordinates: [-9.2 + (i % 20) / 100, 38.6 + (i % 30) / 100] },
}));
const around = [-10, 38, -8, 40];
const placed = (change: (at: Position) => [number, number]) =>
  lisbon.map((each) => ({
    ...each,
    geometry: { type: "Point" as const, coordinates: change(each.geometry.coordinates) },
  }));

interface Sent {
  /** Members of each page, besides those that it has. */
  readonly page?: object;
  readonly headers?: Record<string, string>;
  readonly extent?: readonly number[];
}

async function ask(rows: Habits["rows"], input: object, sent: Sent = {}) {
  // It returns everything for every box.
  const { fetch: answer } = standIn({ ...bare, rows });
  const fetch: typeof answer = async (given, init) => {
    const url = new URL(String(given));
    url.searchParams.delete("bbox");
    const response = await answer(url, init);
    if (!response.ok) return response;
    const body = (await response.json()) as object;
    const isPage = url.pathname.endsWith("/items");
    const { headers = {}, extent } = sent;
    const described = extent && { extent: { spatial: { bbox: [extent] } } };
    return Response.json({ ...body, ...(isPage ? sent.page : described) }, { headers });
  };
  const all = { collection: "detections", group_by: ["satellite"], ...input };
  const output = await callerOn(fetch).answer("summarize_features", all);
  const { notices = [], ...rest } = output;
  return { ...rest, notices: (notices as string[]).join(" ") } as unknown as {
    matched: number;
    matched_exact: boolean;
    complete: boolean;
    notices: string;
  };
}

const asIs = ([lon, lat]: Position): [number, number] => [lon, lat];
const swap = ([lon, lat]: Position): [number, number] => [lat, lon];
const crs = (name: string) => ({ crs: { type: "name", properties: { name } } });
const mercator = crs("urn:ogc:def:crs:EPSG::3857");

const elsewhere: readonly [string, Habits["rows"], Sent][] = [
  ["metres", placed(metres), {}],
  ["a latitude of 95", placed(([lon]) => [lon, 95]), {}],
  ["swapped axes, as the extent shows", placed(swap), { extent: around }],
  ["degrees whose member crs names metres", placed(asIs), { page: mercator }],
  ["the member crs in each feature", placed(asIs).map((each) => ({ ...each, ...mercator })), {}],
  [
    "a header with the latitude first",
    placed(swap),
    { headers: { "content-crs": "<http://www.opengis.net/def/crs/EPSG/0/4326>" } },
  ],
];

for (const [what, rows, sent] of elsewhere) {
  test(`features with ${what} are counted and said, not placed`, async () => {
    for (const input of [{}, { bbox: around }, { near: "-9,38", radius_km: 50 }]) {
      const { matched, matched_exact, complete, notices } = await ask(rows, input, sent);
      assert.deepEqual([matched, matched_exact, complete], [0, false, false]);
      assert.match(notices, /200 features are skipped: .* not in degrees, longitude first/);
      assert.doesNotMatch(notices, /no observations|Nothing in the data/);
    }
  });
}

test("one feature with a latitude out of range leaves the others placed", async () => {
  const rows = placed(asIs).map((each, i) =>
    i === 7 ? { ...each, geometry: { type: "Point" as const, coordinates: swap([95, 0]) } } : each,
  );
  const { matched, matched_exact, notices } = await ask(rows, { bbox: around });
  assert.deepEqual([matched, matched_exact], [199, false]);
  assert.match(notices, /1 feature is skipped/);
});

const fine: readonly [string, Sent][] = [
  ["nothing", {}],
  ["the member crs of degrees", { page: crs("urn:ogc:def:crs:OGC:1.3:CRS84") }],
  ["EPSG:4326 as GeoJSON had it", { page: crs("EPSG:4326") }],
  [
    "a header of degrees",
    { headers: { "content-crs": "<http://www.opengis.net/def/crs/OGC/1.3/CRS84>" } },
  ],
  ["an extent in metres", { extent: [-1_200_000, 4_500_000, -900_000, 4_900_000] }],
];

for (const [what, sent] of fine) {
  test(`features in degrees with ${what} are placed`, async () => {
    const { matched, matched_exact } = await ask(placed(asIs), { bbox: around }, sent);
    assert.deepEqual([matched, matched_exact], [200, true]);
    const none = await ask(placed(asIs), { bbox: [10, 38, 12, 40] }, sent);
    assert.deepEqual([none.matched, none.matched_exact], [0, true]);
    assert.doesNotMatch(none.notices, /extent/);
  });
}

test("longitudes beyond 180 are those of the same place", async () => {
  const rows = placed(([lon, lat]) => [lon + 360, lat]);
  const { matched, matched_exact } = await ask(rows, { bbox: around });
  assert.deepEqual([matched, matched_exact], [200, true]);
});

test("an area of features of which none has a location is not exact", async () => {
  const rows = lisbon.map((each) => ({ ...each, geometry: null }));
  const { fetch } = standIn({ ...bare, rows: lisbon });
  const unplaced: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!new URL(String(input)).pathname.endsWith("/items")) return response;
    return Response.json({ ...((await response.json()) as object), features: rows });
  };
  const asked = { collection: "detections", bbox: around };
  const { matched, matched_exact, no_location } = await callerOn(unplaced).answer(
    "summarize_features",
    asked,
  );
  assert.deepEqual([matched, matched_exact, no_location], [0, false, rows.length]);
});
