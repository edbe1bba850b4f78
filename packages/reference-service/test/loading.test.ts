import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { sharedData, skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { createReferenceService, ImportError } from "../src/index.ts";
import { type Body, start, startOnSharedData, testClient } from "./service-harness.ts";
import { pointLine, withFolder } from "./temporary-folder.ts";

const header =
  "latitude,longitude,brightness,scan,track,acq_date,acq_time,satellite,instrument,confidence,version,bright_t31,frp,daynight,type";
const row = "-11.7924,142.085,319.3,1.0,1.0,2019-08-01,0056,Terra,MODIS,71,6.3,297.3,11.3,D,0";

function load(files: Record<string, string | Uint8Array>, strict = false) {
  return withFolder(files, (data) =>
    createReferenceService({ clients: [testClient], data, strict }),
  );
}

/** The ids of a collection after loading files. */
async function idsAfter(files: Record<string, string | Uint8Array>, collection: string) {
  return withFolder(files, async (data) => {
    const { json } = await start({ data });
    const { features } = await json(`/collections/${collection}/items?limit=10000`);
    return features.map((feature: Body) => feature.id).sort();
  });
}

describe("loading a folder", () => {
  it("finds the collection by the prefix of the file name, plain and gzipped", async () => {
    const collection = (id: string) =>
      JSON.stringify({ type: "FeatureCollection", features: [JSON.parse(pointLine(id, [1, 2]))] });
    const { report } = await load({
      "hotspots-a.geojsonl": pointLine("a", [1, 2]),
      "hotspots-b.geojsonl.gz": gzipSync(pointLine("b", [1, 2])),
      "firms_c.csv": `${header}\n${row}\n`,
      "perimeters.geojson": collection("d"),
      "satellite-perimeters.geojson.gz": gzipSync(collection("e")),
      "static-heat-sources.geojsonl": pointLine("f", [1, 2]),
      "incidents_us.geojsonl": pointLine("h", [1, 2]),
      "evacuation-zones.geojson": collection("i"),
      "assets.geojson": collection("j"),
      "simulations.json": "[]",
      "notes.txt": "hello",
      "places.geojsonl": pointLine("g", [1, 2]),
    });
    assert.deepEqual(report.collections, {
      "svc:hotspots": 3,
      "svc:satellite-perimeters": 2,
      "svc:static-heat-sources": 1,
      "svc:incidents": 1,
      "svc:evacuation-zones": 1,
      "svc:assets": 1,
    });
    assert.deepEqual(report.passedOver, ["notes.txt", "places.geojsonl"]);
  });

  it("lists incidents, evacuation zones and assets only where a file has some", async () => {
    const hotspots = { "hotspots.geojsonl": pointLine("a", [1, 2]) };
    const usual = ["svc:satellite-perimeters", "svc:static-heat-sources", "svc:hotspots"];
    const listed = (files: Record<string, string>, documentedOnly = false) =>
      withFolder(files, async (data) => {
        const { json, get } = await start({ data, documentedOnly });
        const { collections } = await json("/collections");
        const { status } = await get("/collections/svc:incidents/items");
        return [collections.map(({ id }: Body) => id), status];
      });
    assert.deepEqual(await listed(hotspots), [usual, 404]);
    const more = { ...hotspots, "incidents.geojsonl": pointLine("b", [1, 2]) };
    assert.deepEqual(await listed(more), [[...usual, "svc:incidents"], 200]);
    assert.deepEqual(await listed(more, true), [usual, 404]);
  });

  it("tells which countries its files cover, as coverage.json declares", async () => {
    const files = {
      "static-heat-sources.geojsonl": pointLine("a", [44.4, 33.3]),
      "coverage.json": JSON.stringify({ "svc:static-heat-sources": { gas_flare: ["IQ", "IR"] } }),
    };
    await withFolder(files, async (data) => {
      const { json, service } = await start({ data });
      const { coverage } = await json("/collections/svc:static-heat-sources");
      assert.deepEqual(coverage, {
        countries: [{ category: "gas_flare", codes: ["IQ", "IR"] }],
      });
      assert.equal((await json("/collections/svc:hotspots")).coverage, undefined);
      assert.deepEqual(service.report.passedOver, []);
    });
  });

  it("tells of which places and times its files are complete, as sets of coverage.json", async () => {
    const sets = [
      { intervals: [["2023-08-01T00:00:00Z", "2023-08-02T23:59:59Z"]] },
      {
        boxes: [[-161, 18, -154, 23]],
        intervals: [["2024-04-01T00:00:00Z", "2024-06-30T23:59:59Z"]],
      },
    ];
    const files = {
      "hotspots.geojsonl": pointLine("a", [-157, 20]),
      "coverage.json": JSON.stringify({ "svc:hotspots": { sets } }),
    };
    await withFolder(files, async (data) => {
      const { json } = await start({ data });
      assert.deepEqual((await json("/collections/svc:hotspots")).coverage, { sets });
    });
  });

  it("refuses a coverage.json of another shape, and shows the right one", async () => {
    const shape =
      /^coverage\.json: .*\{"svc:static-heat-sources": \{"gas_flare": \["IQ", "IR"\]\}\}/;
    for (const text of [
      "",
      "[]",
      '{"svc:fires": {"gas_flare": ["IQ"]}}',
      '{"svc:static-heat-sources": ["IQ"]}',
      '{"svc:static-heat-sources": {"gas_flare": []}}',
      '{"svc:static-heat-sources": {"gas_flare": ["Iraq"]}}',
      '{"svc:static-heat-sources": {"gas_flare": null}}',
      '{"svc:hotspots": {"sets": []}}',
      '{"svc:hotspots": {"intervals": [["2024-04-01", "2024-06-30"]]}}',
      '{"svc:hotspots": {"sets": [[-161, 18, -154, 23]]}}',
      '{"svc:hotspots": {"sets": [{"box": [-161, 18, -154, 23]}]}}',
      '{"svc:hotspots": {"sets": [{}], "boxes": [[-161, 18, -154, 23]]}}',
    ]) {
      const files = { "hotspots.geojsonl": pointLine("a", [1, 2]), "coverage.json": text };
      await assert.rejects(load(files), { message: shape }, text);
    }
  });

  it("keeps one of two equal features, and reports the other", async () => {
    const { report } = await load({
      "hotspots.geojsonl": pointLine("a", [1, 2]) + pointLine("b", [1, 2]) + pointLine("a", [3, 4]),
    });
    assert.equal(report.collections["svc:hotspots"], 2);
    assert.deepEqual(report.duplicates, {
      total: 1,
      first: [{ file: "hotspots.geojsonl", line: 3, id: "a" }],
    });
  });

  it("keeps ids and values that are one number in double precision apart", async () => {
    const line = (number: string) =>
      `{"type":"Feature","id":${number},"geometry":null,"properties":{"inc":${number}}}\n`;
    const numbers = ["9007199254740992", "9007199254740993"];
    await withFolder({ "hotspots.geojsonl": numbers.map(line).join("") }, async (data) => {
      const { json } = await start({ data });
      const items = "/collections/svc:hotspots/items?limit=10";
      const idsOf = ({ features }: Body) => features.map(({ id }: Body) => id).sort();
      assert.deepEqual(idsOf(await json(items)), numbers);
      const filter = encodeURIComponent("inc = 9007199254740993");
      assert.deepEqual(idsOf(await json(`${items}&filter=${filter}`)), [numbers[1]]);
    });
  });

  it("treats rows without an id as equal if satellite, time and position are", async () => {
    const renamed = row.replace("Terra", "T").replace("0056", "56");
    const { report } = await load({
      "firms.csv": `${header}\n${row}\n${renamed}\n${row.replace("0056", "0057")}\n`,
    });
    assert.equal(report.collections["svc:hotspots"], 2);
    assert.equal(report.duplicates.total, 1);
    assert.equal(report.duplicates.first[0]!.line, 3);
  });

  for (const [first, second] of [
    ["firms_a.csv", "hotspots_b.geojsonl"],
    ["firms_z.csv", "firms_b.geojsonl"],
  ] as const) {
    it(`knows a detection with an id and its row without one as the same (${second} with ${first})`, async () => {
      const detection = { satellite: "Terra", acq_date: "2019-08-01", acq_time: "0056" };
      const { report } = await load({
        [first]: `${header}\n${row}\n`,
        [second]: pointLine("05aeb72e18e4c3", [142.085, -11.7924], detection),
      });
      assert.equal(report.collections["svc:hotspots"], 1);
      assert.equal(report.duplicates.total, 1);
    });
  }

  it("reports broken lines with file, line and reason, and loads the rest", async () => {
    const lines = [
      pointLine("good", [1, 2], { datetime: "2024-02-29T10:00:00Z" }),
      '{"type":"Feature",\n',
      '{"type":"Polygon"}\n',
      '{"type":"Feature","properties":{}}\n',
      pointLine("far", [181, 2]),
      pointLine("high", [1, 90.5]),
      pointLine("never", [1, 2], { datetime: "2023-02-29T10:00:00Z" }),
      '{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1]]]},"properties":{}}\n',
      '{"type":"Feature","geometry":{"type":"Circle","coordinates":[0,0]},"properties":{}}\n',
      '{"type":"Feature","geometry":null,"properties":[]}\n',
      pointLine("nowhere", null),
    ];
    const { report } = await load({ "hotspots.geojsonl": lines.join("") });
    assert.equal(report.collections["svc:hotspots"], 2);
    assert.equal(report.broken.total, 9);
    assert.deepEqual(
      report.broken.first.map(({ line }) => line),
      [2, 3, 4, 5, 6, 7, 8, 9, 10],
    );
    assert.match(report.broken.first[3]!.reason, /longitude 181/);
    assert.match(report.broken.first[5]!.reason, /datetime "2023-02-29T10:00:00Z"/);
    assert.match(report.broken.first[6]!.reason, /not closed/);
  });

  it("refuses violations of RFC 7946: heights that leave a ring open, five numbers, collections 17 deep", async () => {
    const nested = `${'{"type":"GeometryCollection","geometries":['.repeat(17)}${"]}".repeat(17)}`;
    const geometries = [
      '{"type":"Polygon","coordinates":[[[0,0,1],[1,0,1],[1,1,1],[0,0,2]]]}',
      '{"type":"Point","coordinates":[1,2,3,4,5]}',
      nested,
    ];
    const lines = geometries.map((each) => `{"type":"Feature","geometry":${each},"properties":{}}`);
    const { report } = await load({ "perimeters.geojsonl": lines.join("\n") });
    assert.equal(report.collections["svc:satellite-perimeters"], 0);
    assert.deepEqual(
      report.broken.first.map(({ line }) => line),
      [1, 2, 3],
    );
    assert.match(report.broken.first[0]!.reason, /^feature\.geometry\.coordinates\[0\]: /);
  });

  it("refuses to start at the first broken line when strict, naming file and line", async () => {
    const content = `${pointLine("a", [1, 2])}oops\n`;
    await assert.rejects(load({ "hotspots.geojsonl": content }, true), (error: unknown) => {
      assert.ok(error instanceof ImportError);
      assert.equal(error.message, "hotspots.geojsonl:2: not JSON");
      return true;
    });
  });

  it("names the line of a broken feature within a collection of many lines", async () => {
    const text = `{"type":"FeatureCollection","name":"a \\"[{","features":[
      {"type":"Feature","id":"a","geometry":null,"properties":{"note":"]},{"}},
      {"type":"Feature",
       "id":"b","geometry":{"type":"Point","coordinates":[500,0]},"properties":null}
    ], "features2":[{}]}`;
    const { report } = await load({ "perimeters.geojson": text });
    assert.equal(report.collections["svc:satellite-perimeters"], 1);
    assert.deepEqual(
      report.broken.first.map(({ line }) => line),
      [3],
    );
  });

  it("reports a file that ends too early, and keeps what came before", async () => {
    const lines = Array.from({ length: 5000 }, (_, i) => pointLine(`id-${i}`, [i / 100, 2])).join(
      "",
    );
    const packed = gzipSync(lines);
    const { report } = await load({
      "hotspots.geojsonl.gz": packed.subarray(0, packed.length - 20),
      "perimeters.geojson":
        '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"properties":null}',
      "static-heat-sources.geojson": '{"type":"FeatureCollection"}',
      "firms.csv": "latitude,longitude\n1,2\n3,4\n",
    });
    const reasons = Object.fromEntries(
      report.broken.first.map(({ file, reason }) => [file, reason]),
    );
    assert.match(reasons["hotspots.geojsonl.gz"]!, /cannot be read any further/);
    assert.match(reasons["perimeters.geojson"]!, /ends within its list/);
    assert.match(reasons["static-heat-sources.geojson"]!, /neither a FeatureCollection nor a list/);
    assert.match(reasons["firms.csv"]!, /lacks acq_date, acq_time/);
    assert.equal(report.broken.total, 4);
  });

  it("reads FIRMS' columns as numbers, texts and a UTC datetime", async () => {
    const viirs = `latitude,longitude,bright_ti4,scan,track,acq_date,acq_time,satellite,instrument,confidence,bright_ti5,frp,daynight,note\n42.6,-123,303.02,0.5,0.66,2026-07-16,11,N21,VIIRS,n,279.34,,N,"a, ""b"""\n`;
    await withFolder({ "firms.csv": viirs }, async (data) => {
      const { json } = await start({ data });
      const [feature] = (await json("/collections/svc:hotspots/items")).features;
      assert.deepEqual(feature.geometry, { type: "Point", coordinates: [-123, 42.6] });
      assert.deepEqual(feature.properties, {
        latitude: 42.6,
        longitude: -123,
        bright_ti4: 303.02,
        scan: 0.5,
        track: 0.66,
        acq_date: "2026-07-16",
        acq_time: "0011",
        satellite: "N21",
        instrument: "VIIRS",
        confidence: "n",
        bright_ti5: 279.34,
        frp: null,
        daynight: "N",
        note: 'a, "b"',
        datetime: "2026-07-16T00:11:00Z",
      });
    });
  });

  it("gives equal rows equal ids in any file", async () => {
    const a = await idsAfter({ "firms-x.csv": `${header}\n${row}\n` }, "svc:hotspots");
    const b = await idsAfter({ "hotspots-y.csv": `${header}\n${row}\n` }, "svc:hotspots");
    assert.deepEqual(a, b);
  });

  it("reads detections from FIRMS' layout exactly like those from newline-delimited GeoJSON", {
    skip: skipWithoutSharedData,
  }, async () => {
    const items = "/collections/svc:hotspots/items?datetime=2026-07-01T00:00:00Z/..&limit=10000";
    const csv = await start({ data: join(sharedData, "firms") });
    const rows = (await csv.json(items)).features;
    const { json } = await startOnSharedData();
    const { features } = await json(items);
    const key = ({ properties, geometry }: Body) =>
      JSON.stringify([geometry, Object.entries(properties).sort()]);
    assert.equal(features.length, 1170);
    assert.deepEqual(rows.map(key).sort(), features.map(key).sort());
  });

  it("refuses simulations with a member of the wrong type, naming the member", async () => {
    const item = {
      id: "debeb4a5-2f56-4894-9098-452942f0cc98",
      status: "LATER_ADDED",
      clusterId: null,
      fireName: null,
      locationName: null,
      latitude: 47,
      longitude: -118,
      model: "m",
      durationHours: 12,
      ensembleMembers: 10,
      burnedAreaM2: null,
      auto: false,
      createdAt: "2023-09-03T20:03:35Z",
      errorMessage: null,
    };
    const broken = { ...item, id: "febf3621-d8ac-4cfd-9167-0a0b854af08c", createdAt: "2023-09-03" };
    const text = JSON.stringify([item, broken, item], null, 1);
    const { report } = await load({ "simulations.json": text });
    assert.equal(report.simulations, 1);
    assert.equal(report.duplicates.total, 1);
    assert.match(report.broken.first[0]!.reason, /^createdAt is "2023-09-03"/);
  });

  it("fails with the folder's name if the folder does not exist", async () => {
    const gone = createReferenceService({ clients: [testClient], data: "/nonexistent/emberline" });
    await assert.rejects(gone, /nonexistent/);
  });
});
