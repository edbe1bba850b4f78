import assert from "node:assert/strict";
import { test } from "node:test";
import { centerOf } from "../src/map/extent.ts";
import { viewOf } from "../src/map/svg/projection.ts";
import { scaleBar } from "../src/map/svg/scale-bar.ts";

const frame = { width: 800, height: 500 };

function isInFrame([x, y]: readonly [number, number]): boolean {
  return x >= 0 && x <= frame.width && y >= 0 && y <= frame.height;
}

test("the centre lies in the middle of the smallest span of longitudes", () => {
  assert.deepEqual(
    centerOf([
      [0, 0],
      [90, 20],
    ]),
    [45, 10],
  );
  assert.deepEqual(
    centerOf([
      [-120, 0],
      [150, 0],
    ]),
    [-165, 0],
  );
  assert.deepEqual(
    centerOf([
      [-170, 0],
      [160, 0],
    ]),
    [175, 0],
  );
  assert.deepEqual(centerOf([[190, 5]]), [-170, 5]);
});

test("data on both sides of the antimeridian stays together, west at the left", () => {
  const { projection, isWorld } = viewOf(
    [
      [179, -17],
      [-179, -18],
    ],
    frame,
  );
  const west = projection([179, -17])!;
  const east = projection([-179, -18])!;
  assert.equal(isWorld, false);
  assert.ok(isInFrame(west) && isInFrame(east) && west[0] < east[0]);
});

test("all positions lie within the frame, on local maps, at the poles and on the world's", () => {
  const sets: [number, number][][] = [
    [
      [150.1, -33.4],
      [150.2, -33.3],
    ],
    [
      [0, 85],
      [90, 85],
      [180, 85],
      [-90, 85],
    ],
    [
      [-122, 40],
      [150, -33],
      [20, 8],
      [25, 64],
    ],
    [
      [-180, -90],
      [180, 90],
    ],
  ];
  for (const positions of sets) {
    const { projection } = viewOf(positions, frame);
    assert.ok(positions.every((position) => isInFrame(projection(position)!)));
  }
});

test("a lone position lies in the middle of a map forty kilometres wide", () => {
  const { projection, kmPerPixel } = viewOf([[151.21, -33.87]], frame);
  const [x, y] = projection([151.21, -33.87])!;
  assert.ok(Math.abs(x - 400) < 0.01 && Math.abs(y - 250) < 0.01);
  assert.ok(Math.abs(kmPerPixel * 800 - 40) < 0.01);
});

test("the scale is true: a degree of latitude is 111.2 km long", () => {
  const { projection, kmPerPixel } = viewOf(
    [
      [20, 50],
      [21, 51],
    ],
    frame,
  );
  const [x1, y1] = projection([20.5, 50])!;
  const [x2, y2] = projection([20.5, 51])!;
  const km = Math.hypot(x2 - x1, y2 - y1) * kmPerPixel;
  assert.ok(Math.abs(km - 111.195) < 0.1, `${km}`);
});

test("a scale bar is a round length that fits", () => {
  assert.deepEqual(scaleBar(0.05, 200), { km: 10, pixels: 200 });
  assert.deepEqual(scaleBar(1, 180), { km: 100, pixels: 100 });
  assert.deepEqual(scaleBar(1, 490), { km: 200, pixels: 200 });
  assert.deepEqual(scaleBar(0.01, 70), { km: 0.5, pixels: 50 });
});
