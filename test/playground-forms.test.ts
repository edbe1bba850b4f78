import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "@emberline/cql2";
import { catalogue, describeTool, exampleCalls } from "@emberline/tools";
import fc from "fast-check";
import {
  type Condition,
  type Filter,
  type Operator,
  operatorsFor,
  type ValueKind,
} from "../apps/playground/src/tools/conditions.ts";
import { type Field, toFields, toSections } from "../apps/playground/src/tools/fields.ts";
import { printJson, readJson } from "../apps/playground/src/tools/json-text.ts";
import { parseFilter } from "../apps/playground/src/tools/parse-filter.ts";
import { printFilter } from "../apps/playground/src/tools/print-filter.ts";
import { parseValue, printValue } from "../apps/playground/src/tools/print-value.ts";

function sectionsOf(name: string) {
  const tool = catalogue.find((each) => each.name === name)!;
  const sections = toSections(toFields(describeTool(tool).inputSchema));
  return Object.fromEntries(
    Object.entries(sections).map(([group, fields]) => [
      group,
      fields.map((field: Field) => field.name),
    ]),
  );
}

for (const tool of catalogue) {
  test(`${tool.name}: each parameter is in one group of the form, and required ones are in view`, () => {
    const { inputSchema } = describeTool(tool);
    const { what, where, when, more } = sectionsOf(tool.name);
    const all = [...what!, ...where!, ...when!, ...more!];
    assert.deepEqual(all.toSorted(), Object.keys(inputSchema.properties as object).toSorted());
    for (const name of (inputSchema.required ?? []) as string[]) assert.ok(!more!.includes(name));
  });

  test(`${tool.name}: the arguments of its examples are the same as fields and as JSON`, () => {
    const { inputSchema } = describeTool(tool);
    const fields = toFields(inputSchema);
    const names = fields.map(({ name }) => name);
    for (const { input } of exampleCalls[tool.name as keyof typeof exampleCalls]) {
      assert.deepEqual(readJson(printJson(input), names), { args: input, problems: [] });
      const asFields = Object.entries(input).map(([name, value]) => {
        const field = fields.find((each) => each.name === name)!;
        return [name, parseValue(field, printValue(field, value))];
      });
      assert.deepEqual(Object.fromEntries(asFields), input);
    }
  });
}

test("the groups of a form ask what, where and when", () => {
  assert.deepEqual(sectionsOf("query_features"), {
    what: ["collection", "filter", "filter_lang"],
    where: ["bbox", "near", "lon", "lat", "radius_km", "within", "fire"],
    when: ["time", "time_zone"],
    more: [
      "exclude_static_km",
      "source_category",
      "static_source_km",
      "properties",
      "geometry",
      "sort",
      "latest_per_fire",
      "limit",
      "cursor",
      "explain",
      "max_tokens",
    ],
  });
  assert.deepEqual(sectionsOf("assess_fire"), {
    what: ["fire"],
    where: [],
    when: ["time"],
    more: ["radius_km", "max_tokens"],
  });
  assert.deepEqual(sectionsOf("compare_periods").when, ["time_zone", "before", "after", "since"]);
});

test("a parameter that the page does not know is in More, a required one in What", () => {
  const schema = {
    type: "object",
    properties: { novel: { type: "string" }, needed: { type: "string" } },
    required: ["needed"],
  };
  const { what, more } = toSections(toFields(schema));
  assert.deepEqual(
    [what, more].map((fields) => fields.map(({ name }) => name)),
    [["needed"], ["novel"]],
  );
});

const kinds: Readonly<Record<string, ValueKind>> = {
  name: "text",
  "and so on": "text",
  'a "quoted" name': "text",
  like: "text",
  frp: "number",
  confidence: "mixed",
  datetime: "time",
  date: "time",
  synthetic: "boolean",
};
const kindOf = (property: string) => kinds[property]!;

const valuesOf: Readonly<Record<ValueKind, fc.Arbitrary<string>>> = {
  text: fc.oneof(
    fc.constantFrom("O'Brien", "50%", "a_b", "\\", "%", "a\\\\b", "\\'", "Terra", "5", "TRUE"),
    fc.string({ minLength: 1 }).map((text) => `x${text}`.trim()),
  ),
  mixed: fc.constantFrom("n", "H", "33", "-1.5"),
  number: fc.double({ noNaN: true, min: -1e6, max: 1e6 }).map((value) => String(value + 0)),
  time: fc.constantFrom("2026-07-20", "2026-07-20T21:55:00Z"),
  boolean: fc.constantFrom("TRUE", "FALSE"),
};

