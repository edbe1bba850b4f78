import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readAnswer } from "../src/answer/read-answer.ts";

const map = {
  selection: {
    area: {
      center: [-121.78, 42.22],
      radius_km: 120,
      place: "Klamath Falls, Oregon, United States",
    },
    interval: ["2026-07-10T00:00:00Z", "2026-07-20T23:59:59Z"],
  },
  constants: { matched_exact: true },
  columns: ["collection", "matched", "drawn"],
  rows: [
    ["svc:hotspots", 1170, 1170],
    ["svc:satellite-perimeters", 2, 2],
    ["simulations", null, null],
  ],
  caption:
    "Matching: 1,170 of svc:hotspots. 900 of 1,170 detections are drawn: in every pixel the strongest.",
  notices: ["The data ends.", "Rows left out: raise max_tokens."],
};

test("a map selects what its answer resolved, not the words of the call", () => {
  const given = { near: "klamath", radius_km: 120, time: "last 10 days" };
  const shown = readAnswer(map, given)!;
  assert.equal(shown.tool, "show_map");
  assert.equal(shown.title, "Fires within 120 km of Klamath Falls, Oregon");
  assert.equal(
    shown.headline,
    "1,170 detections and 2 perimeters on the map within 120 km of Klamath Falls, Oregon.",
  );
  assert.deepEqual(shown.arguments, {
    lon: -121.78,
    lat: 42.22,
    radius_km: 120,
    time: "2026-07-10T00:00:00Z/2026-07-20T23:59:59Z",
  });
  assert.deepEqual(shown.area, { kind: "circle", center: [-121.78, 42.22], radiusKm: 120 });
});

test("a map of two periods is of what was seen in each, and says what changed", () => {
  const compared = {
    ...map,
    selection: { ...map.selection, before: ["2026-06-01T00:00:00Z", "2026-06-10T23:59:59.999Z"] },
    rows: [
      ["svc:hotspots", 1170, 1170],
      ["svc:static-heat-sources", 1, 1],
    ],
    caption: `${map.caption} Detections: 3 new, 4 continuing, 0 not seen again. Fires: 0 new, 0 continuing, 0 not seen again.`,
  };
  const shown = readAnswer(compared, {})!;
  const time = "2026-07-10T00:00:00Z/2026-07-20T23:59:59Z";
  const before = "2026-06-01T00:00:00Z/2026-06-10T23:59:59.999Z";
  assert.deepEqual(shown.layers, [
    { id: "svc:hotspots", kind: "detections", matched: null, time: before },
    { id: "svc:hotspots", kind: "detections", matched: 1170, time, before },
    { id: "svc:static-heat-sources", kind: "sources", matched: 1 },
  ]);
  assert.match(shown.title, /^Changes within 120 km/);
  assert.equal(
    shown.headline,
    "Detections: 3 new, 4 continuing, 0 not seen again; 1 Jun 2026 to 10 Jun 2026 compared with 10 Jul 2026, 00:00 to 20 Jul 2026, 23:59 UTC.",
  );
});

test("layers are the answer's, with its counts, and without what the service does not offer", () => {
  assert.deepEqual(readAnswer(map, {})!.layers, [
    { id: "svc:hotspots", kind: "detections", matched: 1170 },
    { id: "svc:satellite-perimeters", kind: "perimeters", matched: 2 },
  ]);
});

/** Values of every kind under the names that answers have, some of which no text can be made of. */
const names =
  "selection tables mappings fire caption columns rows constants collection matched area bbox center radius_km within place interval filter labels notices detections from to id name state year perimeter area_km2 time near perimeter_buffer_km".split(
    " ",
  );
const { member } = fc.letrec((tie) => ({
  member: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(null, true, Number.NaN, -1e308, "svc:hotspots", "2026-07-01", [0, 1]),
    fc.constant({ toString: null, valueOf: null }),
    fc.array(tie("member"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...names), tie("member"), { maxKeys: 6 }),
  ),
}));
const members = fc.dictionary(fc.constantFrom(...names), member, { maxKeys: 12 });

test("an answer of any shape is read, or is none, without an error", () => {
  for (const known of [
    { selection: {}, caption: "" },
    { selection: {}, tables: {} },
    { fire: {}, tables: {}, mappings: [] },
  ])
    fc.assert(
      fc.property(members, members, (answer, given) => {
        readAnswer({ ...known, ...answer }, given);
      }),
      { numRuns: 1000 },
    );
});

test("a table whose few values would make countless cells has no rows", () => {
  const many = Array.from({ length: 100_000 }, (_, i) => `c${i}`);
  const rows = many.map((each) => [each]);
  for (const table of [
    { columns: many, rows },
    { columns: ["collection"], rows, constants: Object.fromEntries(rows.map(([id]) => [id, 1])) },
  ])
    assert.deepEqual(readAnswer({ ...map, ...table }, {})!.layers, []);
});

