import assert from "node:assert/strict";
import { test } from "node:test";
import { Cql2Error, compile, parse, print } from "../src/index.ts";

/** ECQL, and CQL2 text that is the same filter. */
const translations: readonly (readonly [ecql: string, cql2: string])[] = [
  ["BBOX(geom, -10, 20, 30, 40)", "S_INTERSECTS(geom, BBOX(-10, 20, 30, 40))"],
  ["BBOX(geom, -10, 20, 30, 40, 'EPSG:4326')", "S_INTERSECTS(geom, BBOX(-10, 20, 30, 40))"],
  ["INTERSECTS(geom, POINT(1 2))", "S_INTERSECTS(geom, POINT(1 2))"],
  ["DISJOINT(geom, POINT(1 2))", "S_DISJOINT(geom, POINT(1 2))"],
  ["CONTAINS(geom, POINT(1 2))", "S_CONTAINS(geom, POINT(1 2))"],
  ["WITHIN(geom, POINT(1 2))", "S_WITHIN(geom, POINT(1 2))"],
  ["TOUCHES(geom, POINT(1 2))", "S_TOUCHES(geom, POINT(1 2))"],
  ["CROSSES(geom, POINT(1 2))", "S_CROSSES(geom, POINT(1 2))"],
  ["OVERLAPS(geom, POINT(1 2))", "S_OVERLAPS(geom, POINT(1 2))"],
  ["equals(geom, POINT(1 2))", "S_EQUALS(geom, POINT(1 2))"],
  ["WITHIN(geom, ENVELOPE(10, 20, 30, 40))", "S_WITHIN(geom, BBOX(10, 30, 20, 40))"],
  ["WITHIN(geom, ENVELOPE(10 20 30 40))", "S_WITHIN(geom, BBOX(10, 30, 20, 40))"],
  ["WITHIN(geom, SRID=4326;POINT(1 2))", "S_WITHIN(geom, POINT(1 2))"],
  ["DWITHIN(geom, POINT(1 2), 10, kilometers)", "dwithin(geom, POINT(1 2), 10, 'kilometers')"],
  ["BEYOND(geom, POINT(1 2), 5, statute miles)", "beyond(geom, POINT(1 2), 5, 'statute miles')"],
  ["RELATE(geom, POINT(1 2), T*****FF*)", "relate(geom, POINT(1 2), 'T*****FF*')"],
  ["RELATE(geom, POINT(1 2), '0FFFFF212')", "relate(geom, POINT(1 2), '0FFFFF212')"],
  ["t BEFORE 2024-01-01T00:00:00Z", "T_BEFORE(t, TIMESTAMP('2024-01-01T00:00:00Z'))"],
  ["t AFTER 2024-01-01T02:00:00+02:00", "T_AFTER(t, TIMESTAMP('2024-01-01T00:00:00Z'))"],
  ["t AFTER 2024-01-01T02:00:00+0200", "T_AFTER(t, TIMESTAMP('2024-01-01T00:00:00Z'))"],
  ["t AFTER 2024-01-01T00:00:00", "T_AFTER(t, TIMESTAMP('2024-01-01T00:00:00Z'))"],
  ["t TEQUALS 2024-01-01", "T_EQUALS(t, DATE('2024-01-01'))"],
  [
    "t DURING 2024-01-01T00:00:00Z/2024-02-01T00:00:00Z",
    "T_DURING(t, INTERVAL('2024-01-01T00:00:00Z', '2024-02-01T00:00:00Z'))",
  ],
  [
    "t DURING 2024-01-31T00:00:00Z/P1M1DT2H",
    "T_DURING(t, INTERVAL('2024-01-31T00:00:00Z', '2024-03-01T02:00:00Z'))",
  ],
  ["t DURING 2024-01-01/P10D", "T_DURING(t, INTERVAL('2024-01-01', '2024-01-10'))"],
  ["t DURING P1Y/2024-02-29", "T_DURING(t, INTERVAL('2023-03-01', '2024-02-29'))"],
  ["t DURING 2024-01-01/PT12H", "T_DURING(t, INTERVAL('2024-01-01', '2024-01-01T12:00:00Z'))"],
  ["t AFTER 2024-01-01/P1D", "T_AFTER(t, INTERVAL('2024-01-01', '2024-01-01'))"],
  ["t BEFORE OR DURING 2024-01-01/2024-02-01", "T_BEFORE(t, DATE('2024-02-02'))"],
  ["t BEFORE OR DURING 2024-01-01/P1M", "T_BEFORE(t, DATE('2024-02-01'))"],
  ["t DURING OR AFTER 2024-01-01/2024-02-01", "T_AFTER(t, DATE('2023-12-31'))"],
  ["t DURING OR AFTER 2024-02-30/2024-03-01", "T_AFTER(t, DATE('2024-02-30'))"],
  ["t = 2024-01-01T00:00:00Z", "t = TIMESTAMP('2024-01-01T00:00:00Z')"],
  ["name LIKE 'C:\\%'", "name LIKE 'C:\\%'"],
  ["name = 'C:\\'", "name = 'C:\\\\'"],
  ["name ILIKE 'fire%'", "CASEI(name) LIKE CASEI('fire%')"],
  ["name NOT ILIKE 'fire%'", "NOT CASEI(name) LIKE CASEI('fire%')"],
  ["IN ('a.1', 'a.2')", "id() IN ('a.1', 'a.2')"],
  ["NOT IN ('a.1')", "NOT id() IN ('a.1')"],
  ["name EXISTS", "exists(name)"],
  ["name DOES-NOT-EXIST", "NOT exists(name)"],
  ["INCLUDE", "TRUE"],
  ["EXCLUDE", "FALSE"],
  ["[a = 1 OR b = 2] AND c = 3", "(a = 1 OR b = 2) AND c = 3"],
  ["a + b * 2 > 1 AND a BETWEEN 1 AND 2", "a + b * 2 > 1 AND a BETWEEN 1 AND 2"],
  ["strConcat(a, 'x') = 'yx'", "strConcat(a, 'x') = 'yx'"],
  ["a IS NULL OR NOT a IN (1, 2)", "a IS NULL OR a NOT IN (1, 2)"],
];

