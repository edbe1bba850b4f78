import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type BooleanExpression, compile, type Expression, parse } from "../src/index.ts";

/** How often a filter reads each property of a feature, and whether it selects it. */
function readsOf(filter: BooleanExpression, values: Record<string, unknown>) {
  const reads: Record<string, number> = {};
  const properties = {};
  for (const [name, value] of Object.entries(values)) {
    reads[name] = 0;
    Object.defineProperty(properties, name, {
      enumerable: true,
      get() {
        reads[name]!++;
        return value;
      },
    });
  }
  return { selects: compile(filter)({ properties }), reads };
}

const joined = (word: string, parts: readonly string[]) => parse(parts.join(` ${word} `));
const numbers = Array.from({ length: 950 }, (_, i) => i);

test("950 comparisons of one number read it once", () => {
  const above = joined(
    "OR",
    numbers.map((n) => `frp > ${n}`),
  );
  assert.deepEqual(readsOf(above, { frp: 0.5 }), { selects: true, reads: { frp: 1 } });
  assert.deepEqual(readsOf(above, { frp: 0 }), { selects: false, reads: { frp: 1 } });
  const none = joined(
    "AND",
    numbers.map((n) => `frp <> ${n}`),
  );
  assert.deepEqual(readsOf(none, { frp: 948.5 }), { selects: true, reads: { frp: 1 } });
  assert.deepEqual(readsOf(none, { frp: 948 }), { selects: false, reads: { frp: 1 } });
});

test("a value compared with 950 texts is looked up in one set", () => {
  const any = joined(
    "OR",
    numbers.map((n) => `CASEI(name) = 'fire ${n}'`),
  );
  assert.deepEqual(readsOf(any, { name: "Fire 949" }), { selects: true, reads: { name: 1 } });
  assert.deepEqual(readsOf(any, { name: "Fire 950" }), { selects: false, reads: { name: 1 } });
});

test("300 adjacent comparisons of the same value are one condition", () => {
  const both = joined(
    "AND",
    numbers.slice(0, 300).map((n) => `(frp > ${n} OR frp < 0)`),
  );
  assert.deepEqual(readsOf(both, { frp: 299.5 }), { selects: true, reads: { frp: 1 } });
  assert.deepEqual(readsOf(both, { frp: 299 }), { selects: false, reads: { frp: 1 } });
});

test("repeated conditions are evaluated once, however deep they are nested", () => {
  const calls: Record<string, number> = {};
  const count = (name: unknown) => {
    calls[String(name)] = (calls[String(name)] ?? 0) + 1;
    return false;
  };
  let nested: BooleanExpression = parse("f('a')");
  for (let i = 0; i < 200; i++) {
    nested = { op: "or", args: [nested, parse(i % 2 === 0 ? "f('a')" : "f('b')")] };
  }
  assert.equal(compile(nested, { functions: { f: count } })({ properties: {} }), false);
  assert.deepEqual(calls, { a: 1, b: 1 });
});

test("every property is read once per feature, even if one object is reused for all", () => {
  const filter = compile(parse("a > b OR a < b - 1 OR b IS NULL"));
  const rows = [
    { a: 1, b: 1 },
    { a: 1, b: 3 },
  ];
  let at = 0;
  let reads = 0;
  const read = (name: "a" | "b") => {
    reads++;
    return rows[at]![name];
  };
  const properties = Object.defineProperties(
    {},
    { a: { get: () => read("a") }, b: { get: () => read("b") } },
  );
  const feature = { properties };
  assert.equal(filter(feature), false);
  assert.equal(reads, 2);
  at = 1;
  assert.equal(filter(feature), true);
  assert.equal(reads, 4);
});

type Truth = boolean | null;

/** The value of a part alone; unknown if neither it nor its negation is true. */
function truthOf(part: BooleanExpression, properties: Record<string, unknown>): Truth {
  if (compile(part)({ properties })) return true;
  return compile({ op: "not", args: [part] })({ properties }) ? false : null;
}

test("a chain has the combined value of its parts in SQL's three-valued logic", () => {
  const literal = fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom("", "a", "B", "é", "😀"),
  );
  const property = fc.constantFrom<Expression>(
    { property: "a" },
    { property: "b" },
    { op: "casei", args: [{ property: "b" }] },
  );
  const part = fc.oneof(
    fc
      .tuple(fc.constantFrom("=", "<>", "<", "<=", ">", ">="), property, literal, fc.boolean())
      .map(([op, left, right, flipped]) => ({ op, args: flipped ? [right, left] : [left, right] })),
    fc
      .tuple(property, literal, literal)
      .map(([left, low, high]) => ({ op: "between", args: [left, low, high] })),
    fc
      .tuple(property, fc.array(literal, { minLength: 1, maxLength: 4 }))
      .map(([left, list]) => ({ op: "in", args: [left, list] })),
  );
  const parts = fc.array(
    part.chain((made) => fc.constantFrom(made, { op: "not", args: [made] })),
    { minLength: 2, maxLength: 7 },
  );
  const value = fc.oneof(literal, fc.constant(null), fc.boolean());
  const features = fc.array(fc.record({ a: value, b: value }, { requiredKeys: [] }), {
    minLength: 8,
    maxLength: 8,
  });
  fc.assert(
    fc.property(fc.constantFrom("and", "or"), parts, features, (op, made, rows) => {
      const chain = { op, args: made } as BooleanExpression;
      for (const row of rows) {
        const truths = made.map((one) => truthOf(one as BooleanExpression, row));
        const decisive = op === "or";
        const expected = truths.includes(decisive)
          ? decisive
          : truths.includes(null)
            ? null
            : !decisive;
        assert.equal(truthOf(chain, row), expected, JSON.stringify({ chain, row }));
      }
    }),
    { numRuns: 1000, seed: 20261122 },
  );
});
