import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, call, contextOf } from "./support.ts";

type Position = [number, number];

const polygon = (id: string, ...rings: Position[][]) => ({
  type: "Feature",
  id,
  geometry: { type: "Polygon", coordinates: rings },
  properties: {},
});

/**
 * An L along the west and south of a square from 0 to 10, far smaller than its bounding box.
 */
const angle = polygon("angle", [
  [0, 0],
  [10, 0],
  [10, 1],
  [1, 1],
  [1, 10],
  [0, 10],
  [0, 0],
]);
const withHole = polygon(
  "hole",
  [
    [20, 0],
    [30, 0],
    [30, 10],
    [20, 10],
    [20, 0],
  ],
  [
    [22, 2],
    [22, 8],
    [28, 8],
    [28, 2],
    [22, 2],
  ],
);
const beyond = polygon("beyond", [
  [178, 0],
  [184, 0],
  [184, 4],
  [178, 4],
  [178, 0],
]);
const { context } = contextOf({ features: { "svc:areas": [angle, withHole, beyond] } });

async function idsIn(bbox: number[]): Promise<string[]> {
  const { rows } = await answerOf("query_features", { collection: "svc:areas", bbox }, context);
  return rows.map(([id]: string[]) => id);
}

test("a box with west and east exchanged is refused, and one across the antimeridian is not", async () => {
  const input = { collection: "svc:areas", bbox: [9, 0, 5, 10] };
  const result = await call("query_features", input, context);
  assert.ok(!result.ok);
  assert.match(
    result.error.message,
    /356° wide.*Try \{"bbox":\[5,0,9,10\]\} or \{"bbox":\[-180,0,180,10\]\}/,
  );
  // From Asia to the Americas.
  assert.deepEqual(await idsIn([100, -1, -70, 1]), ["beyond"]);
});

test("a shape meets a box by its own edges, not by those of its bounding box", async () => {
  assert.deepEqual(await idsIn([5, 5, 9, 9]), []);
  assert.deepEqual(await idsIn([0.5, 5, 9, 9]), ["angle"]);
  assert.deepEqual(await idsIn([0.2, 0.2, 0.4, 0.4]), ["angle"]);
  assert.deepEqual(await idsIn([-5, -5, 15, 15]), ["angle"]);
  assert.deepEqual(await idsIn([10, 1, 12, 3]), ["angle"], "a corner alone");
});

test("a box in the hole of a shape does not meet it", async () => {
  assert.deepEqual(await idsIn([23, 3, 27, 7]), []);
  assert.deepEqual(await idsIn([21, 3, 27, 7]), ["hole"]);
});

test("boxes across the antimeridian meet shapes that continue beyond it", async () => {
  assert.deepEqual(await idsIn([179, 1, -179, 2]), ["beyond"]);
  assert.deepEqual(await idsIn([-178, 1, -177, 2]), ["beyond"]);
  assert.deepEqual(await idsIn([-175, 1, -170, 2]), []);
});
