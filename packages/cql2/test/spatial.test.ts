import assert from "node:assert/strict";
import { test } from "node:test";
import { compile, type Feature, type Geometry, type Lang, parse } from "../src/index.ts";
import { repairGeometry, spatial, unionGeometries } from "../src/spatial.ts";

function geometryOf(wkt: string): Geometry {
  const tree = parse(`S_EQUALS(g, ${wkt})`) as { args: [unknown, Geometry] };
  return tree.args[1];
}

function selects(filter: string, wkt: string, lang: Lang = "cql2-text"): boolean {
  const feature: Feature = { geometry: geometryOf(wkt), properties: {} };
  return compile(parse(filter, { lang }), { spatial })(feature);
}

const square = "POLYGON((0 0, 10 0, 10 10, 0 10, 0 0))";

/** Relations of the first geometry to the second; every other relation is false. */
const pairs: readonly (readonly [a: string, b: string, relations: string])[] = [
  ["POINT(5 5)", square, "intersects within"],
  ["POINT(10 5)", square, "intersects touches"],
  ["POINT(11 5)", square, "disjoint"],
  ["POINT(5 5)", "POINT(5 5)", "intersects within contains equals"],
  ["POINT(5 5)", "LINESTRING(0 0, 10 10)", "intersects within"],
  ["POINT(0 0)", "LINESTRING(0 0, 10 10)", "intersects touches"],
  ["POINT(5 6)", "LINESTRING(0 0, 10 10)", "disjoint"],
  ["MULTIPOINT((5 5), (20 20))", square, "intersects crosses"],
  ["MULTIPOINT((5 5), (6 6))", square, "intersects within"],
  ["LINESTRING(1 1, 9 9)", square, "intersects within"],
  ["LINESTRING(0 0, 10 0)", square, "intersects touches"],
  ["LINESTRING(5 5, 15 5)", square, "intersects crosses"],
  ["LINESTRING(12 0, 15 5)", square, "disjoint"],
  ["LINESTRING(0 0, 10 10)", "LINESTRING(10 10, 0 0)", "intersects within contains equals"],
  ["LINESTRING(0 0, 10 10)", "LINESTRING(0 10, 10 0)", "intersects crosses"],
  ["LINESTRING(0 0, 10 0)", "LINESTRING(5 0, 15 0)", "intersects overlaps"],
  [square, "POLYGON((5 5, 15 5, 15 15, 5 15, 5 5))", "intersects overlaps"],
  [square, "POLYGON((10 0, 20 0, 20 10, 10 10, 10 0))", "intersects touches"],
  [square, "POLYGON((1 1, 2 1, 2 2, 1 1))", "intersects contains"],
  ["POLYGON((1 1, 2 1, 2 2, 1 1))", square, "intersects within"],
  [square, "POLYGON((0 0, 5 0, 10 0, 10 10, 0 10, 0 0))", "intersects within contains equals"],
  ["POINT(5 5)", "POLYGON((0 0, 10 0, 10 10, 0 10, 0 0), (4 4, 6 4, 6 6, 4 6, 4 4))", "disjoint"],
  [
    "POLYGON((4.5 4.5, 5.5 4.5, 5.5 5.5, 4.5 4.5))",
    "POLYGON((0 0, 10 0, 10 10, 0 10, 0 0), (4 4, 6 4, 6 6, 4 6, 4 4))",
    "disjoint",
  ],
  ["GEOMETRYCOLLECTION(POINT(5 5), POINT(50 50))", square, "intersects crosses"],
  ["GEOMETRYCOLLECTION(POLYGON((1 1, 3 1, 3 3, 1 1)), POINT(2.5 2))", square, "intersects within"],
  ["POINT(175 0)", "MULTIPOLYGON(((170 -5, 180 -5, 180 5, 170 5, 170 -5)))", "intersects within"],
];
const relationNames = "contains crosses disjoint equals intersects overlaps touches within".split(
  " ",
);

for (const [a, b, relations] of pairs) {
  test(`${a} and ${b}: ${relations}`, () => {
    const held = (left: string, right: string, wkt: string) =>
      relationNames.filter((name) => selects(`S_${name.toUpperCase()}(${left}, ${right})`, wkt));
    const expected = relationNames.filter((name) => relations.split(" ").includes(name));
    assert.deepEqual(held("geometry", b, a), expected);
    assert.deepEqual(held(a, "geometry", b), expected);
    assert.deepEqual(held(a, b, "POINT(0 0)"), expected);
  });
}