const conditions: fc.Arbitrary<Condition> = fc
  .constantFrom(...Object.keys(kinds))
  .chain((property) => {
    const kind = kindOf(property);
    const operators = fc.constantFrom<Operator>(...operatorsFor[kind]);
    return fc.record({
      property: fc.constant(property),
      operator: operators,
      value: valuesOf[kind],
      matchesCase: fc.boolean(),
    });
  })
  .map((condition) => {
    const { operator, value, property } = condition;
    const isNamed = operator === "is missing" || operator === "is given";
    const isText =
      kindOf(property) === "text" || (kindOf(property) === "mixed" && !/^-?\d/.test(value));
    return {
      ...condition,
      value: isNamed ? "" : value,
      matchesCase: condition.matchesCase && isText && !isNamed,
    };
  });

const filters: fc.Arbitrary<Filter> = fc.record({
  join: fc.constantFrom("AND" as const, "OR" as const),
  conditions: fc.array(conditions, { minLength: 1, maxLength: 4 }),
});

test("the text of any rows is CQL2, and is read as the same rows", () => {
  fc.assert(
    fc.property(filters, (filter) => {
      const text = printFilter(filter, kindOf);
      parse(text);
      const read = parseFilter(text);
      const join = filter.conditions.length > 1 ? filter.join : "AND";
      assert.deepEqual(read, { ...filter, join });
    }),
    { numRuns: 500 },
  );
});

test("any text is compared as it is", () => {
  const part = fc.constantFrom("\\", "'", "a", "%", "_", " ");
  fc.assert(
    fc.property(fc.array(part, { minLength: 1 }), (parts) => {
      // Spaces around a value are not part of it.
      const value = `x${parts.join("")}x`;
      const condition = { property: "name", operator: "=", value, matchesCase: true } as const;
      const text = printFilter({ join: "AND", conditions: [condition] }, kindOf);
      assert.deepEqual(parse(text), { op: "=", args: [{ property: "name" }, value] });
    }),
  );
});

test("rows mean in CQL2 what they say", () => {
  const row = (property: string, operator: Operator, value: string, matchesCase = false) =>
    printFilter({ join: "AND", conditions: [{ property, operator, value, matchesCase }] }, kindOf);
  const same: readonly (readonly [printed: string, meant: string])[] = [
    [row("frp", ">=", "50"), "frp >= 50"],
    [row("name", "=", "O'Brien"), "CASEI(name) = CASEI('O''Brien')"],
    [row("name", "contains", "50%", true), "name LIKE '%50\\%%'"],
    [row("name", "starts with", "Lane"), "CASEI(name) LIKE CASEI('Lane%')"],
    [row("confidence", "=", "33"), "confidence = 33"],
    [row("datetime", ">", "2026-07-20T21:55:00Z"), "datetime > TIMESTAMP('2026-07-20T21:55:00Z')"],
    [row("date", "<", "2026-07-20"), "\"date\" < DATE('2026-07-20')"],
    [row("synthetic", "=", "TRUE"), "synthetic = TRUE"],
    [row("name", "is missing", ""), "name IS NULL"],
    [row("like", "is given", ""), '"like" IS NOT NULL'],
  ];
  for (const [printed, meant] of same) assert.deepEqual(parse(printed), parse(meant), printed);
});

test("a text that rows cannot show is not read as rows", () => {
  for (const text of [
    "frp > 20 AND (name = 'a' OR name = 'b')",
    "frp > 20 AND name = 'a' OR name = 'b'",
    "NOT frp > 20",
    "S_INTERSECTS(geometry, POINT(1 2))",
    "frp BETWEEN 1 AND 2",
    "frp > scan",
    "name LIKE 'a%b'",
    "name LIKE '_a'",
    "frp >",
    "frp > 5 AND",
    "",
  ])
    assert.equal(parseFilter(text), null, text);
});

test("faults in JSON name their line", () => {
  const names = ["collection", "limit"];
  assert.equal(readJson('{\n  "collection": "a"\n  "limit": 3\n}', names).problems[0]?.line, 3);
  assert.equal(readJson("[1]", names).args, null);
  const unknown = readJson('{"collection": {"limt": 1},\n\n"limt": 3}', names);
  assert.deepEqual(unknown.args, { collection: { limt: 1 }, limt: 3 });
  assert.deepEqual(
    unknown.problems.map(({ line }) => line),
    [3],
  );
  assert.match(unknown.problems[0]!.sentence, /"limt".*limit/);
});
