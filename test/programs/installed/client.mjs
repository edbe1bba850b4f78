import assert from "node:assert/strict";
import { createToolsClient } from "@emberline/client";
import { chatTools } from "@emberline/client/openai";

const listed = { type: "function", function: { name: "find_place", parameters: {} } };
const fetch = async (url) =>
  Response.json(url.includes("format=openai") ? { tools: [listed] } : { rows: [["Redding"]] });
const client = createToolsClient({ url: "http://tools.test", fetch });
assert.deepEqual((await client.call("find_place", { name: "Redding" })).rows, [["Redding"]]);
assert.deepEqual((await chatTools(client)).tools, [listed]);
