import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import {
  hotspotFiles,
  perimeterFile,
  readFeatures,
  sharedData,
  skipWithoutSharedData,
} from "@emberline/test-support/shared-data";
import {
  allPages,
  type Body,
  type Harness,
  rootUrl,
  startOnSharedData,
} from "./service-harness.ts";

function idsWhere(files: readonly string[], test: (feature: Body) => boolean): string[] {
  const found = files.flatMap((file) => readFeatures<Body>(file).filter(test));
  return found.map(({ id }) => id).sort();
}

describe("the shared data", { skip: skipWithoutSharedData }, () => {
  let harness: Harness;
  before(async () => {
    harness = await startOnSharedData();
  });

  it("is loaded completely, and files with other names are skipped and reported", () => {
    const { report, synthetic } = harness.service;
    assert.equal(synthetic, false);
    assert.deepEqual(report.collections, {
      "svc:hotspots": 36_011 + 28_836 + 41_670 + 36_555 + 395 + 1_170,
      "svc:satellite-perimeters": 5_496,
      "svc:static-heat-sources": 4_253,
      "svc:incidents": 0,
      "svc:evacuation-zones": 0,
      "svc:assets": 0,
    });
    assert.equal(report.simulations, 240);
    assert.equal(report.broken.total, 0);
    assert.equal(report.duplicates.total, 0);
    assert.deepEqual(report.passedOver, ["README.md", "acceptance.sealed", "places.geojsonl.gz"]);
  });

  it("answers a box and a day with exactly the features in the files", async () => {
    const expected = idsWhere(hotspotFiles, ({ geometry, properties }) => {
      const [x, y] = geometry.coordinates;
      const isThere = x >= 113 && x <= 154 && y >= -44 && y <= -10;
      return isThere && properties.datetime.startsWith("2019-09-10");
    });
    assert.equal(expected.length, 1317);
    for (const limit of [20, 500, 10_000]) {
      const query = `bbox=113,-44,154,-10&datetime=2019-09-10T00:00:00Z/2019-09-10T23:59:59Z&limit=${limit}`;
      const pages = await allPages(harness, `/collections/svc:hotspots/items?${query}`);
      assert.equal(pages.length, Math.ceil(1317 / limit));
      assert.ok(pages.every((page) => page.numberMatched === 1317));
      const ids = pages.flatMap((page) => page.features.map((feature: Body) => feature.id));
      assert.deepEqual(ids.sort(), expected);
    }
  });

  it("crosses the antimeridian", async () => {
    const expected = idsWhere(hotspotFiles, ({ geometry }) => {
      const [x, y] = geometry.coordinates;
      return (x >= 150 || x <= -150) && y >= -60 && y <= 70;
    });
    assert.ok(expected.length > 100);
    const pages = await allPages(
      harness,
      "/collections/svc:hotspots/items?bbox=150,-60,-150,70&limit=10000",
    );
    const ids = pages.flatMap((page) => page.features.map((feature: Body) => feature.id));
    assert.deepEqual(ids.sort(), expected);
  });

  it("serves features as in their file, byte for byte of a number and in the same order of members", async () => {
    const path = "/collections/svc:satellite-perimeters/items?limit=1000";
    const { features, numberMatched } = await harness.json(path);
    const written = readFeatures<Body>(perimeterFile);
    const byId = new Map(written.map((feature) => [feature.id, JSON.stringify(feature)]));
    for (const feature of features) assert.equal(JSON.stringify(feature), byId.get(feature.id));
    assert.equal(numberMatched, 5_496);
    assert.equal(byId.size, 5_496);
  });

  it("meets a box with the same perimeters as the exact predicate on repaired geometries", async () => {
    const items = "/collections/svc:satellite-perimeters/items";
    const { features } = await harness.json(`${items}?limit=200&offset=1000`);
    for (let i = 0; i < features.length; i += 100) {
      // A small box on a vertex of a perimeter cuts its outline; next to it, perhaps not.
      const [x, y] = features[i].geometry.coordinates.flat(2).slice(0, 2).flat();
      for (const [dx, dy] of [
        [-0.01, -0.01],
        [0.0005, -0.0005],
      ]) {
        const box = [x + dx!, y + dy!, x + dx! + 0.008, y + dy! + 0.008]
          .map((n) => n.toFixed(6))
          .join(",");
        const filter = encodeURIComponent(`S_INTERSECTS(geometry, BBOX(${box}))`);
        const byBox = await harness.json(`${items}?limit=10000&bbox=${box}`);
        const byFilter = await harness.json(`${items}?limit=10000&filter=${filter}`);
        const ids = (page: Body) => page.features.map(({ id }: Body) => id);
        assert.deepEqual(ids(byBox), ids(byFilter), box);
      }
    }
  });

  it("lists perimeters newest first, then by id, without repeating one", async () => {
    const pages = await allPages(harness, "/collections/svc:satellite-perimeters/items?limit=313");
    const keys = pages
      .flatMap((page) => page.features)
      .map(({ id, properties }: Body) => ({ time: Date.parse(properties.datetime), id }));
    for (let i = 1; i < keys.length; i++) {
      const [a, b] = [keys[i - 1]!, keys[i]!];
      assert.ok(a.time > b.time || (a.time === b.time && a.id < b.id), `${a.id} before ${b.id}`);
    }
    assert.equal(keys.length, 5_496);
  });

  it("states the extent of the data up to the newest observation; sources without time have no interval", async () => {
    const { extent } = await harness.json("/collections/svc:hotspots");
    assert.deepEqual(extent.temporal.interval, [["2018-12-01T00:25:00Z", "2026-07-20T21:55:00Z"]]);
    const sources = await harness.json("/collections/svc:static-heat-sources");
    assert.equal(sources.extent.temporal, undefined);
    const xs: number[] = [];
    const ys: number[] = [];
    for (const { geometry } of readFeatures<Body>("static-heat-sources")) {
      xs.push(geometry.coordinates[0]);
      ys.push(geometry.coordinates[1]);
    }
    const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    assert.deepEqual(sources.extent.spatial.bbox, [box]);
  });

  it("lists a property of two types once per type, and distinguishes dates from times", async () => {
    const { queryables } = await harness.json("/collections/svc:hotspots/queryables");
    const types = (id: string) =>
      queryables
        .filter((queryable: Body) => queryable.id === id)
        .map((queryable: Body) => queryable.type);
    assert.deepEqual(types("confidence").sort(), ["integer", "string"]);
    assert.deepEqual(types("acq_date"), ["date"]);
    assert.deepEqual(types("datetime"), ["dateTime"]);
    assert.deepEqual(types("frp"), ["number"]);
    assert.deepEqual(types("type"), ["integer"]);
    assert.deepEqual(types("acq_time"), ["string"]);
    assert.deepEqual(types("geometry"), ["geometry"]);
  });

  it("returns features without time for any datetime", async () => {
    const page = await harness.json(
      "/collections/svc:static-heat-sources/items?datetime=1999-01-01T00:00:00Z&limit=1",
    );
    assert.equal(page.numberMatched, 4_253);
  });

  it("lists the simulations newest first, each once, over pages", async () => {
    const file: Body[] = JSON.parse(
      readFileSync(join(sharedData, "simulations_synthetic.json"), "utf8"),
    );
    const items: Body[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const page: Body = await harness.json(
        `${rootUrl}/v1/fire-spread/simulations?limit=7${query}`,
      );
      items.push(...page.items);
      cursor = page.nextCursor;
    }
    assert.deepEqual(items.map((item) => item.id).sort(), file.map((item) => item.id).sort());
    const times = items.map((item) => Date.parse(item.createdAt));
    assert.ok(times.every((time, i) => i === 0 || time <= times[i - 1]!));
    const { links, ...item } = items[0]!;
    assert.deepEqual(
      item,
      file.find(({ id }) => id === item.id),
    );
    assert.deepEqual(links, { self: `${rootUrl}/v1/fire-spread/simulations/${item.id}` });
  });

  it("lists simulations created at or after an instant or a date", async () => {
    const file: Body[] = JSON.parse(
      readFileSync(join(sharedData, "simulations_synthetic.json"), "utf8"),
    );
    for (const [since, instant] of [
      ["2023-08-25", "2023-08-25T00:00:00Z"],
      [file[9].createdAt, file[9].createdAt],
    ]) {
      const expected = file.filter(
        (item) => Date.parse(item.createdAt) >= Date.parse(instant!),
      ).length;
      const { items } = await harness.json(
        `${rootUrl}/v1/fire-spread/simulations?limit=100&since=${since}`,
      );
      assert.equal(items.length, Math.min(100, expected));
    }
  });
});
