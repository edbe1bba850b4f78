import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { MapProgram } from "@emberline/test-support/fast-cgi";
import { startMapServer } from "@emberline/test-support/mapserver";
import { type Client, createClient, type Feature, type Point } from "../../src/index.ts";
import { idsOf } from "../support/fake-service.ts";

/*
 * MapServer 8 is an independent OGC API Features server: no token, pages by offset, its own
 * extensions.
 */

const features: Feature[] = Array.from({ length: 250 }, (_, i) => ({
  type: "Feature",
  geometry: { type: "Point", coordinates: [-60 + (i % 25) * 5, -45 + Math.floor(i / 25) * 10] },
  properties: { key: i, name: `point ${i}` },
}));
const allIds = features.map(({ properties }) => String(properties?.key));

const folder = mkdtempSync(join(tmpdir(), "emberline-points-"));
let server: MapProgram;
let client: Client;

before(async () => {
  writeFileSync(
    join(folder, "points.geojson"),
    JSON.stringify({ type: "FeatureCollection", features }),
  );
  server = await startMapServer({
    name: "points",
    title: "Points",
    key: "key",
    connection: `CONNECTIONTYPE OGR CONNECTION "${folder}/points.geojson" DATA "points"`,
  });
  client = createClient({ baseUrl: server.url, featuresPath: "" });
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const keys = (ids: unknown[]): string[] => ids.map((id) => String(id).replace(/^.*\./, ""));

test("its collections are listed and described", async () => {
  assert.deepEqual(
    (await client.collections.list()).map(({ id, title }) => [id, title]),
    [["points", "Points"]],
  );
  const description = await client.collections.get("points");
  assert.deepEqual(description.extent?.spatial?.bbox, [[-60, -45, 60, 45]]);
  await assert.rejects(client.collections.get("nothing"), {
    code: "not-found",
    message: /no collection "nothing"/,
  });
});

test("all its features come once, with any page size", async () => {
  for (const pageSize of [7, 100, 250, 1000]) {
    assert.deepEqual(keys(await idsOf(client.features.iterate("points", { pageSize }))), allIds);
  }
});

test("a box over pages gives the features in it, and a count agrees", async () => {
  const bbox = [-31, -26, 21, 16] as const;
  const inside = features
    .filter(({ geometry }) => {
      const [longitude, latitude] = (geometry as Point).coordinates;
      return longitude >= -31 && longitude <= 21 && latitude >= -26 && latitude <= 16;
    })
    .map(({ properties }) => String(properties?.key));
  assert.deepEqual(
    keys(await idsOf(client.features.iterate("points", { bbox, pageSize: 10 }))),
    inside,
  );
  assert.equal((await client.features.count("points", { bbox })).count, inside.length);
  assert.equal((await client.features.count("points", { bbox, exact: true })).count, inside.length);
});

test("a feature is found by its id", async () => {
  const feature = await client.features.get("points", "42");
  assert.deepEqual(feature.geometry, features[42]!.geometry);
  assert.equal(feature.properties?.name, "point 42");
  await assert.rejects(client.features.get("points", "9999"), { code: "not-found" });
});

test("its refusals are errors that quote its message", async () => {
  await assert.rejects(client.features.page("points", { bbox: [170, -10, -170, 10] }), {
    code: "invalid-request",
    status: 400,
  });
});