test("texts of an answer have no characters that reorder them, and are cut", () => {
  const hostile = `a\u202eb\u2066 ${"c".repeat(20_000)}`;
  const fire = { fire: { name: hostile }, tables: {}, mappings: 1, notices: [hostile] };
  const { title, headline, notices } = readAnswer(fire, {})!;
  assert.match(title, /^Fire ab c{9000,9999}$/);
  assert.match(headline, /^Ab c{9000,10000}\.?$/);
  for (const text of notices) assert.match(text, /^ab c{1,10000}$/);
  const many = new Array(1000).fill("The data ends.");
  assert.equal(readAnswer({ ...map, notices: many }, {})!.notices.length, 100);
});

test("advice for models is not shown to people", () => {
  assert.deepEqual(readAnswer(map, {})!.notices, ["The data ends.", "Rows left out."]);
});

test("an assessment is read with its labels in words and its own distances", () => {
  const answer = {
    selection: {
      collection: "svc:hotspots",
      area: { bbox: [170, -20, -170, -10] },
      interval: ["2026-07-10T00:00:00Z", null],
      near_km: { perimeter: 3 },
    },
    matched: 1003,
    labels: { inside_perimeter: 1000, likely_volcanic: 3, near_perimeter: 0 },
    tables: {},
  };
  const shown = readAnswer(answer, { perimeter_buffer_km: 3, time: "last week" })!;
  assert.equal(shown.tool, "assess_location");
  assert.equal(
    shown.headline,
    "1,003 detections in the box 170, -20, -170, -10: 1,000 in a perimeter, 3 likely volcanic.",
  );
  assert.deepEqual(shown.arguments, {
    bbox: [170, -20, -170, -10],
    time: "2026-07-10T00:00:00Z/..",
    perimeter_buffer_km: 3,
  });
  assert.equal(shown.layers.find(({ kind }) => kind === "detections")!.matched, 1003);
});

test("the story of a fire is shown by its id, in all of its periods", () => {
  const answer = {
    fire: { name: "Park", id: "2024-CABTU-011415", state: "US-CA", year: 2024 },
    perimeter: { id: "p", time: "2024-08-20T00:00:00Z", area_km2: 1738.6 },
    mappings: 30,
    tables: {
      detections: {
        columns: ["period", "from", "to", "inside", "near"],
        rows: [
          ["newest", "2024-08-19T00:00:00Z", "2024-08-20T00:00:00Z", 1, 2],
          ["before", "2024-08-18T00:00:00Z", "2024-08-18T23:59:59Z", 3, 4],
        ],
      },
    },
  };
  const shown = readAnswer(answer, { fire: "park" })!;
  assert.equal(shown.tool, "assess_fire");
  assert.equal(shown.title, "Fire Park, US-CA, 2024");
  assert.deepEqual(shown.arguments, {
    fire: "2024-CABTU-011415",
    radius_km: 5,
    time: "2024-08-18T00:00:00Z/2024-08-20T00:00:00Z",
  });
});

test("the box around a named area is not taken for what was asked", () => {
  const area = { within: "Oregon", bbox: [-124.6, 41.9, -116.4, 46.3] };
  const shown = readAnswer({ selection: { area }, caption: "" }, { within: "oregon" })!;
  assert.deepEqual(shown.area, { kind: "extent", box: [-124.6, 41.9, -116.4, 46.3] });
  assert.deepEqual(shown.arguments, { within: "oregon" });
});

test("an answer of another tool has no map", () => {
  assert.equal(readAnswer({ rows: [], columns: [] }, {}), null);
});

test("a comparison of fires says its areas, by status and in all", () => {
  const interval = (day: string) => [`${day}T00:00:00Z`, `${day}T23:59:59.999Z`];
  const answer = {
    selection: {
      collection: "svc:satellite-perimeters",
      area: { within: "California, United States" },
    },
    before: { interval: interval("2023-08-20"), matched: 3 },
    after: { interval: interval("2023-08-26"), matched: 2 },
    compared: "fires",
    by_status: { grown: 1, new: 1, not_seen_again: 2 },
    sums_by_status: {
      grown: { area_km2_before: 30, area_km2_after: 79, change_km2: 49 },
      new: { area_km2_after: 0.41 },
      not_seen_again: { area_km2_before: 151 },
      total: { area_km2_before: 181, area_km2_after: 79.41, change_km2: -101.59 },
    },
    columns: [],
    rows: [],
  };
  const { headline } = readAnswer(answer, { before: "2023-08-20", after: "2023-08-26" })!;
  assert.equal(
    headline,
    "Fires: 1 grown (+49 km²), 1 new (0.41 km²), 2 not seen again (151 km²); areas in California, United States: 79 km² on 26 Aug 2023, 181 km² on 20 Aug 2023.",
  );
});
