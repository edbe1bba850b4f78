import assert from "node:assert/strict";
import { test } from "node:test";
import { countTokens } from "@emberline/tools";
import { descriptions } from "./support.ts";

test("names, descriptions and input schemas of all tools cost at most 5,300 o200k tokens", async () => {
  const inputs = descriptions.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  const tokens = await countTokens(JSON.stringify(inputs));
  assert.ok(tokens <= 5300, `${tokens} tokens`);
});

test("the output schemas of all tools cost at most 3,200 o200k tokens", async () => {
  const outputs = descriptions.map(({ outputSchema }) => outputSchema);
  const tokens = await countTokens(JSON.stringify(outputs));
  assert.ok(tokens <= 3200, `${tokens} tokens`);
});
