import assert from "node:assert/strict";
import { test } from "node:test";
import { build, Cql2Error, compile, parse, print } from "../src/index.ts";

const { property } = build;

test("a built filter is the tree of its text", () => {
  const filter = build.and(
    build.eq(build.casei(property("state")), build.casei("Oregon")),
    build.or(build.gt(property("frp"), 50), build.in(property("confidence"), ["h", "n"])),
    build.not(build.isNull(property("frp"))),
    build.between(build.add(property("a"), 1), 2, build.power(property("b"), 2)),
    build.sIntersects(property("geometry"), build.bbox(170, -10, -170, 10)),
    build.tDuring(
      build.interval(property("start"), property("end")),
      build.interval(new Date("2024-05-05T00:00:00Z"), null),
    ),
    build.aContains(property("tags"), ["a", 1]),
    build.tAfter(property("day"), build.date(new Date("2024-05-05T23:00:00Z"))),
    build.le(property("t"), build.timestamp("2024-05-05T02:00:00.50+02:00")),
    build.eq(build.call("avg", property("x"), "m"), 1),
  );
  assert.equal(
    print(filter),
    "CASEI(state) = CASEI('Oregon') AND (frp > 50 OR confidence IN ('h', 'n')) AND frp IS NOT NULL" +
      " AND a + 1 BETWEEN 2 AND b ^ 2 AND S_INTERSECTS(geometry, BBOX(170, -10, -170, 10))" +
      " AND T_DURING(INTERVAL(\"start\", \"end\"), INTERVAL('2024-05-05T00:00:00Z', '..'))".replaceAll(
        '"',
        "",
      ) +
      " AND A_CONTAINS(tags, ('a', 1)) AND T_AFTER(day, DATE('2024-05-05'))" +
      " AND t <= TIMESTAMP('2024-05-05T00:00:00.5Z') AND avg(x, 'm') = 1",
  );
  assert.deepEqual(parse(print(filter)), filter);
});

test("no value breaks out of its literal, and no name out of its quotes", () => {
  for (const hostile of [
    "' OR TRUE OR '",
    "\\' OR TRUE OR \\'",
    'a" = 1 OR "a',
    "'",
    "\\",
    "%_\\",
  ]) {
    const filter = build.and(
      build.eq(property("a"), hostile),
      build.eq(property(hostile), 1),
      build.eq(build.call(hostile), 1),
      build.like(property("a"), hostile),
    );
    assert.deepEqual(parse(print(filter)), filter);
  }
});

test("a tree made by hand cannot break out of a literal when it is printed", () => {
  const a = property("a");
  const g = property("g");
  for (const [tree, lang] of [
    [build.eq(a, { date: "2024-01-01') OR TRUE OR ('" }), "cql2-text"],
    [build.eq(a, { timestamp: "' OR TRUE OR '" }), "cql2-text"],
    [build.tAfter(a, { interval: ["..') OR (TRUE", ".."] }), "cql2-text"],
    [build.sEquals(g, { bbox: JSON.parse('["1) OR TRUE OR (2"]') }), "cql2-text"],
    [build.eq(a, { date: "2024-01-01 OR INCLUDE" }), "ecql-text"],
  ] as const) {
    assert.throws(() => print(tree, { lang }), Cql2Error);
  }
  const distance = build.call("dwithin", g, build.bbox(0, 0, 1, 1), 5, "feet) OR (INCLUDE");
  const relation = build.call("relate", g, build.bbox(0, 0, 1, 1), "T) OR INCLUDE OR (T");
  for (const tree of [distance, relation]) {
    assert.match(print(tree, { lang: "ecql-text" }), /'[^']*INCLUDE[^']*'\)$/);
  }
});

test("an escaped text matches only itself", () => {
  const text = "100%_\\";
  const filter = compile(build.like(property("a"), build.escapeLike(text)));
  assert.equal(filter({ properties: { a: text } }), true);
  assert.equal(filter({ properties: { a: "100xyz" } }), false);
});

test("empty conjunctions, disjunctions and lists are truth values", () => {
  assert.equal(build.and(), true);
  assert.equal(build.or(), false);
  assert.deepEqual(build.and(build.eq(1, 1)), build.eq(1, 1));
  assert.equal(build.in(property("a"), []), false);
});

test("dates and times that do not exist are refused", () => {
  for (const make of [
    () => build.date("2023-02-29"),
    () => build.date("May"),
    () => build.timestamp("2024-01-01"),
    () => build.timestamp("2024-01-01T24:00:00Z"),
    () => build.timestamp(new Date(Number.NaN)),
    () => build.interval("2024-13-01", null),
  ]) {
    assert.throws(make, (error) => error instanceof Cql2Error && error.code === "invalid-literal");
  }
});
