import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startMapServer } from "@emberline/test-support/mapserver";
import { readFeatures } from "@emberline/test-support/shared-data";
import { callTool, catalogue, openClient } from "@emberline/tools";
import { startQgisServer } from "../support/qgis-server.ts";

/* MapServer and QGIS Server with real detections: the tools answer as the data itself says. */

const features = readFeatures("hotspots_oregon_viirs_2026-07");
const folder = mkdtempSync(join(tmpdir(), "emberline-hotspots-"));
const file = join(folder, "hotspots.geojson");
const urls = new Map<string, string>();
const closing: (() => Promise<void>)[] = [];

before(async () => {
  const numbered = features.map((each, key) => ({
    ...each,
    id: undefined,
    properties: { ...each.properties, key },
  }));
  writeFileSync(file, JSON.stringify({ type: "FeatureCollection", features: numbered }));
  const mapserver = await startMapServer({
    name: "hotspots",
    title: "Hotspots",
    key: "key",
    connection: `CONNECTIONTYPE OGR CONNECTION "${file}" DATA "hotspots"`,
  });
  closing.push(mapserver.close);
  urls.set("MapServer", mapserver.url);
  const qgis = await startQgisServer({ hotspots: file });
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
const inBox = ({ geometry }: Raw) => {
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

for (const server of ["MapServer", "QGIS Server"]) {
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
