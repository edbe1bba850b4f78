import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Box,
  bboxOf,
  bboxProblem,
  bboxShapeProblem,
  boxCenter,
  boxContains,
  boxesOverlap,
  boxWidthDeg,
  cutBox,
  extentOf,
  flatBox,
  type Geometry,
  isBbox,
  longitudeNear,
  narrowestBox,
  unrolledEast,
  wrapLongitude,
} from "../src/index.ts";
import { line, path, points, polygon } from "./shapes.ts";

/** RFC 7946 section 5.2: the Fiji archipelago. */
const fiji: Box = [177, -20, -178, -16];

test("a longitude is wrapped to within ±180, and 180 stays on its side", () => {
  const cases = [
    [0, 0],
    [180, 180],
    [-180, -180],
    [182, -178],
    [-190, 170],
    [360, 0],
    [541, -179],
    [-900, 180],
    [180.123456, 180.123456 - 360],
  ];
  for (const [longitude, wrapped] of cases) assert.equal(wrapLongitude(longitude!), wrapped);
});

test("a longitude near another lies within half a turn of it", () => {
  assert.equal(longitudeNear(-179, 175), 181);
  assert.equal(longitudeNear(179, -175), -181);
  assert.equal(longitudeNear(10, 190), 10);
  assert.equal(longitudeNear(10, 191), 370);
  assert.equal(longitudeNear(10, 1000), 1090);
});

test("Fiji's box is five degrees wide, with its middle east of the antimeridian", () => {
  assert.equal(unrolledEast(fiji), 182);
  assert.equal(boxWidthDeg(fiji), 5);
  assert.deepEqual(boxCenter(fiji), [179.5, -18]);
  assert.deepEqual(boxCenter([178, 0, -170, 2]), [-176, 1]);
  assert.deepEqual(cutBox(fiji), [
    [177, -20, 180, -16],
    [-180, -20, -178, -16],
  ]);
  assert.deepEqual(cutBox([-10, 0, 10, 5]), [[-10, 0, 10, 5]]);
  assert.equal(boxWidthDeg([-180, -90, 180, 90]), 360);
});

test("a box contains positions on both sides of the antimeridian, and on its edges", () => {
  const cases: [lon: number, lat: number, isInside: boolean][] = [
    [178.45, -18.14, true],
    [-179, -17, true],
    [180, -18, true],
    [-180, -18, true],
    [181, -18, true],
    [177, -20, true],
    [-178, -16, true],
    [176.9, -18, false],
    [-177.9, -18, false],
    [0, -18, false],
    [178, -15.9, false],
  ];
  for (const [lon, lat, isInside] of cases) assert.equal(boxContains(fiji, [lon, lat]), isInside);
  assert.equal(boxContains([-180, 0, -170, 5], [180, 1]), true);
  assert.equal(boxContains([-180, -90, 180, 90], [55, 0]), true);
});

test("boxes overlap where they share a point, whichever side of the antimeridian they lie on", () => {
  const cases: [other: Box, doOverlap: boolean][] = [
    [[170, -25, 178, -15], true],
    [[-179, -18, -170, 0], true],
    [[-180, -18, -179, 0], true],
    [[-178, -16, -170, 0], true],
    [[-177, -18, 176, 0], false],
    [[-10, -18, 10, 0], false],
    [[177, -15, -178, 0], false],
    [[175, -30, -175, 30], true],
    [[-180, -90, 180, 90], true],
    [[182, -16, 190, 0], true],
  ];
  for (const [other, doOverlap] of cases) {
    assert.equal(boxesOverlap(fiji, other), doOverlap, String(other));
    assert.equal(boxesOverlap(other, fiji), doOverlap, String(other));
  }
  assert.equal(boxesOverlap([170, 0, 180, 1], [-180, 0, -170, 1]), true);
});

test("the narrowest box around positions crosses the antimeridian where that is narrower", () => {
  const at = (...longitudes: number[]) => longitudes.map((lon): [number, number] => [lon, 1]);
  assert.deepEqual(narrowestBox(at(179, -179, 175)), [175, 1, -179, 1]);
  assert.deepEqual(narrowestBox(at(-10, 20, 5)), [-10, 1, 20, 1]);
  assert.deepEqual(narrowestBox(at(181, 185)), [-179, 1, -175, 1]);
  assert.deepEqual(narrowestBox(at(7)), [7, 1, 7, 1]);
  assert.deepEqual(narrowestBox(path([1, 5, 100], [2, -5, 900])), [1, -5, 2, 5]);
  assert.equal(narrowestBox([]), undefined);
});

