import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type Description, describedFeed, readDescription } from "../../src/index.ts";
import { Answers, collection, failureOf, pointRow, shippedFeed } from "../support/described.ts";
import { KeptFeatures } from "../support/kept-features.ts";
import { answerOf, squareAt } from "../support/wfigs-service.ts";

const credit = {
  name: "Us",
  text: "Ours",
  url: "https://example.test/",
  licence: "none",
  disclaimer: null,
};

const brazil: Description = {
  name: "inpe-brazil",
  title: "INPE Queimadas (Brazil)",
  layer: "hotspots",
  system: "INPE",
  known: "public code",
  source: {
    mechanism: "file",
    format: "csv",
    url: "https://inpe.test/focos_diario_br_{todayDigits}.csv",
  },
  id: ["id"],
  time: "data_hora_gmt",
  timeForm: "iso",
  geometry: [{ longitude: "lon", latitude: "lat" }],
  properties: {
    source: { value: "INPE" },
    frp: { field: "frp", form: "number", none: [-999] },
    biome: "bioma",
  },
  leaves: "stay",
  minutes: 30,
  credit,
};

const header = "id,lat,lon,data_hora_gmt,satelite,bioma,frp";

test("a CSV is read by the names of its columns, in any order, with marks for no value", async () => {
  const answers = new Answers(
    () =>
      `\uFEFF${header}\r\na1,-10.5,-60.25,2026-07-30 10:00:00,NOAA-20,"Amazônia, norte",12.5\r\na2,-11,-61,2026/07/30,NOAA-20,Cerrado,-999\r\na3,-12,-62,2026-07-30 11:00:00,NOAA-20,Cerrado,-999.0\r\na4,-12,-62\r\n`,
  );
  const kept = new KeptFeatures();
  const [change] = await kept.read(describedFeed(brazil), answers.request);
  assert.equal(answers.urls[0]?.pathname, "/focos_diario_br_20260730.csv");
  assert.deepEqual(change?.counts, { received: 4, rejected: 2, added: 2, replaced: 0, removed: 0 });
  assert.deepEqual(
    kept
      .all()
      .map(({ geometry, properties: { frp, biome, datetime } }) => [
        (geometry as { coordinates: unknown }).coordinates,
        frp,
        biome,
        datetime,
      ]),
    [
      [[-60.25, -10.5], 12.5, "Amazônia, norte", "2026-07-30T10:00:00Z"],
      [[-62, -12], null, "Cerrado", "2026-07-30T11:00:00Z"],
    ],
  );
});

test("times are read in the form that the description gives", async () => {
  const answers = new Answers(() => `${header}\na1,-10,-60,30/07/2026 09:05,x,y,1\n`);
  const kept = new KeptFeatures();
  await kept.read(describedFeed({ ...brazil, timeForm: "DD/MM/YYYY HH:mm" }), answers.request);
  assert.equal(kept.all()[0]?.properties.datetime, "2026-07-30T09:05:00Z");
});

for (const [name, text] of [
  ["an HTML page", "<html><body>404</body></html>"],
  ["one word", "maintenance"],
  ["nothing", ""],
  ["open quotes", `${header}\na1,"-10,-60`],
] as const) {
  test(`${name} is no CSV without rows`, async () => {
    const kept = new KeptFeatures();
    const error = await failureOf(kept, describedFeed(brazil), new Answers(() => text).request);
    assert.equal(error.code, "invalid_answer");
  });
}

test("an address that is unchanged is not sent again, and counts as the same list", async () => {
  const zones: Description = {
    ...brazil,
    name: "own-zones",
    layer: "evacuationZones",
    source: { mechanism: "file", format: "geojson", url: "https://us.test/zones.geojson" },
    id: ["zone"],
    geometry: ["feature"],
    properties: { zone_id: "zone" },
    leaves: "remove",
  };
  const row = (zone: string) => ({
    type: "Feature",
    geometry: squareAt(1),
    properties: { zone },
  });
  let rows = [row("a"), row("b")];
  const answers = new Answers((_, options) => {
    const etag = `"${rows.length}"`;
    if (options?.validators?.etag === etag) return { kind: "unchanged" };
    return answerOf(JSON.stringify(collection(rows)), { validators: { etag } });
  });
  const feed = describedFeed(zones);
  const kept = new KeptFeatures();
  await kept.read(feed, answers.request);
  const [unchanged] = await kept.read(feed, answers.request);
  assert.deepEqual(unchanged?.counts.received, 0);
  assert.equal(feed.listed?.(kept.state).length, 2);
  rows = [row("a")];
  await kept.read(feed, answers.request);
  assert.equal(kept.features.size, 2);
  await kept.read(feed, answers.request);
  assert.equal(kept.features.size, 1);
});

