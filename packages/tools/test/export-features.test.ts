import assert from "node:assert/strict";
import { test } from "node:test";
import { DOMParser, type Element } from "@xmldom/xmldom";
import fc from "fast-check";
import type { ExportStore } from "../src/index.ts";
import {
  anyText,
  exported,
  feature,
  mixed,
  mixedService,
  nowhere,
  queryables,
  square,
} from "./export-support.ts";
import { answerOf, contextOf, point } from "./support.ts";

test("GeoJSON has every feature as served, with foreign members, and states the selection and the count", async () => {
  const { file, answer } = await exported(mixedService, { format: "geojson", explain: true });
  const collection = JSON.parse(file);
  assert.equal(collection.type, "FeatureCollection");
  assert.deepEqual(collection.features, mixed);
  assert.equal(collection.numberReturned, 4);
  // The file begins before the first request is sent.
  const { request, ...selection } = answer.selection as Record<string, unknown>;
  assert.match(String(request), /^\/ogc\/.*items\?limit=5000$/);
  assert.deepEqual(collection.selection, selection);
  assert.deepEqual(
    [answer.count, answer.matched, answer.matched_exact, answer.complete],
    [4, 4, true, true],
  );
  assert.equal(answer.size_bytes, new TextEncoder().encode(file).length);
});

test("newline-delimited GeoJSON has one feature per line", async () => {
  const { file } = await exported(mixedService, { format: "geojsonl" });
  assert.deepEqual(
    file
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
    mixed,
  );
});

const kmlNamespace = "http://www.opengis.net/kml/2.2";

/** The placemarks of a KML file, as read by an independent XML parser. */
function placemarksOf(file: string): Element[] {
  const document = new DOMParser({
    onError: (level, message) => {
      throw new Error(`${level}: ${message}`);
    },
  }).parseFromString(file, "text/xml");
  return [...document.getElementsByTagNameNS(kmlNamespace, "Placemark")];
}

const textOf = (element: Element, name: string): string | null =>
  element.getElementsByTagNameNS(kmlNamespace, name)[0]?.textContent ?? null;

const dataOf = (element: Element): Record<string, string | null> =>
  Object.fromEntries(
    [...element.getElementsByTagNameNS(kmlNamespace, "Data")].map((data) => [
      data.getAttribute("name")!,
      textOf(data, "value"),
    ]),
  );

test("KML has a placemark per feature, with its id, properties, time and style", async () => {
  const { file } = await exported(mixedService, { format: "kml" });
  const placemarks = placemarksOf(file);
  assert.deepEqual(placemarks.map(dataOf), [
    {
      id: "h1",
      name: 'Ash, "Old"\nFarm',
      frp: "-12.5",
      datetime: "2025-06-20T11:00:00Z",
    },
    { id: "7", name: "", island: '{"of":["Maui"]}' },
    { id: "nowhere" },
    { name: "-5", frp: "high" },
  ]);
  assert.deepEqual(
    placemarks.map((each) => [
      textOf(each, "name"),
      textOf(each, "when"),
      textOf(each, "coordinates"),
    ]),
    [
      ['Ash, "Old"\nFarm', "2025-06-20T11:00:00Z", "10.5,-50.25"],
      ["7", null, "0,0 2,0 2,2 0,0"],
      ["nowhere", null, null],
      ["-5", null, "1,2,300"],
    ],
  );
  for (const placemark of placemarks) assert.equal(textOf(placemark, "styleUrl"), "#features");
  assert.match(file, /<Style id="features">/);
});

test("KML writes a day as a day, a span as a span, and no date that does not exist", async () => {
  const times = [
    { datetime: "2025-06-20" },
    { datetime: "2025-06-20 11:00" },
    { datetime: "2025-06-20T13:00:00+02:00" },
    { datetime: "2025-13-45T00:00:00Z" },
    { start_datetime: "2025-06-01T00:00:00Z", end_datetime: "2025-06-02T00:00:00Z" },
    { datetime: null, end_datetime: "2025-06-02" },
  ];
  const features = times.map((properties, i) => point(String(i), 0, 0, properties));
  const { file } = await exported(
    { features: { "svc:hotspots": features }, queryables },
    { format: "kml" },
  );
  assert.deepEqual(
    placemarksOf(file).map((each) => ["when", "begin", "end"].map((name) => textOf(each, name))),
    [
      ["2025-06-20", null, null],
      ["2025-06-20T11:00:00Z", null, null],
      ["2025-06-20T11:00:00Z", null, null],
      [null, null, null],
      [null, "2025-06-01T00:00:00Z", "2025-06-02T00:00:00Z"],
      [null, null, "2025-06-02"],
    ],
  );
});

