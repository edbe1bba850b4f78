import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type BooleanExpression,
  Cql2Error,
  check,
  compile,
  impliedBbox,
  type Lang,
  type Limits,
  normalise,
  parse,
  print,
  propertiesOf,
} from "../src/index.ts";

function assertLimit(run: () => unknown, message: RegExp): void {
  assert.throws(run, (error) => {
    assert.ok(error instanceof Cql2Error);
    assert.equal(error.code, "limit");
    assert.match(error.message, message);
    return true;
  });
}

const list = (count: number) => `a IN (${Array.from({ length: count }, (_, i) => i).join(",")})`;
const line = (count: number) =>
  `S_INTERSECTS(g, LINESTRING(${Array.from({ length: count }, () => "1 1").join(",")}))`;

test("a filter of 65,536 characters is read, and one more refused", () => {
  const filter = `a = '${"x".repeat(65_536 - 6)}'`;
  assert.ok(parse(filter));
  assertLimit(() => parse(`${filter} `), /65,536 characters.*limits\.length/);
  assertLimit(() => parse(JSON.stringify(parse(filter)), { lang: "cql2-json" }), /65,536/);
});

test("a filter of 1,000 literals is read, and one more refused", () => {
  assert.ok(parse(list(1000)));
  assertLimit(() => parse(list(1001)), /1,000 literals/);
  assertLimit(
    () =>
      parse(print(parse(list(1001), { limits: { literals: 2000 } }), { lang: "cql2-json" }), {
        lang: "cql2-json",
      }),
    /1,000 literals/,
  );
});

test("a filter of 10,000 vertices is read, and one more refused", () => {
  assert.ok(parse(line(10_000)));
  assertLimit(() => parse(line(10_001)), /10,000 vertices/);
});

test("100 levels of any kind are read, and one more refused", () => {
  const nested = (open: string, close: string, levels: number) =>
    `${open.repeat(levels)}a = 1${close.repeat(levels)}`;
  for (const [open, close, most] of [
    ["(", ")", 100],
    ["NOT ", "", 98],
    ["f(", ")", 98],
  ] as const) {
    assert.ok(parse(nested(open, close, most)), open);
    assertLimit(() => parse(nested(open, close, 101)), /100 levels deep/);
  }
  assertLimit(() => parse(`a = ${"b + ".repeat(120)}1`), /100 levels deep/);
  assertLimit(() => parse(`a = ${"-".repeat(120)}b`), /100 levels deep/);
});

test("limits can be set lower and higher", () => {
  assertLimit(() => parse("a = 1 AND b = 2", { limits: { literals: 1 } }), /at most 1 literals/);
  assert.ok(parse(list(5000), { limits: { literals: 5000 } }));
  assert.ok(parse(`${"(".repeat(150)}a = 1${")".repeat(150)}`, { limits: { depth: 200 } }));
});

test("hostile sources are refused without overflowing a stack, with any limits", () => {
  const limits: Limits = { length: 1e6, depth: 1e6, literals: 1e6, vertices: 1e6 };
  const many = 300_000;
  for (const [source, lang] of [
    ["(".repeat(many), "cql2-text"],
    ["NOT ".repeat(many / 2), "cql2-text"],
    ["-".repeat(many), "cql2-text"],
    ["f(".repeat(many), "cql2-text"],
    [`a = ${"b ^ (".repeat(many / 6)}`, "cql2-text"],
    ["GEOMETRYCOLLECTION(".repeat(many / 20), "ecql-text"],
    [`S_EQUALS(g, ${"GEOMETRYCOLLECTION(".repeat(many / 20)}`, "cql2-text"],
    ["[".repeat(many), "ecql-text"],
    ["[".repeat(many), "cql2-json"],
    [`${'{"op":"not","args":['.repeat(many / 20)}true${"]}".repeat(many / 20)}`, "cql2-json"],
  ] as const) {
    assert.throws(
      () => parse(source, { lang: lang as Lang, limits }),
      Cql2Error,
      source.slice(0, 30),
    );
  }
});

test("a tree as deep as the limits can be set is read, printed, checked and evaluated", () => {
  const limits = { depth: 1e6, length: 1e6 };
  const text = `${"NOT (".repeat(124)}a = 1${")".repeat(124)}`;
  const tree = parse(text, { limits });
  assert.deepEqual(parse(print(tree), { limits }), tree);
  assert.deepEqual(check(tree, { queryables: [{ id: "a", type: "integer" }] }), []);
  assert.equal(compile(tree)({ properties: { a: 1 } }), true);
});

test("trees that are too deep or contain themselves are refused by every function that walks them", () => {
  let deep: BooleanExpression = true;
  for (let i = 0; i < 100_000; i++) deep = { op: "not", args: [deep] };
  const cyclic = { op: "and", args: [] as unknown[] };
  cyclic.args.push(cyclic, cyclic);
  for (const tree of [deep, cyclic as BooleanExpression]) {
    for (const walk of [
      () => print(tree),
      () => print(tree, { lang: "cql2-json" }),
      () => check(tree, { queryables: [] }),
      () => compile(tree),
      () => normalise(tree),
      () => propertiesOf(tree),
      () => impliedBbox(tree),
      () => parse(tree, { lang: "cql2-json" }),
    ]) {
      assertLimit(walk, /levels deep/);
    }
  }
});

test("JSON values that share parts are refused if they are too large when expanded", () => {
  let shared: unknown = { op: "=", args: [{ property: "a" }, { property: "b" }] };
  for (let i = 0; i < 40; i++) shared = { op: "and", args: [shared, shared] };
  assertLimit(() => parse(shared, { lang: "cql2-json" }), /65,536/);
});