for (const [ecql, cql2] of translations) {
  test(`ECQL's ${ecql} is ${cql2}`, () => {
    const tree = parse(ecql, { lang: "ecql-text" });
    assert.deepEqual(tree, parse(cql2));
    assert.deepEqual(parse(print(tree, { lang: "ecql-text" }), { lang: "ecql-text" }), tree);
  });
}

test("ECQL is printed as GeoServer writes it", () => {
  const printed = (cql2: string) => print(parse(cql2), { lang: "ecql-text" });
  assert.equal(printed("S_INTERSECTS(g, BBOX(1, 2, 3, 4))"), "INTERSECTS(g, ENVELOPE(1, 3, 2, 4))");
  assert.equal(
    printed("T_DURING(t, INTERVAL('2024-01-01', '2024-02-01')) AND NOT exists(a)"),
    "t DURING 2024-01-01/2024-02-01 AND a DOES-NOT-EXIST",
  );
  assert.equal(printed("CASEI(name) LIKE CASEI('x%')"), "name ILIKE 'x%'");
  assert.equal(printed("id() IN ('a')"), "IN ('a')");
  assert.equal(printed("dwithin(g, POINT(1 2), 3, 'meters')"), "DWITHIN(g, POINT(1 2), 3, meters)");
});

for (const cql2 of [
  "A_CONTAINS(a, (1))",
  "T_MEETS(a, DATE('2024-01-01'))",
  "T_DURING(a, INTERVAL('2024-01-01', '..'))",
  "a ^ 2 = 1",
  "S_WITHIN(g, BBOX(1, 2, 0, 3, 4, 9))",
]) {
  test(`${cql2} cannot be said in ECQL`, () => {
    assert.throws(
      () => print(parse(cql2), { lang: "ecql-text" }),
      (error) => error instanceof Cql2Error && error.code === "unsupported",
    );
  });
}

for (const [wrong, message] of [
  ["DWITHIN(g, POINT(1 2), 3, leagues)", /Expected feet, meters/],
  ["RELATE(g, POINT(1 2), 'TT')", /nine characters/],
  ["WITHIN(g, SRID=3857;POINT(1 2))", /4326/],
  ["BBOX(g, 1, 2, 3, 4, 'EPSG:3857')", /EPSG:4326/],
  ["t BEFORE OR DURING 2024-01-01", /a period/],
  ["t DURNG 2024-01-01/P1D", /did you mean DURING\?/],
] as const) {
  test(`ECQL's ${wrong} is refused`, () => {
    assert.throws(
      () => parse(wrong, { lang: "ecql-text" }),
      (error) => error instanceof Cql2Error && message.test(error.message),
    );
  });
}

test("ids of features are compared as text", () => {
  const filter = compile(parse("IN ('7', 'x')", { lang: "ecql-text" }));
  assert.deepEqual(
    [7, "7", "x", "y", undefined].map((id) => filter({ id, properties: {} })),
    [true, true, true, false, false],
  );
});
