import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import type { BooleanExpression } from "../src/index.ts";
import { Cql2Error, check, compile, normalise, parse, print } from "../src/index.ts";
import { fragments, hostileInputs } from "./hostile-inputs.ts";
import { trees } from "./trees.ts";

const seed = 20261121;

test("text that was printed parses to the same tree", () => {
  fc.assert(
    fc.property(trees, (tree) => {
      assert.deepEqual(parse(print(tree)), tree);
    }),
    { numRuns: 1000, seed },
  );
});

test("JSON that was printed parses to the same tree", () => {
  fc.assert(
    fc.property(trees, (tree) => {
      const json = JSON.stringify(print(tree, { lang: "cql2-json" }));
      assert.deepEqual(parse(json, { lang: "cql2-json" }), tree);
    }),
    { numRuns: 1000, seed },
  );
});

test("ECQL that was printed parses to the same tree", () => {
  let printed = 0;
  fc.assert(
    fc.property(trees, (tree) => {
      let text: string;
      try {
        text = print(tree, { lang: "ecql-text" });
      } catch (error) {
        assert.equal((error as Cql2Error).code, "unsupported");
        return;
      }
      printed++;
      assert.deepEqual(parse(text, { lang: "ecql-text" }), tree);
    }),
    { numRuns: 1000, seed },
  );
  assert.ok(printed > 200, `only ${printed} trees could be printed`);
});

test("a normalised filter selects the same features", () => {
  const values = fc.oneof(
    fc.constant(null),
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom("", "a", "ab", "2024-05-05", "2024-05-05T10:00:00Z"),
    fc.boolean(),
    fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 3 }),
  );
  const features = fc.record({ a: values, b: values, date: values }, { requiredKeys: [] });
  const operand = fc.oneof(
    fc.constantFrom({ property: "a" }, { property: "b" }, { property: "date" }),
    fc.constantFrom<unknown>(0, 1, 2, "a", "ab", true, { date: "2024-05-05" }),
    fc.constantFrom<unknown>(
      { op: "+", args: [1, { property: "a" }] },
      { op: "-", args: [3, 1] },
      { op: "casei", args: ["AB"] },
      { timestamp: "2024-05-05T10:00:00Z" },
    ),
  );
  const { filter } = fc.letrec((tie) => ({
    filter: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.record({
        op: fc.constantFrom("=", "<>", "<", "<=", ">", ">="),
        args: fc.tuple(operand, operand),
      }),
      fc.record({ op: fc.constant("isNull"), args: fc.tuple(operand) }),
      fc.record({
        op: fc.constant("in"),
        args: fc.tuple(operand, fc.array(operand, { minLength: 1, maxLength: 3 })),
      }),
      fc.record({ op: fc.constant("between"), args: fc.tuple(operand, operand, operand) }),
      fc.boolean(),
      fc.record({ op: fc.constant("not"), args: fc.tuple(tie("filter")) }),
      fc.record({
        op: fc.constantFrom("and", "or"),
        args: fc.array(tie("filter"), { minLength: 2, maxLength: 3 }),
      }),
    ),
  }));
  fc.assert(
    fc.property(filter, fc.array(features, { minLength: 5, maxLength: 5 }), (made, rows) => {
      const tree = made as BooleanExpression;
      const [before, after] = [compile(tree), compile(normalise(tree))];
      for (const properties of rows) {
        assert.equal(after({ properties }), before({ properties }), JSON.stringify(properties));
      }
      const negated: BooleanExpression = { op: "not", args: [tree] };
      const [notBefore, notAfter] = [compile(negated), compile(normalise(negated))];
      for (const properties of rows) {
        assert.equal(notAfter({ properties }), notBefore({ properties }));
      }
    }),
    { numRuns: 1000, seed },
  );
});

test("random bytes never throw anything but the package's error", () => {
  const bytes = fc.uint8Array({ maxLength: 300 }).map((b) => new TextDecoder().decode(b));
  const mixed = fc.array(fragments, { maxLength: 60 }).map((parts) => parts.join(" "));
  const joined = fc.array(fragments, { maxLength: 60 }).map((parts) => parts.join(""));
  const json = fc.json({ maxDepth: 6 });
  const queryables = { queryables: [{ id: "a", type: "integer" }] };
  fc.assert(
    fc.property(
      fc.oneof(bytes, mixed, joined, json),
      fc.constantFrom("cql2-text" as const, "cql2-json" as const, "ecql-text" as const),
      (source, lang) => {
        try {
          const tree = parse(source, { lang });
          check(tree, queryables);
          compile(normalise(tree), { queryables });
          print(tree);
        } catch (error) {
          assert.ok(error instanceof Cql2Error, `${error}`);
        }
      },
    ),
    { numRuns: 5000, seed },
  );
});

test("any JSON value is a filter or refused with the package's error", () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true }), (value) => {
      try {
        parse(value, { lang: "cql2-json" });
      } catch (error) {
        assert.ok(error instanceof Cql2Error, `${error}`);
      }
    }),
    { numRuns: 1000, seed },
  );
});

test("64 kB of random or hostile input are a filter or refused with the package's error", () => {
  for (const source of hostileInputs(65_536)) {
    for (const lang of ["cql2-text", "cql2-json", "ecql-text"] as const) {
      try {
        parse(source, { lang });
      } catch (error) {
        assert.ok(error instanceof Cql2Error, `${lang}, ${source.slice(0, 40)}: ${error}`);
      }
    }
  }
});
