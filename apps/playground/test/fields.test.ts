import assert from "node:assert/strict";
import { test } from "node:test";
import { FormError, toArguments } from "../src/tools/form/arguments.ts";
import { toFields } from "../src/tools/form/fields.ts";

const schema = {
  type: "object",
  properties: {
    collection: { type: "string", description: "Collection id." },
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

function filled(entries: readonly (readonly [string, string])[]): FormData {
  const form = new FormData();
  for (const [name, text] of entries) form.append(name, text);
  return form;
}

test("a schema's properties become fields in its order", () => {
  assert.deepEqual(
    fields.map(({ name }) => name),
    Object.keys(schema.properties),
  );
});

test("each type of a schema gets the input that suits it", () => {
  assert.deepEqual(Object.fromEntries(fields.map(({ name, kind }) => [name, kind])), {
    collection: "collection",
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
  const [collection, , near, lon, limit] = fields;
  assert.deepEqual(collection, {
    name: "collection",
    description: "Collection id.",
    isRequired: true,
    kind: "collection",
  });
  assert.equal(near?.isRequired, false);
  assert.ok(near?.kind === "text" && near.maxLength === 100);
  assert.ok(lon?.kind === "number" && !lon.isWhole && lon.min === undefined);
  assert.ok(limit?.kind === "number" && limit.isWhole && limit.min === 1 && limit.max === 1000);
});

test("a schema without properties gives no fields", () => {
  assert.deepEqual(toFields({ type: "object" }), []);
});

test("empty inputs are absent from the arguments", () => {
  const form = filled([
    ["collection", "svc:hotspots"],
    ["bbox", ""],
    ["bbox", ""],
    ["bbox", ""],
    ["bbox", ""],
    ["near", "   "],
    ["limit", ""],
    ["geometry", ""],
    ["properties", ""],
  ]);
  assert.deepEqual(toArguments(fields, form), { collection: "svc:hotspots" });
});

test("input is sent as the type that the schema requires", () => {
  const form = filled([
    ["bbox", "170"],
    ["bbox", "-20"],
    ["bbox", "-170.5"],
    ["bbox", "0"],
    ["near", " -33.87,151.21 "],
    ["lon", "0"],
    ["limit", "20"],
    ["geometry", "full"],
    ["exact", "false"],
    ["properties", "frp\r\nname, with comma\n\n"],
    ["levels", "1\n2.5"],
    ["id", "007"],
    ["style", '{"color": "red"}'],
  ]);
  assert.deepEqual(toArguments(fields, form), {
    bbox: [170, -20, -170.5, 0],
    near: "-33.87,151.21",
    lon: 0,
    limit: 20,
    geometry: "full",
    exact: false,
    properties: ["frp", "name, with comma"],
    levels: [1, 2.5],
    id: "007",
    style: { color: "red" },
  });
});

test("invalid input is refused with one sentence that names the parameter", () => {
  const cases: [[string, string][], RegExp][] = [
    [
      [
        ["bbox", "1"],
        ["bbox", "2"],
        ["bbox", ""],
        ["bbox", "4"],
      ],
      /^bbox needs all four numbers: /,
    ],
    [
      [
        ["bbox", "1"],
        ["bbox", "2"],
        ["bbox", "x"],
        ["bbox", "4"],
      ],
      /^bbox: "x" is not a number/,
    ],
    [[["lon", "12,5"]], /^lon: "12,5" is not a number/],
    [[["levels", "1\ntwo"]], /^levels: "two" is not a number/],
    [[["style", "{color: red}"]], /^style is not valid JSON/],
  ];
  for (const [entries, message] of cases) {
    assert.throws(
      () => toArguments(fields, filled(entries)),
      (error) => error instanceof FormError && message.test(error.message),
    );
  }
});
