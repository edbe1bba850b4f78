import assert from "node:assert/strict";
import { test } from "node:test";
import { FieldError, parseValue, printValue, toFields } from "../src/tools/fields.ts";

const schema = {
  type: "object",
  properties: {
    collection: { type: "string", description: "Collection id." },
    filter: { type: "string" },
    bbox: { type: "array", items: { type: "number" }, minItems: 4, maxItems: 6 },
    near: { type: "string", maxLength: 100 },
    lon: { type: "number" },
    limit: { type: "integer", minimum: 1, maximum: 1000 },
    geometry: { type: "string", enum: ["none", "full"] },
    exact: { type: "boolean" },
    properties: { type: "array", items: { type: "string" } },
    levels: { type: "array", items: { type: "number" } },
    id: { anyOf: [{ type: "string" }, { type: "number" }] },
    style: { type: "object" },
  },
  required: ["collection", "id"],
};
const fields = toFields(schema);

function fieldOf(name: string) {
  return fields.find((field) => field.name === name)!;
}

test("each type of a schema gets the input that suits it", () => {
  assert.deepEqual(Object.fromEntries(fields.map(({ name, kind }) => [name, kind])), {
    collection: "collection",
    filter: "filter",
    bbox: "box",
    near: "text",
    lon: "number",
    limit: "number",
    geometry: "choice",
    exact: "choice",
    properties: "list",
    levels: "list",
    id: "text",
    style: "json",
  });
});

test("a field carries what its schema requires", () => {
  const [collection, , , near] = fields;
  assert.deepEqual(collection, {
    name: "collection",
    description: "Collection id.",
    isRequired: true,
    kind: "collection",
  });
  assert.equal(near?.isRequired, false);
  assert.ok(near?.kind === "text" && near.maxLength === 100);
});

test("a schema without properties gives no fields", () => {
  assert.deepEqual(toFields({ type: "object" }), []);
});

test("an empty field has no argument", () => {
  for (const field of fields) assert.equal(parseValue(field, "  \n "), undefined, field.name);
});

const texts: readonly (readonly [name: string, text: string, value: unknown])[] = [
  ["filter", "frp > 5", "frp > 5"],
  ["bbox", "170, -20, -170.5, 0", [170, -20, -170.5, 0]],
  ["near", "-33.87,151.21", "-33.87,151.21"],
  ["lon", "0", 0],
  ["limit", "20", 20],
  ["geometry", "full", "full"],
  ["exact", "false", false],
  ["properties", "frp\nname, with comma", ["frp", "name, with comma"]],
  ["levels", "1\n2.5", [1, 2.5]],
  ["id", "007", "007"],
  ["style", '{"color":"red"}', { color: "red" }],
];

for (const [name, text, value] of texts) {
  test(`the text of ${name} is sent as the type that the schema requires, and shown again`, () => {
    assert.deepEqual(parseValue(fieldOf(name), ` ${text} `), value);
    assert.equal(printValue(fieldOf(name), value), text);
  });
}

test("a box may be written as in JSON, and with heights", () => {
  assert.deepEqual(parseValue(fieldOf("bbox"), "[1, 2,3 ,4]"), [1, 2, 3, 4]);
  assert.deepEqual(parseValue(fieldOf("bbox"), "1 2 0 3 4 9"), [1, 2, 0, 3, 4, 9]);
});

test("a text that cannot be read is refused with one sentence that names the parameter", () => {
  const cases: readonly (readonly [name: string, text: string, message: RegExp])[] = [
    ["lon", "12,5", /^lon: "12,5" is not a number/],
    ["bbox", "1, 2, 3", /^bbox needs four numbers: west, south, east, north/],
    ["bbox", "1, 2, 3, x", /^bbox: "x" is not a number/],
    ["levels", "1\ntwo", /^levels: "two" is not a number/],
    ["style", "{color: red}", /^style is not valid JSON/],
  ];
  for (const [name, text, message] of cases) {
    assert.throws(
      () => parseValue(fieldOf(name), text),
      (error) => error instanceof FieldError && message.test(error.message),
    );
  }
});
