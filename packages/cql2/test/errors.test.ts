import assert from "node:assert/strict";
import { test } from "node:test";
import { Cql2Error, check, type Lang, parse, readQueryables } from "../src/index.ts";
import { nearest } from "../src/values/nearest.ts";

function errorOf(source: unknown, lang: Lang = "cql2-text"): Cql2Error {
  try {
    parse(source, { lang });
  } catch (error) {
    assert.ok(error instanceof Cql2Error);
    return error;
  }
  assert.fail(`${JSON.stringify(source)} was accepted`);
}

/** A marker below the source shows position and length. */
const textSources: readonly (readonly [source: string, marker: string, message: RegExp])[] = [
  ["name LIK 'x'", "     ^^^", /found "LIK"; did you mean LIKE\?/],
  ["a = 1 ADN b = 2", "      ^^^", /did you mean AND\?/],
  ["a = ", "    ^", /the filter ends/],
  ["(a = 1", "      ^", /Expected \).*the filter ends/],
  ["a BETWEEN 1 OR 2", "            ^^", /Expected AND/],
  ["a IS NUL", "     ^^^", /did you mean NULL\?/],
  ["a + 1", "^^^^^", /A filter is a condition, not a calculation/],
  ["a != 1", "  ^", /not equal is written <>/],
  ["a = 'x", "    ^", /never closed/],
  ['"a = 1', "^", /never closed/],
  ["a IN ()", "      ^", /Expected a property/],
  ["a IN (1", "       ^", /Expected , or \)/],
  ["like = 1", "^^^^", /in quotes: "like"/],
  ["a = DATE('May')", "         ^^^^^", /a date like/],
  ["a = TIMESTAMP('2024-01-01')", "              ^^^^^^^^^^^^", /a time like/],
  ["T_AFTER(a, '2024-01-01')", "           ^^^^^^^^^^^^", /needs a time, like DATE/],
  ["S_INTERSECTS(a, 5)", "                ^", /needs a geometry here, not a number/],
  ["S_INTERSECTS(a)", "^^^^^^^^^^^^^^^", /takes 2 arguments, not 1/],
  ["S_INTERSECTS(a, BBOX(1, 2, 3))", "                ^^^^^^^^^^^^^", /4 numbers.*not 3/],
  ["a LIKE b", "       ^", /a pattern in quotes/],
  ["a LIKE 5", "       ^", /a pattern in quotes/],
  ["'x' + 1 = 2", "^^^", /\+ needs a number here, not text/],
  ["a AND b = 1", "^", /and needs a condition here, not a property/],
  ["2 ^ 3 ^ 4 = a", "      ^", /parentheses around one of two powers/],
  ["a = 1e999", "    ^^^^^", /too large/],
  ["A_CONTAINS(a, 1)", "              ^", /needs an array/],
  ["a = 1 = 2", "      ^", /Expected AND, OR or the end/],
  ["a = 1; b = 2", "     ^", /";" has no meaning/],
];

for (const [source, marker, message] of textSources) {
  test(`${source} is refused where it goes wrong`, () => {
    const error = errorOf(source);
    assert.equal(error.code, "syntax");
    assert.match(error.message, message);
    assert.equal(error.excerpt, `${source}\n${marker}`);
    assert.equal(error.position, marker.indexOf("^"));
    assert.equal(error.length, marker.length - marker.indexOf("^"));
  });
}

test("the excerpt of a long filter of many lines is the part around the error", () => {
  const source = `${"a = 1 AND\n".repeat(50)}${"b = 2 AND ".repeat(20)}c ~ 3${" ".repeat(200)}`;
  const { excerpt, position } = errorOf(source);
  const [line, carets] = excerpt!.split("\n");
  assert.equal(position, source.indexOf("~"));
  assert.ok(line!.length <= 80);
  assert.equal(line![carets!.indexOf("^")], "~");
});

test("an error lists what was expected", () => {
  assert.deepEqual(errorOf("a NOT FOO 1").expected, ["LIKE", "BETWEEN", "IN"]);
});

const jsonSources: readonly (readonly [source: unknown, path: string, message: RegExp])[] = [
  [{ op: "AND", args: [true, true] }, "", /written and/],
  [{ op: "=", args: [1] }, "", /takes 2 args, not 1/],
  [{ op: "=", args: [{ property: "a" }, null] }, "args[1]", /isNull/],
  [{ op: "=", arg: [1, 2] }, "", /"arg" is not known here; did you mean args\?/],
  [{ op: "and", args: [true, { property: "a" }] }, "args[1]", /needs a condition/],
  [{ op: "not", args: [{ op: "=", args: [{ date: "May" }, 1] }] }, "args[0].args[0]", /date/],
  [{ property: "a" }, "", /A filter is a condition/],
  [
    { op: "s_equals", args: [{ property: "a" }, { type: "Pont" }] },
    "args[1]",
    /did you mean Point/,
  ],
  [
    { op: "s_equals", args: [{ property: "a" }, { type: "LineString", coordinates: [[1]] }] },
    "args[1].coordinates[0]",
    /A position is/,
  ],
  [{ op: "in", args: [{ property: "a" }, []] }, "", /at least one/],
  [{ op: "in", args: [{ property: "a" }, [[1]]] }, "args[1][0]", /in needs/],
  [
    { op: "t_after", args: [{ property: "a" }, { interval: ["x", ".."] }] },
    "args[1].interval[0]",
    /end of an interval/,
  ],
  [{ op: "s_equals", args: [{ property: "a" }, { bbox: [1, 2, 3] }] }, "args[1]", /four numbers/],
  [{ op: "=", args: [{ property: "a", date: "2024-01-01" }, 1] }, "args[0]", /exactly one/],
];

for (const [source, path, message] of jsonSources) {
  test(`${JSON.stringify(source)} is refused at ${path || "the root"}`, () => {
    const error = errorOf(source, "cql2-json");
    assert.equal(error.code, "syntax");
    assert.match(error.message, message);
    assert.equal(error.path, path);
  });
}

test("text that is not JSON is refused as such", () => {
  assert.match(errorOf("{", "cql2-json").message, /not JSON/);
});

test("an unknown language is refused with the known ones", () => {
  const error = errorOf("a = 1", "cql" as Lang);
  assert.equal(error.code, "unsupported");
  assert.match(error.message, /cql2-text, cql2-json or ecql-text/);
});

test("suggestions come from the first 500 names of a long list", () => {
  let looked = 0;
  function* names() {
    while (looked < 10_000) yield looked++ === 0 ? "confidence" : `property_${looked}`;
  }
  assert.deepEqual(nearest("confidense", names()), ["confidence"]);
  assert.equal(looked, 500);
});

test("only the first ten unknown properties of a filter have a suggestion", () => {
  const names = Array.from({ length: 50 }, (_, i) => `conf_idence${i}`);
  const queryables = readQueryables({ queryables: [{ id: "conf_idence", type: "number" }] });
  const problems = check(parse(names.map((name) => `${name} > 1`).join(" OR ")), queryables);
  assert.equal(problems.length, 50);
  assert.equal(problems.filter(({ message }) => message.includes("did you mean")).length, 10);
});