test("a box across the antimeridian contains features on both sides", () => {
  const box = "S_INTERSECTS(geometry, BBOX(170, -10, -170, 10))";
  assert.equal(selects(box, "POINT(175 0)"), true);
  assert.equal(selects(box, "POINT(-175 0)"), true);
  assert.equal(selects(box, "POINT(180 0)"), true);
  assert.equal(selects(box, "POINT(0 0)"), false);
  assert.equal(selects("S_WITHIN(geometry, BBOX(170, -10, -170, 10))", "POINT(-175 0)"), true);
});

test("a box without width or height is a line or a point", () => {
  assert.equal(selects("S_EQUALS(geometry, BBOX(1, 2, 1, 2))", "POINT(1 2)"), true);
  assert.equal(selects("S_EQUALS(geometry, BBOX(1, 2, 3, 2))", "LINESTRING(1 2, 3 2)"), true);
});

test("heights do not matter", () => {
  assert.equal(selects("S_EQUALS(geometry, POINT Z (1 2 3))", "POINT Z (1 2 9)"), true);
  assert.equal(selects("S_WITHIN(geometry, BBOX(0, 0, 100, 9, 9, 200))", "POINT(1 2)"), true);
});

test("a feature without a location, or with an invalid one, is neither near nor far", () => {
  const broken = {
    type: "Polygon",
    coordinates: [
      [
        [0, 0],
        [1, 1],
      ],
    ],
  } as Geometry;
  for (const geometry of [
    null,
    undefined,
    broken,
    { type: "MultiPoint", coordinates: [] } as Geometry,
  ]) {
    for (const filter of ["S_INTERSECTS(g, BBOX(0, 0, 9, 9))", "S_DISJOINT(g, BBOX(0, 0, 9, 9))"]) {
      assert.equal(compile(parse(filter), { spatial })({ geometry, properties: {} }), false);
    }
  }
});

test("an invalid polygon is evaluated by its repaired shape", () => {
  const bowTie = "POLYGON((0 0, 10 10, 10 0, 0 10, 0 0))";
  assert.equal(selects("S_CONTAINS(geometry, POINT(1 5))", bowTie), true);
  assert.equal(selects("S_CONTAINS(geometry, POINT(5 1))", bowTie), false);
  assert.equal(selects(`S_WITHIN(geometry, ${bowTie})`, "POINT(1 5)"), true);
});

const repairs: readonly (readonly [name: string, invalid: string, repaired: string])[] = [
  [
    "a ring that crosses itself falls into its parts",
    "POLYGON((0 0, 2 2, 2 0, 0 2, 0 0))",
    "MULTIPOLYGON(((0 0, 1 1, 0 2, 0 0)), ((2 0, 2 2, 1 1, 2 0)))",
  ],
  [
    "a shell within a shell is a hole",
    "MULTIPOLYGON(((0 0, 9 0, 9 9, 0 9, 0 0)), ((1 1, 2 1, 2 2, 1 2, 1 1)))",
    "POLYGON((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 1 2, 2 2, 2 1, 1 1))",
  ],
  [
    "a hole outside its shell is a separate area",
    "POLYGON((0 0, 1 0, 1 1, 0 1, 0 0), (5 5, 6 5, 6 6, 5 5))",
    "MULTIPOLYGON(((0 0, 1 0, 1 1, 0 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))",
  ],
  [
    "overlapping areas cancel out",
    "MULTIPOLYGON(((0 0, 2 0, 2 2, 0 2, 0 0)), ((1 1, 3 1, 3 3, 1 3, 1 1)))",
    "MULTIPOLYGON(((0 0, 2 0, 2 1, 1 1, 1 2, 0 2, 0 0)), ((2 1, 3 1, 3 3, 1 3, 1 2, 2 2, 2 1)))",
  ],
  [
    "a spike stays as a line",
    "POLYGON((0 0, 1 0, 1 1, 1 2, 1 1, 0 1, 0 0))",
    "GEOMETRYCOLLECTION(POLYGON((0 0, 1 0, 1 1, 0 1, 0 0)), LINESTRING(1 1, 1 2))",
  ],
  ["a ring without area is a line", "POLYGON((0 0, 1 1, 2 2, 0 0))", "LINESTRING(0 0, 2 2)"],
  ["a ring without length is a point", "POLYGON((3 4, 3 4, 3 4, 3 4))", "POINT(3 4)"],
];

for (const [name, invalid, repaired] of repairs) {
  test(`${name}: ${invalid}`, () => {
    const geometry = repairGeometry(geometryOf(invalid));
    const filter = compile(
      { op: "s_equals", args: [{ property: "g" }, geometryOf(repaired)] },
      { spatial },
    );
    assert.ok(filter({ geometry, properties: {} }), JSON.stringify(geometry));
    assert.equal(repairGeometry(geometry), geometry);
  });
}

