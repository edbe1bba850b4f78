import assert from "node:assert/strict";
import { test } from "node:test";
import { type CallContext, callTool, helpers } from "../src/index.ts";
import { contextOf } from "./support.ts";

interface Ground {
  readonly land?: readonly (readonly (readonly number[])[])[];
  readonly coasts?: readonly (readonly number[])[];
  readonly places: readonly (readonly [string, number, number, number])[];
}

const { context } = contextOf({ features: {} });

async function ground(bbox: number[], kmPerPixel: number, own: CallContext = context) {
  const input = { bbox, km_per_pixel: kmPerPixel };
  const result = await callTool(helpers.mapGround, input, { ...own, offered: ["show_map"] });
  assert.ok(result.ok, result.ok ? "" : result.error.message);
  return result.output as unknown as Ground;
}

/** Whether a point is on land, by the crossings of a ray to the east. */
function isLand({ land = [] }: Ground, lon: number, lat: number): boolean {
  let crossings = 0;
  for (const ring of land.flat()) {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const [x1, y1, x2, y2] = [ring[i]!, ring[i + 1]!, ring[i + 2]!, ring[i + 3]!];
      if (y1 > lat === y2 > lat) continue;
      if (x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1) > lon) crossings++;
    }
  }
  return crossings % 2 === 1;
}

test("the ground of a box has its land, cut to it, and its largest places first", async () => {
  const bay = await ground([-123.2, 37, -121.5, 38.5], 0.3);
  // San Jose and Santa Rosa lie on land; the Farallon basin and the middle of the bay do not.
  assert.deepEqual(
    [
      [-121.89, 37.34],
      [-122.71, 38.44],
      [-123.1, 37.3],
      [-122.38, 37.7],
    ].map(([lon, lat]) => isLand(bay, lon!, lat!)),
    [true, true, false, false],
  );
  for (const ring of [...bay.land!.flat(), ...bay.coasts!]) {
    for (let i = 0; i < ring.length; i += 2) {
      assert.ok(ring[i]! >= -123.21 && ring[i]! <= -121.49, String(ring[i]));
      assert.ok(ring[i + 1]! >= 36.99 && ring[i + 1]! <= 38.51, String(ring[i + 1]));
    }
  }
  assert.deepEqual(
    bay.places.slice(0, 2).map(([name]) => name),
    ["San Jose", "San Francisco"],
  );
});

test("far inland everything is land, without a coast", async () => {
  const inland = await ground([20, 50, 22, 51], 0.2);
  assert.equal(isLand(inland, 21, 50.5), true);
  assert.deepEqual(inland.coasts, []);
});

test("across the antimeridian, Fiji lies on both sides of it", async () => {
  const fiji = await ground([177, -18.5, -179, -16], 0.3);
  assert.equal(isLand(fiji, 178, -17.8), true);
  const lons = fiji.coasts!.flatMap((coast) => coast.filter((_, i) => i % 2 === 0));
  assert.ok(lons.some((lon) => lon > 177.3) && lons.some((lon) => lon < -179.5));
});

test("at the scale of the world only places come: a page has the coarse atlas itself", async () => {
  const world = await ground([-180, -90, 180, 90], 40);
  assert.equal(world.land, undefined);
  assert.ok(world.places.length >= 100);
});

test("a part has at most 40,000 positions, at whatever scale it is asked for", async () => {
  const { land = [], coasts = [] } = await ground([-140, 45, -60, 80], 0.01);
  const numbers = [...land.flat(), ...coasts].reduce((sum, { length }) => sum + length, 0);
  assert.ok(numbers <= 80_000 && numbers > 10_000, String(numbers));
});
