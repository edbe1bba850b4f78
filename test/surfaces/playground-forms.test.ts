import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "@emberline/cql2";
import { catalogue, describeTool, exampleCalls } from "@emberline/tools";
import fc from "fast-check";
import {
  type Operator,
  printCondition,
  withCondition,
} from "../../apps/playground/src/tools/conditions.ts";
import {
  type Field,
  parseValue,
  printValue,
  toFields,
  toSections,
} from "../../apps/playground/src/tools/fields.ts";

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

  test(`${tool.name}: the arguments of its examples are the same as fields`, () => {
    const { inputSchema } = describeTool(tool);
    const fields = toFields(inputSchema);
    for (const { input } of exampleCalls[tool.name as keyof typeof exampleCalls]) {
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
    what: ["collection", "filter"],
    where: ["bbox", "near", "lon", "lat", "radius_km", "within", "fire"],
    when: ["time", "time_zone"],
    more: [
      "filter_lang",
      "units",
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
    what: [],
    where: ["fire", "near", "radius_km"],
    when: ["time", "time_zone"],
    more: ["units", "max_tokens"],
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

test("any text is compared as it is", () => {
  const part = fc.constantFrom("\\", "'", "a", "%", "_", " ");
  fc.assert(
    fc.property(fc.array(part, { minLength: 1 }), (parts) => {
      // Spaces around a value are not part of it.
      const value = `x${parts.join("")}x`;
      const text = printCondition({ property: "name", operator: "=", value }, ["string"]);
      const folded = (arg: unknown) => ({ op: "casei", args: [arg] });
      const args = [folded({ property: "name" }), folded(value)];
      assert.deepEqual(parse(text), { op: "=", args });
    }),
  );
});

test("conditions mean in CQL2 what they say", () => {
  const row = (property: string, operator: Operator, value: string, ...types: string[]) =>
    printCondition({ property, operator, value }, types);
  const instant = "2026-07-20T21:55:00Z";
  const same: readonly (readonly [printed: string, meant: string])[] = [
    [row("frp", ">=", "50", "number"), "frp >= 50"],
    [row("name", "=", "O'Brien", "string"), "CASEI(name) = CASEI('O''Brien')"],
    [row("name", "contains", "50%", "string"), "CASEI(name) LIKE CASEI('%50\\%%')"],
    [row("confidence", "=", "33", "number", "string"), "confidence = 33"],
    [row("confidence", "=", "h", "number", "string"), "CASEI(confidence) = CASEI('h')"],
    [row("datetime", ">", instant, "dateTime"), `datetime > TIMESTAMP('${instant}')`],
    [row("date", "<", "2026-07-20", "dateTime"), "\"date\" < DATE('2026-07-20')"],
    [row("synthetic", "=", "true", "boolean"), "synthetic = TRUE"],
    [row("name", "IS NULL", "", "string"), "name IS NULL"],
    [row("like", "IS NOT NULL", "", "string"), '"like" IS NOT NULL'],
    [row('a "quoted" name', "IS NOT NULL", "", "string"), '"a ""quoted"" name" IS NOT NULL'],
  ];
  for (const [printed, meant] of same) assert.deepEqual(parse(printed), parse(meant), printed);
});

test("a condition is added to all that a filter asks for", () => {
  const strong = printCondition({ property: "frp", operator: ">", value: "50" }, ["number"]);
  const added = (filter: string) => parse(withCondition(filter, strong));
  assert.deepEqual(added(""), parse("frp > 50"));
  assert.deepEqual(added("scan < 2"), parse("scan < 2 AND frp > 50"));
  assert.deepEqual(added("scan < 2 or track < 2"), parse("(scan < 2 OR track < 2) AND frp > 50"));
});
