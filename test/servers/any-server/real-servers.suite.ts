import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startMapServer } from "@emberline/test-support/mapserver";
import { readFeatures } from "@emberline/test-support/shared-data";
import { callTool, catalogue, openClient } from "@emberline/tools";
import { startQgisServer } from "../support/qgis-server.ts";

/*
 * MapServer and QGIS Server with real detections, and with some whose properties have odd names:
 * the tools answer as the data itself says.
 */

const features = readFeatures("hotspots_oregon_viirs_2026-07");
/** The time of a detection stands in a date-time whose name is that of FIRMS' time of day. */
const oddly = features
  .filter((_, i) => i % 39 < 10)
  .map(({ geometry, properties }, key) => ({
    type: "Feature" as const,
    geometry,
    properties: {
      key,
      created_at: "2026-09-01T00:00:00Z",
      acq_time: properties.datetime,
      surety: properties.confidence,
      mw: properties.frp,
    },
  }));
const folder = mkdtempSync(join(tmpdir(), "emberline-hotspots-"));
const file = join(folder, "hotspots.geojson");
const oddFile = join(folder, "odd.geojson");
const urls = new Map<string, string>();
const closing: (() => Promise<void>)[] = [];

before(async () => {
  const numbered = features.map((each, key) => ({
    ...each,
    id: undefined,
    properties: { ...each.properties, key },
  }));
  writeFileSync(file, JSON.stringify({ type: "FeatureCollection", features: numbered }));
  writeFileSync(oddFile, JSON.stringify({ type: "FeatureCollection", features: oddly }));
  const layer = (name: string, path: string) => ({
    name,
    title: name,
    key: "key",
    connection: `CONNECTIONTYPE OGR CONNECTION "${path}" DATA "${name}"`,
  });
  const mapserver = await startMapServer(layer("hotspots", file), layer("odd", oddFile));
  closing.push(mapserver.close);
  urls.set("MapServer", mapserver.url);
  const qgis = await startQgisServer({ hotspots: file, odd: oddFile });
  closing.push(qgis.close);
  urls.set("QGIS Server", qgis.url);
});
after(async () => {
  for (const close of closing) await close();
  rmSync(folder, { recursive: true });
});

async function call(server: string, name: string, input: object) {
  const tool = catalogue.find((each) => each.name === name)!;
  const { client } = openClient({ baseUrl: urls.get(server)!, featuresPath: "" }, 0);
  const now = () => Date.UTC(2026, 7, 1);
  const result = await callTool(tool, input, { client, now, notices: [] });
  assert.ok(result.ok, JSON.stringify(result));
  return result.output as Record<string, unknown>;
}

type Raw = (typeof features)[number];
const day = String(features[0]!.properties.acq_date);
const isOfDay = ({ properties }: Raw) => properties.acq_date === day;
const isNominal = ({ properties }: Raw) => properties.confidence === "n";
const inBox = ({ geometry }: Pick<Raw, "geometry">) => {
  const [x, y] = geometry.coordinates as [number, number];
  return x >= -123 && x <= -118 && y >= 42 && y <= 45;
};
const box = { bbox: [-123, 42, -118, 45] };
const time = `${day}T00:00:00Z/${day}T23:59:59Z`;
const questions: readonly [string, object, (each: Raw) => boolean][] = [
  ["everything", {}, () => true],
  ["a day", { time }, isOfDay],
  ["a value", { filter: "confidence = 'n'" }, isNominal],
  ["a number", { filter: "frp >= 5" }, ({ properties }) => Number(properties.frp) >= 5],
  ["a box", box, inBox],
  [
    "a day, a value and a box",
    { time, ...box, filter: "confidence = 'n'" },
    (each) => isOfDay(each) && isNominal(each) && inBox(each),
  ],
];

type Odd = (typeof oddly)[number];
/** The middle of the data in time and place. */
const days = ["2026-07-17", "2026-07-19"] as const;
const inDays = ({ properties }: Odd) => {
  const date = String(properties.acq_time).slice(0, 10);
  return date >= days[0] && date <= days[1];
};
const isStrong = ({ properties }: Odd) => Number(properties.mw) >= 5 && properties.surety !== "l";
const strong = "mw >= 5 AND surety <> 'l'";
const sinceNoon = ({ properties }: Odd) =>
  String(properties.acq_time).slice(0, 10) === days[0] ||
  String(properties.acq_time) >= `${days[1]}T12:00:00Z`;
const oddQuestions: readonly [string, object, (each: Odd) => boolean][] = [
  ["everything", {}, () => true],
  ["a box", box, inBox],
  ["three days", { time: days.join("/") }, inDays],
  ["a filter", { filter: strong }, isStrong],
  [
    "three days and a filter",
    { time: days.join("/"), filter: strong },
    (each) => inDays(each) && isStrong(each),
  ],
  [
    "a filter by times",
    { filter: `acq_time = DATE('${days[0]}') OR acq_time >= TIMESTAMP('${days[1]}T12:00:00Z')` },
    sinceNoon,
  ],
];

for (const server of ["MapServer", "QGIS Server"]) {
  for (const [question, selection, matches] of oddQuestions) {
    test(`${server}, odd names: ${question} is counted as in the data`, async () => {
      const expected = oddly.filter(matches).length;
      assert.ok(expected > 0);
      for (const name of ["summarize_features", "query_features"]) {
        const answer = await call(server, name, { collection: "odd", ...selection });
        assert.deepEqual([answer.matched, answer.matched_exact], [expected, true]);
      }
    });
  }

  test(`${server}, odd names: a month without data is one`, async () => {
    const time = "2026-05-01/2026-05-31";
    const answer = await call(server, "summarize_features", { collection: "odd", time });
    assert.deepEqual([answer.matched, answer.matched_exact], [0, true]);
  });

  for (const [question, selection, matches] of questions) {
    test(`${server}: ${question} is counted as in the data`, async () => {
      const expected = features.filter(matches).length;
      assert.ok(expected > 0);
      const answer = await call(server, "summarize_features", {
        collection: "hotspots",
        group_by: ["satellite"],
        ...selection,
      });
      assert.deepEqual([answer.matched, answer.matched_exact], [expected, true]);
    });
  }

  test(`${server}: rows are those of the data`, async () => {
    const answer = await call(server, "query_features", {
      collection: "hotspots",
      time,
      limit: 10,
      properties: ["confidence"],
    });
    assert.equal(answer.matched, features.filter(isOfDay).length);
    const { columns, rows } = answer as unknown as { columns: string[]; rows: unknown[][] };
    const at = [columns.indexOf("lon"), columns.indexOf("lat")] as const;
    const places = rows.map((row) => `${row[at[0]]} ${row[at[1]]}`);
    const known = new Set(
      features.filter(isOfDay).map((each) => each.geometry.coordinates.join(" ")),
    );
    assert.equal(places.length, 10);
    assert.deepEqual(
      places.filter((place) => !known.has(place)),
      [],
    );
  });
}