test("the box of a geometry is its smallest and largest degrees", () => {
  assert.deepEqual(bboxOf({ type: "Point", coordinates: [1, 2, 300] }), [1, 2, 1, 2]);
  const diagonal = line([-100, 5], [100, -5]);
  assert.deepEqual(bboxOf(diagonal), [-100, -5, 100, 5]);
  assert.deepEqual(extentOf(diagonal), [-100, -5, 100, 5]);
  const many = Array.from({ length: 300_000 }, (_, i): [number, number] => [i / 10_000, 1]);
  assert.deepEqual(bboxOf({ type: "MultiPoint", coordinates: many }), [0, 1, 29.9999, 1]);
  for (const empty of [points(), polygon()]) {
    assert.equal(bboxOf(empty), undefined);
    assert.equal(extentOf(empty), undefined);
  }
});

test("the box of a geometry that is cut at the antimeridian crosses it; its extent does not", () => {
  // Both from RFC 7946 section 3.1.9.
  const cutLine: Geometry = {
    type: "MultiLineString",
    coordinates: [path([170, 45], [180, 45]), path([-180, 45], [-170, 45])],
  };
  const cutPolygon: Geometry = {
    type: "MultiPolygon",
    coordinates: [
      [path([180, 40], [180, 50], [170, 50], [170, 40], [180, 40])],
      [path([-170, 40], [-170, 50], [-180, 50], [-180, 40], [-170, 40])],
    ],
  };
  assert.deepEqual(bboxOf(cutLine), [170, 45, -170, 45]);
  assert.deepEqual(extentOf(cutLine), [-180, 45, 180, 45]);
  assert.deepEqual(bboxOf(cutPolygon), [170, 40, -170, 50]);
  assert.deepEqual(extentOf(cutPolygon), [-180, 40, 180, 50]);
});

test("the box of a geometry with longitudes beyond 180 crosses the antimeridian", () => {
  assert.deepEqual(bboxOf(line([177, -18], [182, -16])), [177, -18, -178, -16]);
});

test("the box of parts that do not touch the antimeridian does not cross it", () => {
  assert.deepEqual(bboxOf(points([170, 1], [-170, 2])), [-170, 1, 170, 2]);
  assert.deepEqual(bboxOf(line([-180, 1], [180, 2])), [-180, 1, 180, 2]);
});

test("a box is four or six finite numbers; without heights it is four", () => {
  // RFC 7946 section 5: depths from 100 m to the surface.
  const deep = [100, 0, -100, 105, 1, 0];
  assert.ok(isBbox(deep));
  assert.deepEqual(flatBox(deep), [100, 0, 105, 1]);
  assert.deepEqual(flatBox(fiji), fiji);
  for (const other of [
    null,
    "1,2,3,4",
    [1, 2, 3],
    [1, 2, 3, 4, 5],
    [1, 2, 3, Number.NaN],
    [1, 2, 3, "4"],
  ])
    assert.equal(isBbox(other), false);
});

test("the problem of a box in degrees is reported with its numbers", () => {
  for (const sound of [fiji, [-180, -90, 180, 90], [170, -50, 0, -170, -30, 100]]) {
    assert.equal(bboxProblem(sound), undefined);
  }
  const broken: [bbox: number[], problem: RegExp][] = [
    [[1, 2, 3], /^is not four numbers/],
    [[1, 2, 3, Infinity], /^contains a value that is not a number/],
    [[181, 0, 182, 1], /^has the longitude 181: longitudes are from -180 to 180 and come first/],
    [[-44, 113, -10, 154], /^has the latitude 113: latitudes are from -90 to 90 and come second/],
    [[113, -10, 154, -44], /^has its south -10 above its north -44/],
    [[0, 0, 9, 1, 1, 3], /^has its lowest height 9 above its highest 3/],
  ];
  for (const [bbox, problem] of broken) assert.match(bboxProblem(bbox)!, problem);
});

test("a box in another CRS has no bounds but must be complete", () => {
  assert.equal(bboxShapeProblem([500_000, 4_649_776, 510_000, 4_659_776]), undefined);
  assert.match(bboxShapeProblem([1, 2, 3])!, /four numbers/);
  assert.match(bboxShapeProblem([0, 0, 9, 1, 1, 3])!, /lowest height 9/);
});
