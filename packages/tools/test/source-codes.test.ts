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

function hotspots(...detections: readonly Detection[]) {
  const features = detections.map(([satellite, confidence, instrument = "VIIRS"], i) => {
    const datetime = "2025-06-20T09:00:00Z";
    return point(`h${i}`, 10, 50, { datetime, satellite, confidence, instrument, daynight: "N" });
  });
  return contextOf({ features: { [collection]: features }, queryables }).context;
}

async function groupsOf(name: string, context: ReturnType<typeof hotspots>) {
  const answer = await answerOf("summarize_features", { collection, group_by: [name] }, context);
  assert.equal(answer.columns[0], name);
  const { rows, notices = [] } = answer;
  return { notices, counts: rows.map((row: unknown[]) => row.slice(0, 2)) };
}

test("rows keep the codes of their source, and one notice says what they mean", async () => {
  const context = hotspots(["N", "n"], ["1", "h"], ["N", 85], ["Aqua", 40]);
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
  const context = hotspots(["Terra", "high"], ["GOES-18", "unknown"]);
  const { notices = [] } = await answerOf("query_features", { collection }, context);
  assert.doesNotMatch(notices.join("\n"), /^(?:satellite|confidence): /m);
});

test("one feature and the data that reached a place have the names too", async () => {
  const context = hotspots(["N", "l"]);
  const feature = await answerOf("get_feature", { collection, id: "h0" }, context);
  assert.equal(feature.properties.satellite, "N");
  assert.match(feature.notices.join("\n"), /N is Suomi NPP\.\nconfidence: l low\./);
  const place = { lon: 10, lat: 50, time: "2025-06-20" };
  const { tables, notices } = await answerOf("assess_location", place, context);
  assert.equal(tables.last_data.rows[0][0], "N");
  assert.match(notices.join("\n"), /N is Suomi NPP/);
});

test("spellings of one satellite are one group by its name", async () => {
  const context = hotspots(
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

test("a filter by a satellite's name is offered with the code of the data", async () => {
  const asked = { collection, filter: "satellite = 'Suomi NPP'" };
  const { matched, notices } = await answerOf("query_features", asked, hotspots(["N", "n"]));
  assert.equal(matched, 0);
  assert.match(notices.join("\n"), /Matching: 1 with \{"filter":"satellite = 'N'"\}/);
});

test("classes of a collection without such codes are refused", async () => {
  const { context } = contextOf({ features: { [collection]: [] } });
  await assert.rejects(groupsOf("confidence_class", context), /confidence_class/);
});