test("the shells of a repaired polygon run counterclockwise, and its holes clockwise", () => {
  const geometry = repairGeometry(geometryOf(repairs[1]![1]));
  assert.ok(geometry.type === "Polygon");
  const signs = geometry.coordinates.map((ring) =>
    Math.sign(
      ring.reduce((sum, [x, y], i) => {
        const [x2, y2] = ring[(i + 1) % ring.length]!;
        return sum + x! * y2! - x2! * y!;
      }, 0),
    ),
  );
  assert.deepEqual(signs, [1, -1]);
});

test("valid geometries, points, lines and those without a shape are returned unchanged", () => {
  for (const wkt of [square, "POINT(1 2)", "LINESTRING(0 0, 1 1, 0 1, 1 0)"]) {
    const geometry = geometryOf(wkt);
    assert.equal(repairGeometry(geometry), geometry);
  }
  const open = {
    type: "Polygon",
    coordinates: [
      [
        [0, 0],
        [1, 1],
      ],
    ],
  } as Geometry;
  assert.equal(repairGeometry(open), open);
});

test("a union covers the same area as its polygons, each part once", () => {
  const union = unionGeometries([
    geometryOf("POLYGON((0 0, 2 0, 2 2, 0 2, 0 0))"),
    geometryOf("POLYGON((1 0, 3 0, 3 2, 1 2, 1 0))"),
    geometryOf("POINT(9 9)"),
    geometryOf("POLYGON((5 0, 6 1, 6 0, 5 1, 5 0))"),
  ]);
  const expected =
    "MULTIPOLYGON(((0 0, 3 0, 3 2, 0 2, 0 0)), ((5 0, 5.5 0.5, 5 1, 5 0)), ((6 0, 6 1, 5.5 0.5, 6 0)))";
  const filter = compile(parse(`S_EQUALS(g, ${expected})`), { spatial });
  assert.ok(filter({ geometry: union, properties: {} }), JSON.stringify(union));
});

// Distances of the ellipsoid between these places: GeographicLib's solution
// of the inverse geodesic problem.
const distances: readonly (readonly [from: string, to: string, metres: number])[] = [
  ["POINT(0 0)", "POINT(1 0)", 111_319.491],
  ["POINT(0 0)", "POINT(0 1)", 110_574.389],
  ["POINT(-122.4194 37.7749)", "POINT(-118.2437 34.0522)", 559_042.336],
  ["POINT(179.5 10)", "POINT(-179.5 10)", 109_639.321],
];

for (const [from, to, metres] of distances) {
  test(`${from} is ${metres} m from ${to}`, () => {
    const dwithin = (limit: number) =>
      selects(`DWITHIN(g, ${to}, ${limit}, meters)`, from, "ecql-text");
    assert.equal(dwithin(metres + 1), true);
    assert.equal(dwithin(metres - 1), false);
    assert.equal(selects(`BEYOND(g, ${to}, ${metres - 1}, meters)`, from, "ecql-text"), true);
  });
}

test("the distance to a line or area is the distance to its nearest point", () => {
  const near = (wkt: string, km: number) =>
    selects(`DWITHIN(g, ${wkt}, ${km}, kilometers)`, "POINT(0 0.5)", "ecql-text");
  // Half a degree of latitude at the equator measures 55.287 km.
  assert.equal(near("LINESTRING(-10 0, 10 0)", 55.3), true);
  assert.equal(near("LINESTRING(-10 0, 10 0)", 55.2), false);
  assert.equal(near("POLYGON((-1 -1, 1 -1, 1 0, -1 0, -1 -1))", 55.3), true);
  assert.equal(near("POLYGON((-1 -1, 1 -1, 1 0, -1 0, -1 -1))", 55.2), false);
  assert.equal(near(square, 0), true);
});

test("the distance to a line along a parallel is measured to the parallel, not to the great circle", () => {
  // 111,403.734 m along the meridian, by GeographicLib; the great circle runs some 1,500 km north.
  const near = (km: number) =>
    selects(`DWITHIN(g, LINESTRING(-60 60, 60 60), ${km}, kilometers)`, "POINT(0 59)", "ecql-text");
  assert.equal(near(111.404), true);
  assert.equal(near(111.403), false);
});

test("a DE-9IM pattern is matched literally", () => {
  const relate = (pattern: string) =>
    selects(`RELATE(g, ${square}, ${pattern})`, "POINT(5 5)", "ecql-text");
  assert.equal(relate("T*F**F***"), true);
  assert.equal(relate("FF*FF****"), false);
  assert.equal(relate("0FFFFF212"), true);
});
