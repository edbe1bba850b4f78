import assert from "node:assert/strict";
import { test } from "node:test";
import type { Box, Polygon, Position } from "@emberline/geo";
import { Cql2Error, compile, parse } from "../src/index.ts";
import {
  finish,
  preparedBytes,
  prepareSteps,
  prepareStored,
  repairGeometry,
  spatial,
  unionSteps,
} from "../src/spatial.ts";

/** A star whose every edge crosses all others but its neighbours: (n - 3) n / 2 crossings. */
function star(corners: number): Polygon {
  const ring = Array.from({ length: corners }, (_, i): Position => {
    const angle = ((i * ((corners - 1) / 2)) / corners) * 2 * Math.PI;
    return [10 * Math.cos(angle), 10 * Math.sin(angle)];
  });
  return { type: "Polygon", coordinates: [[...ring, ring[0]!]] };
}

function square(west: number, south: number, size: number): Polygon {
  const [east, north] = [west + size, south + size];
  const ring: Position[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: "Polygon", coordinates: [ring] };
}

function isLimit(error: unknown): boolean {
  return error instanceof Cql2Error && error.code === "limit" && /50,000/.test(error.message);
}

test("a star of 317 corners is repaired, one of 321 crosses itself too often", () => {
  // The faces next to the rim, between the rim and the core, and so on: every second ring of them.
  const repaired = repairGeometry(star(101));
  assert.equal(repaired.type, "MultiPolygon");
  assert.equal(repaired.type === "MultiPolygon" && repaired.coordinates.length, (101 * 50) / 2);
  assert.equal(repairGeometry(star(317)).type, "MultiPolygon");
  assert.throws(() => repairGeometry(star(321)), isLimit);
  assert.throws(() => repairGeometry(star(9999)), isLimit);
});

test("a filter with a literal that crosses itself too often is refused on compilation", () => {
  for (const literal of [star(1001), star(9999)]) {
    const filter = { op: "s_intersects", args: [{ property: "geometry" }, literal] };
    assert.throws(() => compile(filter as never, { spatial }), isLimit);
    assert.throws(() => finish(prepareSteps(filter as never)), isLimit);
  }
});

test("a filter that a feature crossing itself too often leaves open throws", () => {
  const feature = { geometry: star(401), properties: { big: true, name: null } };
  const selects = (filter: string) => compile(parse(filter), { spatial })(feature);
  const inside = "S_CONTAINS(geometry, POINT(0.001 0.002))";
  for (const open of [
    inside,
    `NOT ${inside}`,
    "NOT S_TOUCHES(geometry, BBOX(-20, -20, 5, 20))",
    "S_OVERLAPS(geometry, POLYGON((-9 -9, 9 -9, 0 9, -9 -9)))",
    `big = TRUE AND ${inside}`,
    `${inside} OR big = FALSE`,
    `NOT (name = 'x' AND ${inside})`,
    `big = (NOT ${inside})`,
  ]) {
    assert.throws(() => selects(open), isLimit, open);
  }
});

test("what boxes, edges or other conditions decide needs no valid form", () => {
  const feature = { geometry: star(401), properties: { big: true, name: null } };
  const selects = (filter: string) => compile(parse(filter), { spatial })(feature);
  const inside = "S_CONTAINS(geometry, POINT(0.001 0.002))";
  for (const [filter, expected] of [
    ["S_WITHIN(geometry, BBOX(-20, -20, 5, 20))", false],
    ["S_WITHIN(geometry, BBOX(-20, -20, 20, 20))", true],
    ["S_INTERSECTS(geometry, BBOX(9, -1, 20, 1))", true],
    [`${inside} AND big = FALSE`, false],
    [`${inside} OR big = TRUE`, true],
    // Unknown and false are both no match.
    [`${inside} AND name = 'x'`, false],
  ] as const) {
    assert.equal(selects(filter), expected, filter);
  }
});

test("heavy literals and unions yield many times", () => {
  const steps = (work: Generator<undefined, unknown>) => {
    let count = 0;
    while (!work.next().done) count++;
    return count;
  };
  assert.ok(steps(prepareSteps(star(301))) > 500);
  const layers = Array.from({ length: 12 }, (_, i) => ({
    ...star(41),
    coordinates: [star(41).coordinates[0]!.map(([x, y]): Position => [x + i / 100, y])],
  }));
  assert.ok(steps(unionSteps(layers)) > 100);
});

test("a collection may have more points than a call has room for arguments", () => {
  const count = 150_000;
  const coordinates = Array.from({ length: count }, (_, i): Position => [i / count, i / count]);
  const points = { type: "MultiPoint" as const, coordinates };
  const geometry = { type: "GeometryCollection" as const, geometries: [points] };
  const selects = (filter: string) => compile(parse(filter), { spatial })({ geometry });
  assert.equal(selects("S_CROSSES(geometry, BBOX(0.5, 0.5, 2, 3))"), true);
  assert.equal(selects("S_CROSSES(geometry, BBOX(-1, -1, 2, 3))"), false);
});

/**
 * Squares of half a degree at every degree of a grid, as a store keeps them, with counts of reads.
 */
function storedGrid(size: number) {
  const reads: string[] = [];
  const squares = Array.from({ length: size * size }, (_, i) => {
    const [x, y] = [i % size, Math.floor(i / size)];
    const box: Box = [x, y, x + 0.5, y + 0.5];
    return prepareStored(box, () => {
      reads.push(`${x} ${y}`);
      return square(x, y, 0.5);
    });
  });
  return { squares, reads };
}

test("a stored geometry is read only if an edge of the literal enters its box", () => {
  const literal = spatial.prepareLiteral(square(2.25, 2.25, 10))!;
  for (const [op, selected] of [
    ["s_intersects", 11 * 11],
    ["s_within", 9 * 9],
    ["s_disjoint", 50 * 50 - 11 * 11],
    ["s_overlaps", 11 * 11 - 9 * 9],
    ["s_touches", 0],
    ["s_contains", 0],
  ] as const) {
    const { squares, reads } = storedGrid(50);
    assert.equal(squares.filter((each) => spatial.test(op, each, literal)).length, selected, op);
    // Forty squares lie across the sides; any that contains the literal's box is one of them.
    const across = op === "s_contains" ? 0 : op === "s_within" ? 0 : 40;
    assert.ok(new Set(reads).size <= across, `${op}: ${new Set(reads).size} were read`);
  }
});

test("a prepared geometry reports its memory, starting at 0", () => {
  const ring = Array.from({ length: 10_000 }, (_, i): Position => {
    const angle = (i / 10_000) * 2 * Math.PI;
    return [5 * Math.cos(angle), 5 * Math.sin(angle)];
  });
  const circle: Polygon = { type: "Polygon", coordinates: [[...ring, ring[0]!]] };
  const stored = prepareStored([-5, -5, 5, 5], () => circle);
  assert.equal(preparedBytes(stored), 0);
  const small = spatial.prepare(square(4, -1, 2))!;
  assert.equal(spatial.test("s_overlaps", stored, small), true);
  const bytes = preparedBytes(stored);
  assert.ok(bytes > 160_000 && bytes < 600_000, `${bytes} bytes`);
});
