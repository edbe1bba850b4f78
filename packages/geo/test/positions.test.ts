import assert from "node:assert/strict";
import { test } from "node:test";
import {
  eachPosition,
  type Geometry,
  type Position,
  pathsOf,
  polygonsOf,
  positionsOf,
} from "../src/index.ts";

const [a, b, c]: Position[] = [
  [1, 2],
  [3, 4, 500],
  [5, 6],
];
const ring = [a!, b!, c!, a!];
const hole = [c!, b!, a!, c!];

const cases: [geometry: Geometry, positions: Position[], paths: Position[][]][] = [
  [{ type: "Point", coordinates: a! }, [a!], [[a!]]],
  [{ type: "MultiPoint", coordinates: [a!, b!] }, [a!, b!], [[a!], [b!]]],
  [{ type: "LineString", coordinates: [a!, b!] }, [a!, b!], [[a!, b!]]],
  [
    {
      type: "MultiLineString",
      coordinates: [
        [a!, b!],
        [b!, c!],
      ],
    },
    [a!, b!, b!, c!],
    [
      [a!, b!],
      [b!, c!],
    ],
  ],
  [{ type: "Polygon", coordinates: [ring, hole] }, [...ring, ...hole], [ring, hole]],
  [
    { type: "MultiPolygon", coordinates: [[ring, hole], [hole]] },
    [...ring, ...hole, ...hole],
    [ring, hole, hole],
  ],
];

for (const [geometry, positions, paths] of cases) {
  test(`positions and paths of a ${geometry.type} come in order`, () => {
    assert.deepEqual(positionsOf(geometry), positions);
    assert.deepEqual(pathsOf(geometry), paths);
  });
}

test("those of a collection come member by member", () => {
  const geometries = cases.map(([geometry]) => geometry);
  const nested: Geometry = { type: "GeometryCollection", geometries: [...geometries] };
  const collection: Geometry = { type: "GeometryCollection", geometries: [nested] };
  assert.deepEqual(
    positionsOf(collection),
    cases.flatMap(([, positions]) => positions),
  );
  assert.deepEqual(
    pathsOf(collection),
    cases.flatMap(([, , paths]) => paths),
  );
  const visited: Position[] = [];
  eachPosition(collection, (position) => visited.push(position));
  assert.deepEqual(visited, positionsOf(collection));
  assert.deepEqual(polygonsOf(collection), [[ring, hole], [ring, hole], [hole]]);
});

test("points and lines have no polygons", () => {
  assert.deepEqual(polygonsOf({ type: "Point", coordinates: a! }), []);
  assert.deepEqual(polygonsOf({ type: "LineString", coordinates: [a!, b!] }), []);
});

test("a geometry of very many positions does not overflow the stack", () => {
  const coordinates = Array.from({ length: 300_000 }, (_, i): Position => [i / 10_000, 1]);
  assert.equal(positionsOf({ type: "MultiPoint", coordinates }).length, 300_000);
});
