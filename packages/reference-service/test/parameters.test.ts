import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import {
  allPages,
  type Body,
  featuresUrl,
  type Harness,
  start,
  testClient,
} from "./service-harness.ts";
import { pointLine, withFolder } from "./temporary-folder.ts";

const lines = [
  pointLine("west-of-line", [179.5, 10], { datetime: "2024-05-01T00:00:00Z" }),
  pointLine("east-of-line", [-179.5, 10], { datetime: "2024-05-01T12:00:00.250Z" }),
  pointLine("offset", [10, 10], { datetime: "2024-05-02T01:00:00+03:00" }),
  pointLine("a-day", [20, 10], { date: "2024-05-03" }),
  pointLine("a-span", [30, 10], {
    start_datetime: "2024-05-01T00:00:00Z",
    end_datetime: "2024-05-10T00:00:00Z",
  }),
  pointLine("no-time", [40, 10]),
  pointLine("no-place", null, { datetime: "2024-05-05T00:00:00Z" }),
  pointLine("aloft", [50, 10, 900]),
  `${JSON.stringify({
    type: "Feature",
    id: "a-ring",
    geometry: {
      type: "Polygon",
      coordinates: [
        [
          [60, 0],
          [70, 0],
          [70, 10],
          [60, 0],
        ],
      ],
    },
    properties: { datetime: "2024-05-04T00:00:00Z" },
  })}\n`,
].join("");

