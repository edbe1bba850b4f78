import assert from "node:assert/strict";
import { test } from "node:test";
import { Cql2Error, check, notices, parse, readQueryables } from "../src/index.ts";

const listed = {
  queryables: [
    { id: "name", type: "string" },
    { id: "link", type: "uri" },
    { id: "frp", type: "number" },
    { id: "count", type: "integer" },
    { id: "day", type: "date" },
    { id: "datetime", type: "dateTime" },
    { id: "urgent", type: "boolean" },
    { id: "geom", type: "geometry" },
    { id: "confidence", type: "integer" },
    { id: "confidence", type: "string" },
    { id: "strange", type: "colour" },
    { type: "string" },
  ],
};
const schema = {
  type: "object",
  additionalProperties: false,
  properties: {
    name: { type: ["string", "null"] },
    link: { type: "string", format: "uri" },
    frp: { type: "number" },
    count: { type: "integer" },
    day: { type: "string", format: "date" },
    datetime: { type: "string", format: "date-time" },
    urgent: { type: "boolean" },
    geom: { $ref: "https://geojson.org/schema/MultiPolygon.json" },
    confidence: { oneOf: [{ type: "integer" }, { type: "string" }] },
    strange: {},
  },
};

const soundFilters = [
  "name = 'x' AND link LIKE 'http%' AND frp > 1.5 AND count IN (1, 2)",
  "day = DATE('2024-01-01') AND datetime > DATE('2024-01-01') AND day < datetime",
  "datetime = '2024-01-01T00:00:00Z'",
  "urgent = TRUE AND (frp > 1) = urgent",
  "S_INTERSECTS(geom, BBOX(170, -10, -170, 10))",
  "T_DURING(INTERVAL(day, datetime), INTERVAL('..', '2024-01-01'))",
  "confidence > 50 AND confidence = 'h'",
  "strange = 1 AND strange LIKE 'x%' AND A_CONTAINS(strange, (1))",
  "CASEI(name) = 'x' AND frp + count * 2 > 1",
  "avg(frp) > 2",
  "meets(frp) > 2",
];

const unsoundFilters: readonly (readonly [
  filter: string,
  code: string,
  message: RegExp,
  path: string,
])[] = [
  ["nam = 'x'", "unknown-property", /"nam"; did you mean name\?/, "args[0]"],
  ["conf = 'h'", "unknown-property", /"conf"; did you mean confidence\?/, "args[0]"],
  [
    "colour = 1",
    "unknown-property",
    /"colour"; did you mean count\?|known names: name, link/,
    "args[0]",
  ],
  ["frp = 'high'", "type-mismatch", /frp \(number\) cannot be compared with 'high' \(text\)/, ""],
  ["name > 5", "type-mismatch", /name \(text\)/, ""],
  ["count IN (1, 'x')", "type-mismatch", /'x' \(text\)/, ""],
  ["frp BETWEEN 1 AND 'x'", "type-mismatch", /'x' \(text\)/, ""],
  ["datetime = 'yesterday'", "type-mismatch", /datetime \(time\)/, ""],
  ["datetime > 5", "type-mismatch", /5 \(number\)/, ""],
  ["geom = 5", "type-mismatch", /geom \(geometry\)/, ""],
  ["frp LIKE 'x'", "type-mismatch", /LIKE needs text, not frp \(number\)/, ""],
  ["name + 1 = 2", "type-mismatch", /\+ needs a number, not name \(text\)/, "args[0]"],
  ["CASEI(frp) = 'x'", "type-mismatch", /CASEI needs text/, "args[0]"],
  ["T_AFTER(name, DATE('2024-01-01'))", "type-mismatch", /T_AFTER needs a time/, ""],
  ["T_AFTER(INTERVAL(frp, '..'), day)", "type-mismatch", /INTERVAL needs a time/, "args[0]"],
  ["A_CONTAINS(name, ('x'))", "type-mismatch", /needs an array/, ""],
  [
    "S_INTERSECTS(name, POINT(1 2))",
    "not-a-geometry",
    /S_INTERSECTS needs a geometry, not name \(text\); the geometry here is geom/,
    "",
  ],
  [
    "S_INTERSECT(geom, POINT(1 2)) = TRUE",
    "unknown-function",
    /did you mean S_INTERSECTS/,
    "args[0]",
  ],
  ["S_WITHIN(geom, POINT(90 180))", "invalid-literal", /latitude 180/, "args[1]"],
  ["S_WITHIN(geom, POINT(190 80))", "invalid-literal", /longitude 190/, "args[1]"],
  [
    "S_WITHIN(geom, POLYGON((0 0, 1 0, 1 1, 0 1)))",
    "invalid-literal",
    /a ring is not closed/,
    "args[1]",
  ],
  ["S_WITHIN(geom, POLYGON((0 0, 1 0, 0 0)))", "invalid-literal", /at least four/, "args[1]"],
  ["S_WITHIN(geom, LINESTRING(0 0))", "invalid-literal", /at least two/, "args[1]"],
  [
    "S_WITHIN(geom, BBOX(0, 9, 1, 8))",
    "invalid-literal",
    /the bbox has its south 9 above its north 8/,
    "args[1]",
  ],
  ["day = DATE('2023-02-29')", "invalid-literal", /2023-02-29 does not exist/, "args[1]"],
  ["day = TIMESTAMP('2023-01-01T25:00:00Z')", "invalid-literal", /does not exist/, "args[1]"],
  [
    "T_DURING(day, INTERVAL('2024-01-02', '2024-01-01'))",
    "invalid-literal",
    /runs backwards, from 2024-01-02 to 2024-01-01/,
    "args[1]",
  ],
];

