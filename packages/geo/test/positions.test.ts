import assert from "node:assert/strict";
import { test } from "node:test";
import { type Geometry, type Position, pathsOf, polygonsOf, positionsOf } from "../src/index.ts";
import { line, path, points, polygon } from "./shapes.ts";

const [a, b, c] = [path([1, 2]), path([3, 4, 500]), path([5, 6])].flat() as Position[];
const ab = path(a!, b!);
const ring = path(a!, b!, c!, a!);
const hole = path(c!, b!, a!, c!);

const cases: [geometry: Geometry, paths: Position[][]][] = [
  [{ type: "Point", coordinates: a! }, [[a!]]],
  [points(...ab), [[a!], [b!]]],
  [line(...ab), [ab]],
  [{ type: "MultiLineString", coordinates: [ab, hole] }, [ab, hole]],
  [polygon(ring, hole), [ring, hole]],
  [{ type: "MultiPolygon", coordinates: [[ring, hole], [hole]] }, [ring, hole, hole]],
];

for (const [geometry, paths] of cases) {
  test(`positions and paths of a ${geometry.type} come in order`, () => {
    assert.deepEqual(positionsOf(geometry), paths.flat());
    assert.deepEqual(pathsOf(geometry), paths);
  });
}

test("those of a collection come member by member", () => {
  const geometries = cases.map(([geometry]) => geometry);
  const nested: Geometry = { type: "GeometryCollection", geometries };
  const collection: Geometry = { type: "GeometryCollection", geometries: [nested] };
  const paths = cases.flatMap(([, each]) => each);
  assert.deepEqual(positionsOf(collection), paths.flat());
  assert.deepEqual(pathsOf(collection), paths);
  assert.deepEqual(polygonsOf(collection), [[ring, hole], [ring, hole], [hole]]);
});

test("points and lines have no polygons", () => {
  assert.deepEqual(polygonsOf({ type: "Point", coordinates: a! }), []);
  assert.deepEqual(polygonsOf(line(...ab)), []);
});

test("a geometry of very many positions does not overflow the stack", () => {
  const coordinates = Array.from({ length: 300_000 }, (_, i): Position => [i / 10_000, 1]);
  assert.equal(positionsOf({ type: "MultiPoint", coordinates }).length, 300_000);
});
