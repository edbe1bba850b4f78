import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Body, type Harness, start } from "./service-harness.ts";
import { pointLine, withFolder } from "./temporary-folder.ts";

const path = "/collections/svc:hotspots";
const long = "x".repeat(2000);

/** `d0` has no strength, `d4` no time. */
const detections = [
  { frp: null, confidence: "h", note: long },
  { frp: 20.5, confidence: 95, note: long },
  { frp: 3, confidence: "l", note: `${long}!` },
  { frp: 20.5, confidence: 7, note: "a" },
  { frp: 100, confidence: true, note: "b", "a,b": 1 },
].map((properties, i) =>
  pointLine(`d${i}`, [i, 1], {
    ...properties,
    ...(i < 4 && { datetime: `2026-07-0${i + 1}T10:00:00Z` }),
  }),
);

async function withDetections(check: (harness: Harness) => Promise<void>) {
  await withFolder({ "hotspots.geojsonl": detections.join("") }, async (data) =>
    check(await start({ data })),
  );
}

async function ids({ json }: Harness, query: string): Promise<string[]> {
  const { features } = await json(`${path}/items?${query}`);
  return features.map(({ id }: Body) => id);
}

describe("sortby", () => {
  const orders: readonly (readonly [sortby: string, order: string])[] = [
    ["frp", "d2 d1 d3 d4 d0"],
    ["-frp", "d4 d1 d3 d2 d0"],
    ["+frp,-datetime", "d2 d3 d1 d4 d0"],
    ["confidence", "d4 d3 d1 d0 d2"],
    ["-confidence", "d2 d0 d1 d3 d4"],
    ["-time", "d3 d2 d1 d0 d4"],
    ["time", "d0 d1 d2 d3 d4"],
    ["a,b", "d4 d0 d1 d2 d3"],
  ];
  for (const [sortby, order] of orders) {
    it(`${sortby} gives ${order}, whole and by pages of one`, () =>
      withDetections(async (harness) => {
        assert.equal((await ids(harness, `sortby=${sortby}`)).join(" "), order);
        const found: string[] = [];
        for (let query = `sortby=${sortby}&limit=1`; query; ) {
          const { features, links } = await harness.json(`${path}/items?${query}`);
          found.push(...features.map(({ id }: Body) => id));
          const next = links.find(({ rel }: Body) => rel === "next")?.href;
          query = next ? new URL(next).search.slice(1) : "";
        }
        assert.equal(found.join(" "), order);
      }));
  }

  it("goes on after a text that is too long for a URL", () =>
    withDetections(async (harness) => {
      const { links } = await harness.json(`${path}/items?sortby=-note&limit=1`);
      const next = new URL(links.find(({ rel }: Body) => rel === "next").href);
      assert.ok(next.href.length < 1500, `${next.href.length}`);
      assert.deepEqual(await ids(harness, next.search.slice(1)), ["d0"]);
    }));

  it("refuses what is not a sortable, and a cursor of another order", () =>
    withDetections(async (harness) => {
      const refusal = async (query: string) => {
        const response = await harness.get(`${path}/items?${query}`);
        assert.equal(response.status, 400);
        return ((await response.json()) as Body).description;
      };
      assert.match(await refusal("sortby=-brightness"), /none of the sortables: frp, confidence/);
      assert.match(await refusal("sortby=geometry"), /none of the sortables/);
      assert.match(await refusal("sortby=frp&offset=10001"), /follow the next links/);
      const { links } = await harness.json(`${path}/items?sortby=frp&limit=1`);
      const cursor = new URL(links.find(({ rel }: Body) => rel === "next").href).searchParams.get(
        "cursor",
      );
      assert.match(await refusal(`sortby=-frp&cursor=${cursor}`), /another sortby/);
      assert.match(await refusal(`cursor=${cursor}`), /another sortby/);
    }));

  it("is unknown where only the interface is offered", () =>
    withFolder({ "perimeters.geojsonl": detections.join("") }, async (data) => {
      const { json, get } = await start({ data, documentedOnly: true });
      const items = "/collections/svc:satellite-perimeters/items";
      const asked = await json(`${items}?sortby=frp&properties=frp`);
      assert.deepEqual(asked.features, (await json(items)).features);
      assert.equal((await get("/collections/svc:satellite-perimeters/sortables")).status, 404);
    }));
});

describe("the sortables", () => {
  it("are properties with one scalar type each, and the time", () =>
    withDetections(async ({ get, json }) => {
      const response = await get(`${path}/sortables`);
      assert.equal(response.headers.get("Content-Type"), "application/schema+json");
      const { properties, additionalProperties, type } = (await response.json()) as Body;
      assert.deepEqual([type, additionalProperties], ["object", false]);
      const types = Object.entries<Body>(properties).map(([name, each]) => [name, each.type]);
      assert.deepEqual(Object.fromEntries(types), {
        frp: "number",
        confidence: "string",
        note: "string",
        datetime: "string",
        "a,b": "integer",
        time: "string",
      });
      for (const place of [path, `${path}/items`]) {
        const { links } = await json(place);
        const rel = "http://www.opengis.net/def/rel/ogc/1.0/sortables";
        const link = links.find((each: Body) => each.rel === rel);
        assert.ok(link.href.endsWith(`${path}/sortables`), place);
      }
    }));
});

describe("properties", () => {
  it("leaves only the members that it names", () =>
    withDetections(async ({ json }) => {
      const { features } = await json(`${path}/items?properties=frp,unknown&sortby=time&limit=1`);
      assert.deepEqual(features, [
        { type: "Feature", id: "d0", geometry: null, properties: { frp: null } },
      ]);
      const one = await json(`${path}/items/d4?properties=geometry,a,b`);
      assert.deepEqual(one.geometry, { type: "Point", coordinates: [4, 1] });
      assert.deepEqual(one.properties, {});
      const named = await json(`${path}/items/d4?properties=a,b`);
      assert.deepEqual([named.geometry, named.properties], [null, { "a,b": 1 }]);
    }));
});
