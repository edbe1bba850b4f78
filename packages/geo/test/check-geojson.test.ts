import assert from "node:assert/strict";
import { test } from "node:test";
import { featureProblem, geometryProblem, isGeometry } from "../src/index.ts";
import { line, path, points, polygon } from "./shapes.ts";

const point = { type: "Point", coordinates: [100, 0] };

/** The examples of RFC 7946 appendix A. */
const examples = [
  point,
  line([100, 0], [101, 1]),
  polygon(
    path([100, 0], [101, 0], [101, 1], [100, 1], [100, 0]),
    path([100.8, 0.8], [100.8, 0.2], [100.2, 0.2], [100.2, 0.8], [100.8, 0.8]),
  ),
  points([100, 0], [101, 1]),
  {
    type: "MultiLineString",
    coordinates: [path([100, 0], [101, 1]), path([102, 2], [103, 3])],
  },
  {
    type: "MultiPolygon",
    coordinates: [[path([102, 2], [103, 2], [103, 3], [102, 3], [102, 2])]],
  },
  { type: "GeometryCollection", geometries: [point, line([101, 0], [102, 1])] },
];

for (const geometry of examples) {
  test(`the example of a ${geometry.type} in RFC 7946 is valid`, () => {
    assert.equal(geometryProblem(geometry), undefined);
    assert.equal(geometryProblem(geometry, { maxLongitude: 180 }), undefined);
    assert.equal(isGeometry(geometry), true);
  });
}

const open = path([0, 0], [1, 0], [1, 1], [0, 1]);

const broken: [what: string, geometry: unknown, problem: RegExp][] = [
  ["nothing", undefined, /^: expected a geometry/],
  ["an array", [1, 2], /^: expected a geometry/],
  ["an unknown type", { type: "Circle", coordinates: [0, 0] }, /^\.type: expected a geometry type/],
  ["a type in lower case", { type: "point", coordinates: [0, 0] }, /^\.type: /],
  ["no coordinates", { type: "Point" }, /^\.coordinates: expected a position/],
  ["one number", { type: "Point", coordinates: [1] }, /^\.coordinates: expected a position/],
  ["five numbers", { type: "Point", coordinates: [1, 2, 3, 4, 5] }, /two to four/],
  ["texts", { type: "Point", coordinates: ["1", "2"] }, /finite numbers/],
  ["infinity", { type: "Point", coordinates: JSON.parse("[1e999, 0]") }, /finite numbers/],
  [
    "a bad position in a list",
    { type: "MultiPoint", coordinates: [[1, 2], [null]] },
    /^\.coordinates\[1\]: /,
  ],
  [
    "a line of one position",
    { type: "LineString", coordinates: [[1, 2]] },
    /^\.coordinates: a line needs at least two positions$/,
  ],
  ["an open ring", polygon(open), /^\.coordinates\[0\]: a ring is not closed/],
  ["a ring without positions", polygon([]), /at least four/],
  ["a ring of three positions", polygon(path([0, 0], [1, 0], [0, 0])), /at least four positions/],
  [
    "a ring that is closed except for its height",
    polygon(path([0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 0, 2])),
    /not closed/,
  ],
  [
    "a bad ring of a bad polygon",
    { type: "MultiPolygon", coordinates: [[], [open]] },
    /^\.coordinates\[1\]\[0\]: a ring is not closed/,
  ],
  [
    "a bad member of a collection",
    { type: "GeometryCollection", geometries: [{ type: "Point", coordinates: [] }] },
    /^\.geometries\[0\]\.coordinates: /,
  ],
  ["a collection without members", { type: "GeometryCollection" }, /^\.geometries: expected/],
  ["a bbox of five", { ...point, bbox: [1, 2, 3, 4, 5] }, /^\.bbox: expected four or six/],
];

for (const [what, geometry, problem] of broken) {
  test(`${what} is not a geometry`, () => {
    assert.match(geometryProblem(geometry)!, problem);
    assert.match(geometryProblem(geometry, { maxLongitude: 180 })!, problem);
    assert.equal(isGeometry(geometry), false);
  });
}

test("degrees are bounded only on request", () => {
  const far = points([180, -90], [180.5, 0]);
  assert.equal(geometryProblem(far), undefined);
  assert.match(
    geometryProblem(far, { maxLongitude: 180 })!,
    /^\.coordinates\[1\]: longitude 180\.5 is outside -180 to 180/,
  );
  const swapped = { type: "Point", coordinates: [-33.9, 151.2] };
  assert.match(
    geometryProblem(swapped, { maxLongitude: 180 })!,
    /latitude 151\.2 is outside -90 to 90 \(longitude comes first\)/,
  );
});

test("collections nest at most 16 deep, whatever the depth of the input", () => {
  const nested = (levels: number): unknown =>
    JSON.parse(
      `${'{"type":"GeometryCollection","geometries":['.repeat(levels)}${"]}".repeat(levels)}`,
    );
  assert.equal(geometryProblem(nested(16)), undefined);
  assert.match(geometryProblem(nested(17))!, /at most 16 deep/);
  let endless: unknown = point;
  for (let i = 0; i < 100_000; i++) endless = { type: "GeometryCollection", geometries: [endless] };
  assert.match(geometryProblem(endless)!, /at most 16 deep/);
});

test("a feature has a geometry or null, properties or null, and an id that is a text or a number", () => {
  const feature = { type: "Feature", geometry: point, properties: { prop0: "value0" } };
  const sound = [
    feature,
    { ...feature, id: "f1" },
    { ...feature, id: 7, geometry: null, properties: null, title: "Example Feature" },
    // RFC 7946 section 5: a box with depths in metres.
    { ...feature, bbox: [100, 0, -100, 105, 1, 0] },
  ];
  for (const each of sound) assert.equal(featureProblem(each), undefined);
  const broken: [feature: unknown, problem: RegExp][] = [
    [null, /^: expected an object of type "Feature"$/],
    [point, /of type "Feature"/],
    [{ type: "Feature", properties: null }, /^\.geometry: expected a geometry or null/],
    [{ type: "Feature", geometry: null }, /^\.properties: expected an object or null/],
    [{ ...feature, properties: [] }, /^\.properties: /],
    [{ ...feature, id: null }, /^\.id: expected a string or number/],
    [{ ...feature, bbox: [1, 2, 3] }, /^\.bbox: expected four or six numbers/],
    [{ ...feature, geometry: polygon(open) }, /^\.geometry\.coordinates\[0\]: a ring/],
  ];
  for (const [each, problem] of broken) assert.match(featureProblem(each)!, problem);
  const far = { ...feature, geometry: { type: "Point", coordinates: [200, 0] } };
  assert.equal(featureProblem(far), undefined);
  assert.match(
    featureProblem(far, { maxLongitude: 180 })!,
    /^\.geometry\.coordinates: longitude 200/,
  );
});