const burnt = {
  id: 276934,
  firedate: "2026-07-28T13:00:00",
  lastfiredate: "2026-07-29T10:00:00",
  lastupdate: "2026-07-29T20:00:00.5",
  area_ha: "1391.5",
  country: "EL",
  province: "Attiki",
  commune: "Marathon",
  shape: squareAt(3),
};

test("burnt areas of EFFIS are rows of JSON, of a window, with areas that are texts", async () => {
  const answers = new Answers(() => ({
    count: 2,
    results: [burnt, { ...burnt, id: 5, shape: JSON.stringify(squareAt(4)) }],
  }));
  const kept = new KeptFeatures();
  await kept.read(await shippedFeed("effis-burnt-areas"), answers.request);
  const { searchParams } = answers.urls[0]!;
  assert.equal(searchParams.get("firedate__gte"), "2026-07-20");
  assert.equal(searchParams.get("firedate__lt"), "2026-07-31");
  assert.equal(kept.features.size, 2);
  const feature = kept.features.get("effis-burnt-areas_276934");
  assert.deepEqual(feature?.geometry, squareAt(3));
  assert.equal(feature?.properties.area_ha, 1391.5);
  assert.equal(feature?.properties.datetime, "2026-07-29T10:00:00Z");
});

test("a page that is shorter than its count is not taken for all", async () => {
  const answers = new Answers(() => ({ count: 2000, results: [burnt] }));
  const feed = await shippedFeed("effis-burnt-areas");
  const error = await failureOf(new KeptFeatures(), feed, answers.request);
  assert.match(error.message, /announced 2000 rows and sent 1/);
});

test("assets of an operator are sites, lines and areas of a file beside its description", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assets-"));
  try {
    const line = {
      type: "LineString",
      coordinates: [
        [-120, 40],
        [-121, 41],
      ],
    };
    const rows = [
      pointRow({ ref: "S1", label: "Substation 1", kv: 230 }),
      { type: "Feature", geometry: line, properties: { ref: "L1", label: "Line 1", kv: 500 } },
      { type: "Feature", geometry: squareAt(1), properties: { ref: "A1", label: "Yard" } },
      { type: "Feature", geometry: line, properties: { label: "without a number" } },
    ];
    await writeFile(join(folder, "our sites.geojson"), JSON.stringify(collection(rows)));
    const description = {
      name: "our-assets",
      title: "Our assets",
      layer: "assets",
      source: { mechanism: "file", format: "geojson", url: "./our sites.geojson" },
      id: ["ref"],
      properties: { asset_id: "ref", name: "label", category: { value: "grid" } },
      others: true,
      leaves: "remove",
      minutes: 1,
      credit,
      known: "ours",
    };
    await writeFile(join(folder, "assets.json"), JSON.stringify(description));
    const feed = describedFeed(await readDescription(join(folder, "assets.json")));
    const kept = new KeptFeatures();
    const request = () => assert.fail("a file on disk needs no request");
    const [change] = await kept.read(feed, request);
    assert.equal(change?.counts.rejected, 1);
    assert.deepEqual(
      kept.all().map(({ geometry, time }) => [geometry?.type, time]),
      [
        ["Polygon", undefined],
        ["LineString", undefined],
        ["Point", undefined],
      ],
    );
    assert.deepEqual(kept.features.get("our-assets_S1")?.properties, {
      ref: "S1",
      label: "Substation 1",
      kv: 230,
      asset_id: "S1",
      name: "Substation 1",
      category: "grid",
    });
    const [again] = await kept.read(feed, request);
    assert.deepEqual(again?.put, []);
  } finally {
    await rm(folder, { recursive: true });
  }
});
