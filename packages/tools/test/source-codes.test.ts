import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, contextOf, point } from "./support.ts";

const collection = "svc:hotspots";
const queryables = [
  { id: "datetime", type: "dateTime" },
  { id: "satellite", type: "string" },
  { id: "confidence", type: "string" },
  { id: "daynight", type: "string" },
];

/** A detection of a satellite, with a confidence. */
type Detection = readonly [satellite: string, confidence: unknown, instrument?: string];

function hotspots(known: readonly object[], ...detections: readonly Detection[]) {
  const features = detections.map(([satellite, confidence, instrument = "VIIRS"], i) => {
    const datetime = "2025-06-20T09:00:00Z";
    return point(`h${i}`, 10, 50, { datetime, satellite, confidence, instrument, daynight: "N" });
  });
  return contextOf({ features: { [collection]: features }, queryables: known as typeof queryables })
    .context;
}

async function groupsOf(name: string, context: ReturnType<typeof hotspots>) {
  const answer = await answerOf("summarize_features", { collection, group_by: [name] }, context);
  assert.equal(answer.columns[0], name);
  const { rows, notices = [] } = answer;
  return { notices, counts: rows.map((row: unknown[]) => row.slice(0, 2)) };
}

test("rows keep the codes of their source, and one notice says what they mean", async () => {
  const context = hotspots(queryables, ["N", "n"], ["1", "h"], ["N", 85], ["Aqua", 40]);
  const asked = { collection, properties: ["satellite", "confidence", "daynight"] };
  const { columns, rows, notices } = await answerOf("query_features", asked, context);
  const at = columns.indexOf("satellite");
  assert.deepEqual(
    rows.map((row: unknown[]) => row[at]),
    ["N", "1", "N", "Aqua"],
  );
  assert.deepEqual(notices.slice(-2), [
    "satellite: N is Suomi NPP, 1 of VIIRS is NOAA-20.",
    "confidence: n nominal, h high, below 30 low, from 80 high.",
  ]);
});

test("names and words that stand for themselves are not explained", async () => {
  const context = hotspots(queryables, ["Terra", "high"], ["GOES-18", "unknown"]);
  const { notices = [] } = await answerOf("query_features", { collection }, context);
  assert.doesNotMatch(notices.join("\n"), /^(?:satellite|confidence): /m);
});

test("one feature and the data that reached a place have the names too", async () => {
  const context = hotspots(queryables, ["N", "l"]);
  const feature = await answerOf("get_feature", { collection, id: "h0" }, context);
  assert.equal(feature.properties.satellite, "N");
  assert.match(feature.notices.join("\n"), /N is Suomi NPP\.\nconfidence: l low\./);
  const place = { lon: 10, lat: 50, time: "2025-06-20" };
  const { tables } = await answerOf("assess_location", place, context);
  assert.equal(tables.last_data.rows[0][0], "Suomi NPP");
});

test("spellings of one satellite are one group by its name", async () => {
  const context = hotspots(
    queryables,
    ["N", "n"],
    ["1", "n"],
    ["N20", "n"],
    ["NOAA-20", "n"],
    ["T", 50, "MODIS"],
    ["1", 50, "MODIS"],
    ["GOES-18", "n"],
  );
  const { counts } = await groupsOf("satellite_name", context);
  assert.deepEqual(counts, [
    ["NOAA-20", 3],
    ["1", 1],
    ["GOES-18", 1],
    ["Suomi NPP", 1],
    ["Terra", 1],
  ]);
  const { notices } = await groupsOf("satellite", context);
  assert.match(notices.join("\n"), /group_by "satellite_name" adds spellings/);
});

test("letters, words and percent of confidence are one scale by class", async () => {
  const context = hotspots(
    queryables,
    ["N", "l"],
    ["N", "nominal"],
    ["N", "h"],
    ["T", 0],
    ["T", 29],
    ["T", 30],
    ["T", 79],
    ["T", 80],
    ["T", 100],
    ["T", "95"],
    ["T", 101],
  );
  const { counts, notices } = await groupsOf("confidence_class", context);
  assert.deepEqual(counts, [
    ["high", 4],
    ["low", 3],
    ["nominal", 3],
    [null, 1],
  ]);
  assert.match(notices.join("\n"), /null: 1 without a value of "confidence_class"/);
  const raw = await groupsOf("confidence", context);
  assert.match(raw.notices.join("\n"), /group_by "confidence_class" adds them/);
});

const ofTwoTypes = [...queryables, { id: "confidence", type: "number" }];

/** The detections that a filter selects, by their order, and what the answer says. */
async function selected(filter: string, ...detections: readonly Detection[]) {
  const context = hotspots(ofTwoTypes, ...detections);
  const asked = { collection, filter, properties: ["daynight"] };
  const { columns, rows = [], notices = [] } = await answerOf("query_features", asked, context);
  const at = columns?.indexOf("id");
  return { ids: rows.map((row: unknown[]) => row[at]), said: notices.join("\n") };
}

const passes: readonly Detection[] = [
  ["N20", "h"],
  ["NOAA-20", "n"],
  ["1", "low"],
  ["N", "h"],
  ["T", 80, "MODIS"],
  ["Terra", 79, "MODIS"],
  ["T", 29, "MODIS"],
];

for (const [filter, ids, said] of [
  ["satellite = 'NOAA-20'", [0, 1, 2], /"NOAA-20" is read in all spellings/],
  ["satellite_name = 'NOAA 20'", [0, 1, 2], /read in the codes of all sources/],
  ["NOT satellite_name IN ('NOAA-20', 'Suomi NPP')", [4, 5, 6], /codes of all sources/],
  ["satellite = '1'", [2], /All: \{"filter":"satellite IN \('1', 'NOAA-20', 'N20'/],
  ["satellite LIKE 'NOAA-20'", [1], /^/],
  ["confidence = 'high'", [0, 3, 4], /confidence "high" is read in the codes of all/],
  ["confidence_class = 'nominal'", [1, 5], /confidence_class "nominal" is read/],
  ["confidence_class <> 'low'", [0, 1, 3, 4, 5], /confidence_class "low" is read/],
  ["confidence = 'h'", [0, 3], /confidence_class = 'high' .* compares all/],
] as const) {
  test(`${filter} selects by what the codes of all sources mean`, async () => {
    const found = await selected(filter, ...passes);
    assert.deepEqual(
      found.ids,
      ids.map((i) => `h${i}`),
    );
    assert.match(found.said, said);
  });
}

test("a filter on a satellite stays as it is where the data spell it in one way", async () => {
  const { ids, said } = await selected("satellite = 'Aqua'", ["Aqua", 50], ["Terra", 50]);
  assert.deepEqual(ids, ["h0"]);
  assert.doesNotMatch(said, /spellings/);
});

test("a class or name that is none is refused with what would be right", async () => {
  for (const [filter, right] of [
    ["confidence_class = 'medium'", /\{"filter":"confidence_class = 'high'"\}/],
    ["satellite_name LIKE 'NOAA%'", /\{"filter":"satellite_name IN \('NOAA-20', 'NOAA-21'\)"\}/],
  ] as const)
    await assert.rejects(selected(filter, ...passes), right);
});

test("classes of a collection without such codes are refused", async () => {
  const { context } = contextOf({ features: { [collection]: [] } });
  await assert.rejects(groupsOf("confidence_class", context), /confidence_class/);
});