test("KML has multi-geometries and collections as MultiGeometry", async () => {
  const parts = [
    {
      type: "MultiPoint",
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
    {
      type: "GeometryCollection",
      geometries: [
        { type: "Point", coordinates: [5, 6] },
        {
          type: "MultiLineString",
          coordinates: [
            [
              [7, 8],
              [9, 10],
            ],
          ],
        },
      ],
    },
    { type: "MultiPolygon", coordinates: [[square, square], []] },
  ];
  const features = parts.map((geometry, i) => feature(i, geometry, {}));
  const { file } = await exported(
    { features: { "svc:hotspots": features }, queryables },
    { format: "kml" },
  );
  const coordinates = placemarksOf(file).map((each) =>
    [...each.getElementsByTagNameNS(kmlNamespace, "coordinates")].map(
      ({ parentNode, textContent }) => [parentNode?.parentNode?.nodeName, textContent],
    ),
  );
  const ring = "0,0 2,0 2,2 0,0";
  assert.deepEqual(coordinates, [
    [
      ["MultiGeometry", "1,2"],
      ["MultiGeometry", "3,4"],
    ],
    [
      ["MultiGeometry", "5,6"],
      ["MultiGeometry", "7,8 9,10"],
    ],
    [
      ["outerBoundaryIs", ring],
      ["innerBoundaryIs", ring],
    ],
  ]);
});

test("any text survives KML unchanged, except for characters that XML forbids", async () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these
  const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|\p{Cs}/gu;
  // XML reads every line end as a line feed.
  const lines = (text: string) => text.replace(/\r\n?/g, "\n");
  await fc.assert(
    fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 50 }), async (texts) => {
      const features = texts.map((text, i) => feature(i, null, { text, [`x${text}`]: 1 }));
      const { file } = await exported(
        { features: { "svc:hotspots": features }, queryables: [] },
        { format: "kml" },
      );
      for (const [i, placemark] of placemarksOf(file).entries()) {
        const expected = texts[i]!.replace(notXml, "");
        assert.equal(lines(dataOf(placemark).text!), lines(expected));
      }
    }),
    { numRuns: 60, seed: 7 },
  );
});

test("a file of synthetic data says so itself if its format allows", async () => {
  const synthetic = { ...mixedService, described: { synthetic: true } };
  for (const format of ["geojson", "kml"]) {
    const { file, answer } = await exported(synthetic, { format });
    assert.match(file, /Synthetic data/);
    assert.match((answer.notices as string[]).join(" "), /Synthetic data/);
  }
});

test("a file has only the requested properties, in their order", async () => {
  const input = { properties: ["frp", "name"] };
  const files = await Promise.all(
    ["geojson", "csv", "kml"].map((format) => exported(mixedService, { format, ...input })),
  );
  const [geojson, csv, kml] = files.map(({ file }) => file);
  assert.deepEqual(
    JSON.parse(geojson!).features.map(({ properties }: { properties: object }) =>
      Object.keys(properties),
    ),
    [["frp", "name"], ["frp", "name"], [], ["frp", "name"]],
  );
  assert.match(csv!, /^id,lon,lat,wkt,frp,name\r\n/);
  assert.ok(!/datetime|island/.test(kml!.replace(/<TimeStamp>.*?<\/TimeStamp>/g, "")));
});

test("features that break RFC 7946 are left out of the file and counted", async () => {
  const broken = feature(
    "broken",
    {
      type: "Polygon",
      coordinates: [
        [
          [0, 0],
          [1, 1],
        ],
      ],
    },
    {},
  );
  const { file, answer } = await exported(
    { features: { "svc:hotspots": [...mixed, broken] }, queryables },
    { format: "geojsonl" },
  );
  assert.equal(file.trimEnd().split("\n").length, 4);
  assert.deepEqual([answer.count, answer.complete], [4, false]);
  assert.match((answer.notices as string[]).join(" "), /1 feature is skipped.*RFC 7946/);
});

test("with latest_per_fire, the file has only the newest snapshot of each fire", async () => {
  const snapshots = ["2025-06-18", "2025-06-20", "2025-06-19"].map((datetime, i) =>
    point(`p${i}`, 0, 0, { incident_id: "i1", datetime }),
  );
  const fires = {
    features: { "svc:hotspots": snapshots },
    queryables: [
      { id: "incident_id", type: "string" },
      { id: "datetime", type: "date" },
    ],
  };
  const newest = await exported(fires, { format: "geojsonl", latest_per_fire: true });
  assert.equal(JSON.parse(newest.file).id, "p1");
  assert.deepEqual([newest.answer.count, newest.answer.matched], [1, 1]);
  const all = await exported(fires, { format: "geojsonl" });
  assert.equal(all.answer.count, 3);
});

test("an empty selection gives an empty file of its format, and the answer says why", async () => {
  const none = { ...mixedService, features: { "svc:hotspots": [] } };
  const files: Record<string, RegExp> = {
    geojson: /"features":\[\s*\],"numberReturned":0\}\n$/,
    geojsonl: /^$/,
    csv: /^id,[^\n]*\r\n$/,
    kml: /<\/Style>\n<\/Document><\/kml>\n$/,
  };
  for (const [format, expected] of Object.entries(files)) {
    const { file, answer } = await exported(none, { format });
    assert.match(file, expected);
    assert.equal(answer.count, 0);
    assert.match((answer.notices as string[]).join(" "), /does not prove/);
  }
});

for (const format of ["geojson", "geojsonl", "csv", "kml"])
  test(`an outline of 50,000 vertices reaches the store as ${format} in short pieces`, async () => {
    const open = Array.from({ length: 50_000 }, (_, i) => [Math.cos(i / 7958), Math.sin(i / 7958)]);
    const outline = feature("long", { type: "Polygon", coordinates: [[...open, open[0]]] }, {});
    const sizes: number[] = [];
    const exports: ExportStore = {
      create: async (name, mimeType) => ({
        ...(await nowhere.create(name, mimeType)),
        write: async ({ length }) => void sizes.push(length),
      }),
    };
    const service = { features: { "svc:hotspots": [outline] }, queryables };
    const { context } = contextOf(service, undefined, { exports });
    const input = { collection: "svc:hotspots", format };
    const { size_bytes } = await answerOf("export_features", input, context);
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0),
      size_bytes,
    );
    assert.ok(Math.max(...sizes) < 500_000, `${sizes}`);
  });