describe("the parameters of items", () => {
  let harness: Harness;
  before(async () => {
    harness = await withFolder({ "perimeters.geojsonl": lines }, (data) => start({ data }));
  });

  const itemsPath = "/collections/svc:satellite-perimeters/items";
  const ids = async (query: string) => {
    const page = await harness.json(`${itemsPath}?${query}`);
    assert.equal(page.numberMatched, page.features.length);
    return page.features.map((feature: Body) => feature.id).sort();
  };

  it("select by box: including its edge and features without location", async () => {
    assert.deepEqual(await ids("bbox=10,10,20,10"), ["a-day", "no-place", "offset"]);
    assert.deepEqual(await ids("bbox=179,0,-179,20"), ["east-of-line", "no-place", "west-of-line"]);
    assert.deepEqual(await ids("bbox=-170,-10,-160,0"), ["no-place"]);
  });

  it("select polygons by their true shape, not by their box", async () => {
    assert.deepEqual(await ids("bbox=60,5,62,10"), ["no-place"]);
    assert.deepEqual(await ids("bbox=69,1,69.5,2"), ["a-ring", "no-place"]);
    assert.deepEqual(await ids("bbox=50,-20,80,20"), ["a-ring", "aloft", "no-place"]);
  });

  it("exclude by height only features with heights", async () => {
    assert.deepEqual(await ids("bbox=45,0,0,75,20,800"), ["a-ring", "no-place"]);
    assert.deepEqual(await ids("bbox=45,0,0,75,20,900"), ["a-ring", "aloft", "no-place"]);
  });

  it("select by time: closed intervals, open ends, offsets, fractions; features without time always match", async () => {
    const timeless = ["aloft", "no-time"];
    assert.deepEqual(
      await ids("datetime=2024-05-01T00:00:00Z"),
      ["a-span", ...timeless, "west-of-line"].sort(),
    );
    assert.deepEqual(
      await ids("datetime=2024-05-01T22:00:00Z"),
      ["a-span", "offset", ...timeless].sort(),
    );
    assert.deepEqual(
      await ids("datetime=2024-05-02T00:00:00%2B02:00"),
      ["a-span", "offset", ...timeless].sort(),
    );
    assert.deepEqual(
      await ids("datetime=2024-05-01T12:00:00.25Z"),
      ["a-span", "east-of-line", ...timeless].sort(),
    );
    assert.deepEqual(await ids("datetime=../2024-04-30T23:59:59Z"), timeless);
    assert.deepEqual(
      await ids("datetime=2024-05-04T00:00:00Z/.."),
      ["a-ring", "a-span", "no-place", ...timeless].sort(),
    );
    assert.deepEqual(await ids("datetime=2024-05-10T00:00:00.001Z/"), timeless);
  });

  it("treat dates of features and in the query as whole UTC days", async () => {
    assert.deepEqual(await ids("datetime=2024-05-03T18:00:00Z"), [
      "a-day",
      "a-span",
      "aloft",
      "no-time",
    ]);
    assert.deepEqual(await ids("datetime=2024-05-03"), ["a-day", "a-span", "aloft", "no-time"]);
    assert.deepEqual(await ids("datetime=2024-05-02/2024-05-03"), [
      "a-day",
      "a-span",
      "aloft",
      "no-time",
    ]);
  });

  it("join by AND", async () => {
    assert.deepEqual(await ids("bbox=0,0,25,20&datetime=2024-05-03T00:00:00Z/.."), [
      "a-day",
      "no-place",
    ]);
  });

  it("ignore unknown names", async () => {
    const page = await harness.json(`${itemsPath}?cache=buster&limit=3`);
    assert.equal(page.numberReturned, 3);
    const next = new URL(page.links.find((link: Body) => link.rel === "next").href);
    assert.equal(next.searchParams.get("cache"), "buster");
    assert.equal(next.searchParams.get("limit"), "3");
    assert.ok(next.href.startsWith(`${featuresUrl}${itemsPath}?`));
  });

  it("skip features by offset, as other clients expect", async () => {
    const all = (await harness.json(itemsPath)).features.map((feature: Body) => feature.id);
    const rest = (await harness.json(`${itemsPath}?offset=4`)).features.map(
      (feature: Body) => feature.id,
    );
    assert.deepEqual(rest, all.slice(4));
    assert.equal((await harness.json(`${itemsPath}?offset=-1`)).numberReturned, all.length);
  });

  it("page without repeating or losing a feature, with any limit; the default is 10", async () => {
    for (const limit of [1, 2, 4, 9]) {
      const pages = await allPages(harness, `${itemsPath}?limit=${limit}`);
      const seen = pages.flatMap((page) => page.features.map((feature: Body) => feature.id));
      assert.equal(seen.length, 9);
      assert.equal(new Set(seen).size, 9);
      assert.equal(pages.length, Math.ceil(9 / limit));
    }
  });

  const refused: [query: string, parameter: string][] = [
    ["limit=0", "limit"],
    ["limit=10001", "limit"],
    ["limit=ten", "limit"],
    ["limit=1.5", "limit"],
    ["limit=", "limit"],
    ["limit=5&limit=6", "limit"],
    ["bbox=1,2,3", "bbox"],
    ["bbox=1,2,3,4,5", "bbox"],
    ["bbox=1,2,3,NaN", "bbox"],
    ["bbox=1,2,3,", "bbox"],
    ["bbox=1,2,3,Infinity", "bbox"],
    ["bbox=0,20,10,10", "bbox"],
    ["bbox=-181,0,10,10", "bbox"],
    ["bbox=0,-91,10,10", "bbox"],
    ["bbox=0,0,9,10,10,8", "bbox"],
    ["datetime=yesterday", "datetime"],
    ["datetime=2023-02-29T00:00:00Z", "datetime"],
    ["datetime=2024-05-01T24:00:00Z", "datetime"],
    ["datetime=2024-05-02T00:00:00Z/2024-05-01T00:00:00Z", "datetime"],
    ["datetime=../..", "datetime"],
    ["datetime=/", "datetime"],
    ["datetime=a/b/c", "datetime"],
    ["f=xml", "f"],
    ["cursor=abc", "cursor"],
  ];
  for (const [query, parameter] of refused) {
    it(`are refused with the parameter's name: ${query}`, async () => {
      const response = await harness.get(`${itemsPath}?${query}`);
      assert.equal(response.status, 400);
      const body = (await response.json()) as Body;
      assert.equal(body.code, "invalid-parameter");
      assert.ok(body.description.startsWith(`The parameter "${parameter}" `), body.description);
    });
  }

  it("report a box in another axis order in longitude and latitude", async () => {
    const crs = encodeURIComponent("http://www.opengis.net/def/crs/EPSG/0/4326");
    const response = await harness.get(`${itemsPath}?bbox=10,-20,100,20&bbox-crs=${crs}`);
    const { description } = (await response.json()) as Body;
    assert.match(description, /is \[-20,10,20,100\] in longitude and latitude/);
    assert.match(description, /latitude 100.* the axes are in the order of http.*4326/);
  });

  it("refuse a cursor of another collection or with one bit altered", async () => {
    const page = await harness.json(`${itemsPath}?limit=2`);
    const next = new URL(page.links.find((link: Body) => link.rel === "next").href);
    const cursor = next.searchParams.get("cursor")!;
    assert.equal(
      (await harness.get(`/collections/svc:hotspots/items?cursor=${cursor}`)).status,
      400,
    );
    const bytes = Buffer.from(cursor);
    for (let i = 0; i < bytes.length; i++) {
      for (let bit = 0; bit < 8; bit++) {
        const altered = Buffer.from(bytes);
        altered[i]! ^= 1 << bit;
        const response = await harness.get(
          `${itemsPath}?cursor=${encodeURIComponent(altered.toString("latin1"))}`,
        );
        assert.equal(response.status, 400, altered.toString("latin1"));
      }
    }
  });

  it("accept a cursor of another service with the same client, and of none with another secret", async () => {
    const [one, another] = [await start(), await start()];
    const page = await one.json(`${itemsPath}?limit=2`);
    const { href } = page.links.find((link: Body) => link.rel === "next");
    const { features } = await one.json(href);
    assert.deepEqual((await another.json(href)).features, features);
    const other = await start({ clients: [{ ...testClient, secret: "another-secret" }] });
    assert.equal((await other.get(href)).status, 400);
  });
});
