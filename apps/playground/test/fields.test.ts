import assert from "node:assert/strict";
import { test } from "node:test";
import { parseValue, printValue, toFields } from "../src/tools/fields.ts";

const schema = {
  type: "object",
  properties: {
    collection: { type: "string", description: "Collection id." },
    filter: { type: "string" },
    bbox: { type: "array", items: { type: "number" }, minItems: 4, maxItems: 6 },
    near: { type: "string" },
    lon: { type: "number" },
    limit: { type: "integer", minimum: 1, maximum: 1000 },
    geometry: { type: "string", enum: ["none", "full"] },
    exact: { type: "boolean" },
    properties: { type: "array", items: { type: "string" } },
    levels: { type: "array", items: { type: "number" } },
    id: { type: "string" },
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
    kind: "text",
    options: [],
  });
  assert.equal(near?.isRequired, false);
});

test("a schema without properties gives no fields", () => {
  assert.deepEqual(toFields({ type: "object" }), []);
});

test("an empty field has no argument", () => {
  for (const field of fields) assert.equal(parseValue(field, "  \n "), undefined, field.name);
});

const texts: readonly (readonly [name: string, kind: string, text: string, value: unknown])[] = [
  ["collection", "text", "svc:hotspots", "svc:hotspots"],
  ["filter", "text", "frp > 5", "frp > 5"],
  ["bbox", "numbers", "170, -20, -170.5, 0", [170, -20, -170.5, 0]],
  ["near", "text", "-33.87,151.21", "-33.87,151.21"],
  ["lon", "number", "0", 0],
  ["limit", "number", "20", 20],
  ["geometry", "choice", "full", "full"],
  ["exact", "choice", "false", false],
  ["properties", "texts", "frp\nname, with comma", ["frp", "name, with comma"]],
  ["levels", "numbers", "1, 2.5", [1, 2.5]],
  ["id", "text", "007", "007"],
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

test("a text that is no number goes to the server as it is", () => {
  assert.equal(parseValue(fieldOf("lon"), "12,5"), "12,5");
  assert.deepEqual(parseValue(fieldOf("bbox"), "1, 2, 3, x"), [1, 2, 3, "x"]);
});
