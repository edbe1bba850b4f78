import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, contextOf, point } from "./support.ts";

const collection = "svc:hotspots";
const attribution = `We acknowledge ${"the use of data from a source with a long name, ".repeat(8)}thanks.`;

async function noticesOf(tool: string, members: object): Promise<string[]> {
  const { context } = contextOf({
    features: { [collection]: [point("h1", 10, 50, { datetime: "2025-06-20T11:00:00Z" })] },
    intercept: ({ pathname }) =>
      pathname.endsWith(`/collections/${collection}`)
        ? Response.json({ id: collection, links: [], ...members })
        : undefined,
  });
  const { notices = [] } = await answerOf(tool, { collection }, context);
  return notices.filter((notice: string) => notice.startsWith("Credit"));
}

test("every answer names the sources in few words, and the description has their acknowledgement", async () => {
  const members = { attribution, sources: ["NASA FIRMS (https://firms.example)", "B"] };
  const short = 'Credit: "NASA FIRMS (https://firms.example); B"';
  for (const tool of ["query_features", "summarize_features"])
    assert.deepEqual(await noticesOf(tool, members), [short]);
  assert.deepEqual(await noticesOf("describe_collection", members), [
    short,
    `Credit: ${JSON.stringify(attribution)}`,
  ]);
});

test("the acknowledgement of a service without names of sources is in every answer", async () => {
  for (const tool of ["query_features", "describe_collection"])
    assert.deepEqual(await noticesOf(tool, { attribution: "© Agency" }), ['Credit: "© Agency"']);
});

test("what is not a text is no credit", async () => {
  for (const members of [{}, { attribution: " " }, { attribution: 7 }, { sources: [7, null] }])
    assert.deepEqual(await noticesOf("query_features", members), []);
});
