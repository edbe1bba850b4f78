import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { OpenAiResponsesTool } from "@emberline/client";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Hono } from "hono";
import { toOpenAiResponsesTool } from "../src/index.ts";
import { appOnSample, descriptions } from "./support.ts";

let app: Hono;
/** Elsewhere a fire would be a second area. */
const fireOfSample = "Copperlark Ridge";
/** Arguments for tools that have a parameter of that name. */
const given: Record<string, unknown> = {
  collection: "svc:hotspots",
  near: "38.5,-120.5",
  before: "2025-06-18",
  after: "2025-06-19",
  name: "Lisbon",
  format: "csv",
};

before(async () => {
  app = await appOnSample();
  const response = await post("query_features", { collection: "svc:hotspots", limit: 1 });
  const { rows, columns } = (await response.json()) as { rows: unknown[][]; columns: string[] };
  given.id = rows[0]![columns.indexOf("id")];
});

function post(name: string, body: object): Response | Promise<Response> {
  return app.request(`/tools/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** All parameters as a model fills them in strict mode: the given argument, or null. */
function strictArguments({ name: tool, parameters }: OpenAiResponsesTool): Record<string, unknown> {
  const names = Object.keys(parameters.properties as object);
  const arguments_: Record<string, unknown> =
    tool === "assess_fire" ? { fire: fireOfSample } : given;
  return Object.fromEntries(names.map((name) => [name, arguments_[name] ?? null]));
}

for (const tool of descriptions.map(toOpenAiResponsesTool)) {
  test(`a strict call of ${tool.name} with null for optional parameters has the same answer as one without them`, async () => {
    const filled = strictArguments(tool);
    const validate = new Ajv2020().compile(tool.parameters);
    assert.ok(validate(filled), JSON.stringify(validate.errors));
    const strict = await post(tool.name, filled);
    const answer = await strict.text();
    assert.equal(strict.status, 200, answer);
    const present = Object.fromEntries(
      Object.entries(filled).filter(([, value]) => value !== null),
    );
    assert.equal(answer, await (await post(tool.name, present)).text());
  });
}
