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

const texts: readonly (readonly [name: string, kind: string, text: string, value: unknown])[] = [
  ["collection", "collection", "svc:hotspots", "svc:hotspots"],
  ["filter", "filter", "frp > 5", "frp > 5"],
  ["bbox", "box", "170, -20, -170.5, 0", [170, -20, -170.5, 0]],
  ["near", "text", "-33.87,151.21", "-33.87,151.21"],
  ["lon", "number", "0", 0],
  ["limit", "number", "20", 20],
  ["geometry", "choice", "full", "full"],
  ["exact", "choice", "false", false],
  ["properties", "list", "frp\nname, with comma", ["frp", "name, with comma"]],
  ["levels", "list", "1\n2.5", [1, 2.5]],
  ["id", "text", "007", "007"],
  ["style", "json", '{"color":"red"}', { color: "red" }],
];

for (const [name, kind, text, value] of texts) {
  test(`${name} has the input for its type, and its text is sent as that and shown again`, () => {
    assert.equal(fieldOf(name).kind, kind);
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
