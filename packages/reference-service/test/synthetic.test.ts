import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Body, rootUrl, sampleNow, start } from "./service-harness.ts";

const hourMs = 3_600_000;

async function featuresOf(collection: string, options = {}): Promise<Body[]> {
  const { json } = await start(options);
  return (await json(`/collections/${collection}/items?limit=10000`)).features;
}

describe("the synthetic world", () => {
  it("is the same for the same seed and time, and differs for another seed", async () => {
    const sample = await featuresOf("svc:hotspots", { seed: 7 });
    assert.deepEqual(await featuresOf("svc:hotspots", { seed: 7 }), sample);
    assert.notDeepEqual(await featuresOf("svc:hotspots", { seed: 8 }), sample);
  });

  it("calls itself synthetic in every collection and simulation", async () => {
    const { json, service } = await start();
    assert.equal(service.synthetic, true);
    const { collections } = await json("/collections");
    for (const { title, description } of collections) {
      assert.match(title, /synthetic data/i);
      assert.match(description, /synthetic data/i);
    }
    const { items } = await json(`${rootUrl}/v1/fire-spread/simulations?limit=100`);
    for (const { fireName, locationName } of items) {
      assert.ok(
        [fireName, locationName].every((name) => name === null || name.endsWith("(synthetic)")),
      );
    }
    for (const { properties } of await featuresOf("svc:satellite-perimeters")) {
      assert.ok(properties.incident_name.endsWith("(synthetic)"));
    }
  });

  it("has detections of the last hours at any time of day, and none in the future", async () => {
    for (let hour = 0; hour < 24; hour += 4) {
      const now = sampleNow + hour * hourMs;
      const times = (await featuresOf("svc:hotspots", { now: () => now })).map(({ properties }) =>
        Date.parse(properties.datetime),
      );
      const newest = Math.max(...times);
      assert.ok(newest <= now);
      assert.ok(newest > now - 6 * hourMs, `hour ${hour}: newest ${(now - newest) / hourMs} h ago`);
    }
  });

  it("has perimeters that each contain the one of the day before", async () => {
    const fires = new Map<string, Body[]>();
    for (const feature of await featuresOf("svc:satellite-perimeters")) {
      const { incident_id } = feature.properties;
      fires.set(incident_id, [...(fires.get(incident_id) ?? []), feature]);
    }
    assert.ok(fires.size >= 5);
    for (const perimeters of fires.values()) {
      perimeters.sort((a, b) => a.properties.sequence - b.properties.sequence);
      for (let i = 1; i < perimeters.length; i++) {
        const outer = perimeters[i].geometry.coordinates[0];
        for (const position of perimeters[i - 1].geometry.coordinates[0]) {
          assert.ok(isInside(position, outer), `${perimeters[i].id} at ${position}`);
        }
        assert.ok(perimeters[i].properties.gis_acres > perimeters[i - 1].properties.gis_acres);
      }
    }
  });

  it("has detections in the layouts of both instruments", async () => {
    const hotspots = (await featuresOf("svc:hotspots")).map(({ properties }) => properties);
    const modis = hotspots.filter(({ instrument }) => instrument === "MODIS");
    const viirs = hotspots.filter(({ instrument }) => instrument === "VIIRS");
    assert.equal(modis.length + viirs.length, hotspots.length);
    assert.ok(
      modis.every(
        (p) => Number.isInteger(p.confidence) && p.confidence <= 100 && p.brightness > 290,
      ),
    );
    assert.ok(viirs.every((p) => ["l", "n", "h"].includes(p.confidence) && p.bright_ti4 > 290));
    assert.deepEqual(
      new Set(hotspots.map((p) => p.satellite)),
      new Set(["Terra", "Aqua", "N", "N20", "N21"]),
    );
    assert.ok(hotspots.some((p) => p.type === 2) && hotspots.some((p) => p.type === 3));
  });

  it("sees its static sources again and again", async () => {
    const hotspots = await featuresOf("svc:hotspots");
    for (const { geometry, properties } of await featuresOf("svc:static-heat-sources")) {
      const [x, y] = geometry.coordinates;
      const near = hotspots.filter(
        ({
          geometry: {
            coordinates: [a, b],
          },
        }) => Math.hypot(a - x, b - y) < 0.02,
      );
      assert.ok(properties.firms_observations > 5);
      assert.ok(near.length >= properties.firms_observations);
    }
  });

  it("has simulations in every status, automatic ones and nulls", async () => {
    const { json } = await start();
    const { items } = await json(`${rootUrl}/v1/fire-spread/simulations?limit=100`);
    const statuses = new Set(items.map((item: Body) => item.status));
    assert.deepEqual(statuses, new Set(["QUEUED", "COMPLETED", "NO_SPREAD", "FAILED"]));
    for (const name of ["clusterId", "fireName", "locationName", "burnedAreaM2", "errorMessage"]) {
      assert.ok(
        items.some((item: Body) => item[name] === null) &&
          items.some((item: Body) => item[name] !== null),
      );
    }
    assert.ok(items.some((item: Body) => item.auto) && items.some((item: Body) => !item.auto));
    assert.ok(items.every((item: Body) => Date.parse(item.createdAt) <= sampleNow));
  });
});

/** Crossing number, independent of the packages. */
function isInside([x, y]: number[], ring: number[][]): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [[ax, ay], [bx, by]] = [ring[i - 1] as [number, number], ring[i] as [number, number]];
    if (ay > y! !== by > y! && x! < ((bx - ax) * (y! - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