for (const [form, queryables] of [
  ["a list", listed],
  ["JSON Schema", schema],
] as const) {
  for (const filter of soundFilters) {
    test(`with queryables as ${form}, ${filter} is valid`, () => {
      assert.deepEqual(check(parse(filter), queryables), []);
    });
  }
  for (const [filter, code, message, path] of unsoundFilters) {
    test(`with queryables as ${form}, ${filter} has one problem`, () => {
      const problems = check(parse(filter), queryables);
      assert.equal(problems.length, 1, JSON.stringify(problems));
      assert.equal(problems[0]!.code, code);
      assert.match(problems[0]!.message, message);
      assert.equal(problems[0]!.path, path);
    });
  }
}

test("all problems are found at once", () => {
  const filter =
    "nam = 'x' AND frp = 'y' AND NOT (day = DATE('2023-13-01') OR S_WITHIN(name, POINT(1 99)))";
  assert.deepEqual(
    check(parse(filter), listed).map(({ code, path }) => [code, path]),
    [
      ["unknown-property", "args[0].args[0]"],
      ["type-mismatch", "args[1]"],
      ["invalid-literal", "args[2].args[0].args[0].args[1]"],
      ["not-a-geometry", "args[2].args[0].args[1]"],
      ["invalid-literal", "args[2].args[0].args[1].args[1]"],
    ],
  );
});

test("a schema that allows more properties than it lists makes no name unknown", () => {
  assert.deepEqual(check(parse("anything = 1"), { properties: { name: { type: "string" } } }), []);
});

test("with a list of functions, every other name is a problem", () => {
  const tree = parse("avg(frp) > avf(frp)");
  assert.deepEqual(
    check(tree, listed, { functions: ["avg"] }).map(({ message }) => message),
    ['There is no function "avf"; did you mean avg?'],
  );
});

test("a text read as a time, and a property of several types, give notices", () => {
  const tree = parse("datetime > '2024-01-01' AND confidence > 5");
  const [asTime, mixed] = notices(tree, listed);
  assert.equal(asTime!.code, "text-as-time");
  assert.match(asTime!.message, /'2024-01-01' is read as DATE\('2024-01-01'\)/);
  assert.equal(mixed!.code, "mixed-property");
  assert.match(mixed!.message, /confidence holds text in some features and number in others/);
  assert.deepEqual(notices(parse("frp > 5"), listed), []);
});

test("queryables in neither form are refused", () => {
  for (const bad of [null, 5, [], {}, { queryables: 1 }]) {
    assert.throws(
      () => readQueryables(bad),
      (error) => error instanceof Cql2Error && error.code === "invalid-queryables",
    );
  }
});
