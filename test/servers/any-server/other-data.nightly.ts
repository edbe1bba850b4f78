import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startMapServer } from "@emberline/test-support/mapserver";
import { perimeterFile, readFeatures } from "@emberline/test-support/shared-data";
import { callTool, catalogue, openClient } from "@emberline/tools";
import { startQgisServer } from "../support/qgis-server.ts";

/*
 * MapServer and QGIS Server with outlines that have holes and several parts, and with bus stops,
 * which have no time. What lies in a box is counted by GDAL.
 */

type Ring = readonly (readonly [number, number])[];
interface Outline {
  readonly geometry:
    | { readonly type: "Polygon"; readonly coordinates: readonly Ring[] }
    | { readonly type: "MultiPolygon"; readonly coordinates: readonly (readonly Ring[])[] };
  readonly properties: Readonly<Record<string, unknown>>;
}

const parts = ({ geometry }: Outline) =>
  geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
const hasHole = (each: Outline) => parts(each).some((rings) => rings.length > 1);
const isSmall = (each: Outline) => JSON.stringify(each.geometry).length < 20_000;
const small = readFeatures<Outline>(perimeterFile).filter(isSmall);
const several = (each: Outline) => !hasHole(each) && each.geometry.type === "MultiPolygon";
const outlines = [
  ...small.filter(hasHole).slice(0, 40),
  ...small.filter(several).slice(0, 40),
  ...small.filter(({ geometry }) => geometry.type === "Polygon").slice(0, 40),
];
const stops = Array.from({ length: 120 }, (_, i) => ({
  geometry: {
    type: "Point",
    coordinates: [8.5 + (i % 12) / 100, 47.35 + Math.floor(i / 12) / 100],
  },
  properties: { name: `Stop ${i}`, line: String(1 + (i % 7)), shelter: i % 2 === 0 ? "yes" : "no" },
}));

const folder = mkdtempSync(join(tmpdir(), "emberline-outlines-"));
const fileOf = (name: string) => join(folder, `${name}.geojson`);
const urls = new Map<string, string>();
const closing: (() => Promise<void>)[] = [];

before(async () => {
  for (const [name, rows] of Object.entries({ perimeters: outlines, stops })) {
    const features = rows.map(({ geometry, properties }, key) => ({
      type: "Feature",
      geometry,
      properties: { ...properties, key },
    }));
    writeFileSync(fileOf(name), JSON.stringify({ type: "FeatureCollection", features }));
  }
  const layer = (name: string) => ({
    name,
    title: name,
    key: "key",
    connection: `CONNECTIONTYPE OGR CONNECTION "${fileOf(name)}" DATA "${name}"`,
  });
  const mapserver = await startMapServer(layer("stops"), {
    ...layer("perimeters"),
    type: "POLYGON",
  });
  closing.push(mapserver.close);
  urls.set("MapServer", mapserver.url);
  const qgis = await startQgisServer({
    stops: fileOf("stops"),
    perimeters: fileOf("perimeters"),
  });
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
  return result.output as Record<string, unknown> & { notices?: string[] };
}

type Box = readonly [number, number, number, number];

/** How many outlines intersect a box, as GDAL says. */
function countByGdal(box: Box): number {
  const args = ["-f", "GeoJSON", "/vsistdout/", fileOf("perimeters"), "-spat", ...box.map(String)];
  return JSON.parse(execFileSync("ogr2ogr", args).toString()).features.length;
}

/** A small box in the middle of a hole's extent. */
function boxInHole(hole: Ring): Box {
  const middle = (axis: 0 | 1) => {
    const values = hole.map((position) => position[axis]);
    return (Math.min(...values) + Math.max(...values)) / 2;
  };
  const [x, y] = [middle(0), middle(1)];
  return [x - 1e-6, y - 1e-6, x + 1e-6, y + 1e-6];
}

const holes = outlines
  .flatMap(parts)
  .flatMap((rings) => rings.slice(1))
  .sort((a, b) => b.length - a.length);
const boxes: readonly (readonly [string, Box])[] = [
  ["half of Oregon", [-124.6, 42, -120, 46.3]],
  ["the west of the Cascades", [-124.6, 35, -121.5, 49]],
  ...holes.slice(0, 3).map((hole, i) => [`hole ${i + 1}`, boxInHole(hole)] as const),
];

for (const server of ["MapServer", "QGIS Server"]) {
  test(`${server}: all outlines are counted, those with holes and several parts too`, async () => {
    const input = { collection: "perimeters", latest_per_fire: false };
    const answer = await call(server, "summarize_features", input);
    assert.deepEqual([answer.matched, answer.matched_exact], [outlines.length, true]);
  });

  for (const [name, box] of boxes) {
    test(`${server}: outlines in ${name} are those that GDAL finds`, async () => {
      const input = { collection: "perimeters", latest_per_fire: false, bbox: box };
      const answer = await call(server, "summarize_features", input);
      assert.deepEqual([answer.matched, answer.matched_exact], [countByGdal(box), true]);
    });
  }

  test(`${server}: bus stops are grouped by their line, and none has a time`, async () => {
    const groups = await call(server, "summarize_features", {
      collection: "stops",
      group_by: ["line"],
    });
    const byLine = Object.fromEntries(groups.rows as [number, number][]);
    for (let line = 1; line <= 7; line += 1) {
      const expected = stops.filter(({ properties }) => properties.line === String(line)).length;
      assert.equal(byLine[line], expected);
    }
    const timed = await call(server, "query_features", { collection: "stops", time: "last 24h" });
    assert.equal(timed.matched, 0);
    assert.ok(
      timed.notices!.includes(
        "Whether 120 more match is not known: no time can be read from them. Leave out time to count all.",
      ),
      JSON.stringify(timed.notices),
    );
  });

  test(`${server}: collections are described without empty texts`, async () => {
    const { collections } = await call(server, "list_collections", {});
    for (const each of collections as { description?: string; newest: string }[]) {
      assert.equal(each.description, undefined);
      assert.match(each.newest, /^unknown$|Z$/);
    }
  });
}
