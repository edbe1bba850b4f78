import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { readFeatures, skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { type Body, type Harness, start, startOnSharedData } from "./service-harness.ts";
import { pointLine, withFolder } from "./temporary-folder.ts";

const mercator = "http://www.opengis.net/def/crs/EPSG/0/3857";
const wgs84 = "http://www.opengis.net/def/crs/EPSG/0/4326";
const crs84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84";

const lines = [
  pointLine("modis", [10, 50], {
    confidence: 80,
    satellite: "Terra",
    frp: 12.5,
    datetime: "2024-05-01T10:00:00Z",
  }),
  pointLine("viirs", [10, 51], {
    confidence: "h",
    satellite: "N20",
    frp: 40,
    datetime: "2024-05-02T10:00:00Z",
  }),
  pointLine("faint", [-10, 50], {
    confidence: "l",
    satellite: "N20",
    frp: null,
    datetime: "2024-05-03T10:00:00Z",
  }),
  pointLine("bare", [20, -30], { satellite: "O'Hara %" }),
].join("");

describe("filters", () => {
  let harness: Harness;
  before(async () => {
    harness = await withFolder({ "hotspots.geojsonl": lines }, (data) => start({ data }));
  });
  const itemsPath = "/collections/svc:hotspots/items";
  const ids = async (params: Record<string, string>) => {
    const page = await harness.json(`${itemsPath}?${new URLSearchParams(params)}`);
    assert.equal(page.numberMatched, page.features.length);
    return page.features.map((feature: Body) => feature.id).sort();
  };

  const rows: [filter: string, expected: string[]][] = [
    ["frp > 12", ["modis", "viirs"]],
    ["NOT frp > 12.5", ["modis"]],
    ["frp IS NULL", ["bare", "faint"]],
    ["satellite IN ('N20','Terra') AND frp < 40", ["modis"]],
    ["satellite LIKE 'N%' OR frp = 12.5", ["faint", "modis", "viirs"]],
    ["satellite = 'O''Hara %'", ["bare"]],
    ["confidence > 50", ["modis"]],
    ["confidence = 'h'", ["viirs"]],
    ["datetime >= TIMESTAMP('2024-05-02T00:00:00Z')", ["faint", "viirs"]],
    ["T_DURING(datetime, INTERVAL('2024-05-01T00:00:00Z','2024-05-02T00:00:00Z'))", ["modis"]],
    ["datetime = DATE('2024-05-03')", ["faint"]],
    ["S_INTERSECTS(geometry, POLYGON((0 40,20 40,20 50.5,0 50.5,0 40)))", ["modis"]],
    ["S_INTERSECTS(geometry, BBOX(0,40,20,60)) AND frp > 20", ["viirs"]],
    ["frp * 2 = 80 OR CASEI(satellite) = CASEI('TERRA')", ["modis", "viirs"]],
  ];
  for (const [filter, expected] of rows) {
    it(`select ${expected.join(", ")}: ${filter}`, async () => {
      assert.deepEqual(await ids({ filter }), expected);
    });
  }

  it("are combined with the box and the time", async () => {
    assert.deepEqual(await ids({ filter: "satellite = 'N20'", bbox: "0,0,90,90" }), ["viirs"]);
    assert.deepEqual(
      await ids({ filter: "satellite = 'N20'", datetime: "2024-05-03T00:00:00Z/.." }),
      ["faint"],
    );
  });

  it("may be written in ECQL", async () => {
    const ecql = { "filter-lang": "ecql-text" };
    assert.deepEqual(await ids({ ...ecql, filter: "BBOX(geometry,0,40,20,50.5)" }), ["modis"]);
    assert.deepEqual(await ids({ ...ecql, filter: "INTERSECTS(geometry, POINT(10 51))" }), [
      "viirs",
    ]);
    assert.deepEqual(await ids({ ...ecql, filter: "IN ('viirs','bare')" }), ["bare", "viirs"]);
    assert.deepEqual(await ids({ ...ecql, filter: "datetime AFTER 2024-05-02T12:00:00Z" }), [
      "faint",
    ]);
  });

  it("may contain geometries in another CRS, in its axis order", async () => {
    const latFirst = "S_INTERSECTS(geometry, POLYGON((40 0,50.5 0,50.5 20,40 20,40 0)))";
    assert.deepEqual(await ids({ filter: latFirst, "filter-crs": wgs84 }), ["modis"]);
    // 10° E is 1,113,194.9 m; 51° N lies between 6.6 and 6.7 million metres.
    const metres = "S_INTERSECTS(geometry, BBOX(1113194,6600000,1113196,6700000))";
    assert.deepEqual(await ids({ filter: metres, "filter-crs": mercator }), ["viirs"]);
  });

  const refused: [params: Record<string, string>, name: string, explanation: RegExp][] = [
    [{ filter: "frp >" }, "filter", /frp >/],
    [{ filter: "" }, "filter", /./],
    [{ filter: "fpr > 3" }, "filter", /frp/],
    [{ filter: "frp = 'high'" }, "filter", /./],
    [{ filter: "S_INTERSECTS(frp, POINT(1 2))" }, "filter", /./],
    [{ filter: "S_INTERSECTS(geometry, POINT(90 180))" }, "filter", /180/],
    [{ filter: "nosuch(frp) = 1" }, "filter", /nosuch/],
    [{ filter: "frp > 1", "filter-lang": "sql" }, "filter-lang", /cql2-text/],
    [{ filter: "frp > 1", "filter-crs": "http://x.test/1" }, "filter-crs", /CRS84/],
    [{ crs: "EPSG:4326" }, "crs", /CRS84/],
    [{ bbox: "0,0,1,1", "bbox-crs": "http://x.test/1" }, "bbox-crs", /CRS84/],
    [{ bbox: "0,170,20,-170", "bbox-crs": mercator }, "bbox", /south/],
    [{ bbox: "20,0,10,5", "bbox-crs": mercator }, "bbox", /degrees/],
    [{ filter: `${"(".repeat(200)}frp > 1${")".repeat(200)}` }, "filter", /./],
    [{ filter: `satellite = '${"x".repeat(70_000)}'` }, "filter", /./],
    [{ filter: "frp > 1; DROP TABLE hotspots" }, "filter", /./],
    [{ filter: "satellite = '\u0000' OR" }, "filter", /./],
  ];
  for (const [params, name, explanation] of refused) {
    it(`are refused with the reason: ${JSON.stringify(params).slice(0, 90)}`, async () => {
      const response = await harness.get(`${itemsPath}?${new URLSearchParams(params)}`);
      assert.equal(response.status, 400);
      const { code, description } = (await response.json()) as Body;
      assert.equal(code, "invalid-parameter");
      assert.ok(description.startsWith(`The parameter "${name}"`), description);
      assert.match(description, explanation);
    });
  }

  it("are kept in the links to further pages", async () => {
    const first = await harness.json(`${itemsPath}?filter=frp%20IS%20NULL&limit=1`);
    const next = first.links.find((link: Body) => link.rel === "next").href;
    const second = await harness.json(next);
    assert.equal(first.numberMatched, 2);
    assert.equal(second.numberMatched, 2);
    assert.deepEqual([first.features[0].id, second.features[0].id], ["faint", "bare"]);
  });
});

describe("coordinate reference systems", () => {
  let harness: Harness;
  before(async () => {
    harness = await withFolder({ "hotspots.geojsonl": lines }, (data) => start({ data }));
  });
  const itemsPath = "/collections/svc:hotspots/items";

  it("of answers follow crs, and Content-Crs names them", async () => {
    const expected = {
      [crs84]: [10, 51],
      [wgs84]: [51, 10],
      // proj: cs2cs EPSG:4326 EPSG:3857 <<< "51 10" gives 1113194.91 6621293.72
      [mercator]: [1113194.91, 6621293.72],
    };
    for (const [crs, [first, second]] of Object.entries(expected)) {
      for (const path of [`${itemsPath}?bbox=9,50.5,11,52&`, `${itemsPath}/viirs?`]) {
        const response = await harness.get(`${path}crs=${encodeURIComponent(crs)}`);
        assert.equal(response.headers.get("Content-Crs"), `<${crs}>`);
        const body = (await response.json()) as Body;
        const { coordinates } = (body.features?.[0] ?? body).geometry;
        assert.ok(
          Math.abs(coordinates[0] - first!) < 0.01 && Math.abs(coordinates[1] - second!) < 0.01,
        );
      }
    }
    assert.equal((await harness.get(itemsPath)).headers.get("Content-Crs"), `<${crs84}>`);
  });

  it("of boxes follow bbox-crs, across the antimeridian too if it is in degrees", async () => {
    const ids = async (bbox: string, crs: string) => {
      const page = await harness.json(
        `${itemsPath}?bbox=${bbox}&bbox-crs=${encodeURIComponent(crs)}`,
      );
      return page.features.map((feature: Body) => feature.id).sort();
    };
    assert.deepEqual(await ids("50.5,9,52,11", wgs84), ["viirs"]);
    assert.deepEqual(await ids("49,15,52,-5", wgs84), ["faint"]);
    assert.deepEqual(await ids("1113194,6600000,1113196,6700000", mercator), ["viirs"]);
  });

  it("are listed with each collection, longitude and latitude first", async () => {
    const { crs, storageCrs } = await harness.json("/collections/svc:hotspots");
    assert.deepEqual(crs, [crs84, wgs84, mercator]);
    assert.equal(storageCrs, crs84);
  });
});

describe("filters on the shared data", { skip: skipWithoutSharedData }, () => {
  let harness: Harness;
  let hotspots: Body[] = [];
  before(async () => {
    harness = await startOnSharedData();
    hotspots = readFeatures<Body>("hotspots_australia_modis_2019-08_2019-09");
  });

  const rows: [filter: string, test: (properties: Body, position: number[]) => boolean][] = [
    ["frp > 100 AND satellite = 'Aqua'", (p) => p.frp > 100 && p.satellite === "Aqua"],
    [
      "confidence BETWEEN 20 AND 40 AND daynight <> 'D'",
      (p) => p.confidence >= 20 && p.confidence <= 40 && p.daynight !== "D",
    ],
    ["type IN (2, 3)", (p) => p.type === 2 || p.type === 3],
    [
      "acq_time LIKE '04%' AND brightness / bright_t31 > 1.2",
      (p) => p.acq_time.startsWith("04") && p.brightness / p.bright_t31 > 1.2,
    ],
    [
      "acq_date = DATE('2019-09-05') OR acq_date > DATE('2019-09-28')",
      (p) => p.acq_date === "2019-09-05" || p.acq_date > "2019-09-28",
    ],
    [
      "S_WITHIN(geometry, BBOX(150,-34,153,-30)) AND NOT frp < 50",
      (p, [x, y]) => x! > 150 && x! < 153 && y! > -34 && y! < -30 && p.frp >= 50,
    ],
  ];
  for (const [filter, test] of rows) {
    it(`count what the file holds: ${filter}`, async () => {
      const expected = hotspots.filter(({ properties, geometry }) =>
        test(properties, geometry.coordinates),
      );
      assert.ok(expected.length > 10);
      const params = new URLSearchParams({
        filter,
        datetime: "2019-08-01T00:00:00Z/2019-09-30T23:59:59Z",
        limit: "10000",
      });
      const page = await harness.json(`/collections/svc:hotspots/items?${params}`);
      assert.equal(page.numberMatched, expected.length);
      if (expected.length <= 10_000) {
        assert.deepEqual(
          page.features.map(({ id }: Body) => id).sort(),
          expected.map(({ id }) => id).sort(),
        );
      }
    });
  }
});
