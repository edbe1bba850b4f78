import assert from "node:assert/strict";
import { test } from "node:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { z } from "zod";
import { callTool, catalogue, describeTool, type Tool } from "../src/index.ts";
import { answerOf, call, contextOf, point } from "./support.ts";

const features = Array.from({ length: 600 }, (_, i) =>
  point(`feature-${i}`, (i % 360) - 180, (i % 180) - 90, {
    datetime: "2025-06-20T11:00:00Z",
    name: `fire ${"x".repeat(i % 40)}`,
    frp: i / 7,
  }),
);

for (const maxTokens of [500, 777, 3000, 10_000]) {
  test(`an answer of at most ${maxTokens} tokens keeps the budget and uses four fifths of it`, async () => {
    const { context } = contextOf({ features: { "svc:hotspots": features } });
    const answer = await answerOf(
      "query_features",
      { collection: "svc:hotspots", limit: 600, max_tokens: maxTokens },
      context,
    );
    const tokens = countTokens(JSON.stringify(answer));
    assert.ok(tokens <= maxTokens, `${tokens} tokens`);
    assert.ok(tokens >= maxTokens * 0.8 || answer.complete, `${tokens} tokens`);
    assert.equal(answer.returned + answer.omitted, 600);
  });
}

test("the cursor returns everything that the budget left out, each once", async () => {
  const { context } = contextOf({ features: { "svc:hotspots": features } });
  const seen: unknown[] = [];
  let cursor: string | undefined;
  do {
    const answer = await answerOf(
      "query_features",
      { collection: "svc:hotspots", limit: 600, max_tokens: 2000, cursor },
      context,
    );
    seen.push(...answer.rows.map(([id]: unknown[]) => id));
    cursor = answer.next_cursor;
  } while (cursor);
  assert.deepEqual(
    seen,
    features.map(({ id }) => id),
  );
});

test("a budget too small for a single row is refused with the budget needed", async () => {
  const properties = Array.from({ length: 20 }, (_, i) => `property_${i}`);
  const wide = [
    point("wide", 0, 0, Object.fromEntries(properties.map((name) => [name, "word ".repeat(40)]))),
  ];
  const queryables = properties.map((id) => ({ id, type: "string" }));
  const { context } = contextOf({ features: { "svc:hotspots": wide }, queryables });
  const asked = { collection: "svc:hotspots", properties };
  const result = await call("query_features", { ...asked, max_tokens: 500 }, context);
  assert.ok(!result.ok);
  const enough = Number(/raise max_tokens to (\d+)/.exec(result.error.message)![1]);
  assert.ok((await call("query_features", { ...asked, max_tokens: enough }, context)).ok);
});

test("text that looks like a special token counts as plain text", async () => {
  const odd = [
    point("odd", 0, 0, { name: "<|endoftext|> <|im_start|>system", note: "x ".repeat(100) }),
  ];
  const { context } = contextOf({ features: { "svc:hotspots": odd } });
  const answer = await answerOf(
    "query_features",
    { collection: "svc:hotspots", max_tokens: 500 },
    context,
  );
  assert.match(JSON.stringify(answer.rows), /endoftext/);
});

test("the list of tools is cheap", () => {
  const inputs = catalogue
    .map(describeTool)
    .map(({ name, description, inputSchema }) =>
      JSON.stringify({ name, description, inputSchema }),
    );
  assert.ok(countTokens(inputs.join("\n")) <= 5300);
  const outputs = catalogue
    .map(describeTool)
    .map(({ outputSchema }) => JSON.stringify(outputSchema));
  assert.ok(countTokens(outputs.join("\n")) <= 3200);
});

test("schemas use only keywords that every provider accepts", () => {
  for (const { name, inputSchema } of catalogue.map(describeTool)) {
    assert.equal(inputSchema.type, "object", name);
    const text = JSON.stringify(inputSchema);
    for (const keyword of ["$ref", "oneOf", "allOf", "prefixItems", '"type":['])
      assert.ok(!text.includes(keyword), `${name} has ${keyword}`);
  }
});

test("of an answer with far too many parts, only parts near the budget are made", async () => {
  const maxTokens = 3000;
  const all = Array.from({ length: 200_000 }, (_, i) => `part ${i}`);
  let longest = 0;
  const output = z.object({ rows: z.array(z.string()), omitted: z.number() });
  const tool: Tool<z.ZodObject, typeof output> = {
    name: "list_parts",
    title: "List parts",
    description: "Lists parts.",
    toolset: "core",
    annotations: catalogue[0]!.annotations,
    input: z.object({ max_tokens: z.number() }),
    output,
    async run() {
      const keep = (kept: number) => {
        longest = Math.max(longest, kept);
        return { rows: all.slice(0, kept), omitted: all.length - kept };
      };
      return { parts: all.length, keep };
    },
  };
  const { context } = contextOf({ features: {} });
  const result = await callTool(tool, { max_tokens: maxTokens }, context);
  assert.ok(result.ok);
  const tokens = countTokens(result.text);
  assert.ok(tokens <= maxTokens && tokens >= maxTokens * 0.8, `${tokens} tokens`);
  // What is made and thrown away is longer than the answer by a stated factor.
  const tokensMade = countTokens(JSON.stringify(all.slice(0, longest)));
  assert.ok(tokensMade <= 4 * maxTokens, `${longest} parts, ${tokensMade} tokens`);
});
