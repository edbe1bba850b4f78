import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { type Body, type Harness, start } from "./service-harness.ts";
import { pointLine, withFolder } from "./temporary-folder.ts";

/** MODIS has numbers, VIIRS letters. */
const detections = [95, 96, 20, "h", "h", "n"].map((confidence, i) =>
  pointLine(`d${i}`, [i, 1], {
    confidence,
    frp: i / 2,
    orbit: i,
    datetime: `2026-07-0${i + 1}T10:00:00Z`,
    acq_date: `2026-07-0${i + 1}`,
    version: i % 2 === 0 ? 6.1 : true,
  }),
);

async function withDetections(check: (harness: Harness) => Promise<void>, documentedOnly = false) {
  await withFolder({ "hotspots.geojsonl": detections.join("") }, async (data) =>
    check(await start({ data, documentedOnly })),
  );
}

const path = "/collections/svc:hotspots";

describe("the schema of a collection", () => {
  it("gives each property one type, that of its values or else text", () =>
    withDetections(async ({ get }) => {
      const response = await get(`${path}/schema`);
      assert.equal(response.headers.get("Content-Type"), "application/schema+json");
      const { properties, $id } = (await response.json()) as Body;
      assert.ok($id.endsWith(`${path}/schema`));
      const types = Object.entries<Body>(properties).map(([name, { type, format }]) => [
        name,
        format === undefined ? type : (type ?? "") + format,
      ]);
      assert.deepEqual(Object.fromEntries(types), {
        geometry: "geometry-any",
        confidence: "string",
        frp: "number",
        orbit: "integer",
        datetime: "stringdate-time",
        acq_date: "stringdate",
        version: "string",
      });
    }));

  it("leaves queryables and filters as they are", () =>
    withDetections(async ({ json }) => {
      const { queryables } = await json(`${path}/queryables`);
      const types = queryables.filter(({ id }: Body) => id === "confidence");
      assert.deepEqual(types.map(({ type }: Body) => type).sort(), ["integer", "string"]);
      for (const [filter, count] of [
        ["confidence >= 95", 2],
        ["confidence = 'h'", 2],
      ] as const) {
        const items = await json(`${path}/items?filter=${encodeURIComponent(filter)}`);
        assert.equal(items.numberMatched, count, filter);
      }
      const { features } = await json(`${path}/items`);
      const values = features.map(({ properties }: Body) => properties.confidence);
      assert.deepEqual(values.reverse(), [95, 96, 20, "h", "h", "n"]);
    }));

  it("is linked from the collection, and is not there if only documented operations are", () =>
    withDetections(async ({ json }) => {
      const { links } = await json(path);
      const found = links.filter(({ href }: Body) => href.endsWith(`${path}/schema`));
      assert.deepEqual(
        found.map(({ rel }: Body) => rel),
        ["http://www.opengis.net/def/rel/ogc/1.0/schema", "describedby", "describedBy"],
      );
      await withDetections(async ({ get }) => {
        assert.equal((await get(`${path}/schema`)).status, 404);
        assert.doesNotMatch(
          await (await get("/collections/svc:satellite-perimeters")).text(),
          /schema"/,
        );
      }, true);
    }));
});

describe("the OpenAPI document", () => {
  it("is valid", async () => {
    const { json } = await start();
    const source = JSON.stringify(await json("/api"));
    // The interface's landing page has a slash at its end.
    const rules = { "no-path-trailing-slash": "off", "info-license": "off" } as const;
    const config = await createConfig({ extends: ["spec", "recommended"], rules });
    const found = await lintFromString({ source, config });
    assert.deepEqual(
      found.map(({ message, location }) => `${message} ${location[0]?.pointer}`),
      [],
    );
  });
});
