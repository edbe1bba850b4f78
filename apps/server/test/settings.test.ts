import assert from "node:assert/strict";
import { test } from "node:test";
import { readSettings } from "@emberline/server";

const read = (environment: Record<string, string>) => readSettings([], environment)!;

test("roles that the operator sets reach the tools", () => {
  const { operator } = read({ EMBERLINE_ROLES: '{"svc:hotspots": {"strength": "power_mw"}}' });
  assert.deepEqual(operator.roles, { "svc:hotspots": { strength: "power_mw" } });
});

test("wrong roles are refused in one sentence that says what would be right", () => {
  for (const [text, tells] of [
    ["{", /must be JSON/],
    ['["strength"]', /must be JSON/],
    ['{"svc:hotspots": {"strenght": "power"}}', /Did you mean "strength"\?/],
    ['{"svc:hotspots": {"strength": 4}}', /must be JSON/],
  ] as const) {
    assert.throws(() => read({ EMBERLINE_ROLES: text }), tells);
  }
});

test("without a geocoder none is asked, and a wrong one is refused without its URL", () => {
  assert.equal(read({}).operator.geocoder, undefined);
  const url = "ftp://key-4711@places.example/search";
  assert.throws(
    () => read({ EMBERLINE_GEOCODER_URL: url }),
    (error: Error) => /no http or https URL/.test(error.message) && !error.message.includes("4711"),
  );
});
