import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { createToolsClient } from "@emberline/client";
import { aiSdkTools } from "@emberline/client/ai-sdk";
import { anthropicTools } from "@emberline/client/anthropic";
import { langChainTools } from "@emberline/client/langchain";
import { chatTools, responsesTools } from "@emberline/client/openai";
import { agentTools } from "@emberline/client/openai-agents";
import { fixtures } from "@emberline/test-support/programs";
import { ChatOpenAI } from "@langchain/openai";
import { Agent, OpenAIProvider, run, setTracingDisabled } from "@openai/agents";
import { generateText, stepCountIs } from "ai";
import { createAgent } from "langchain";
import OpenAI from "openai";
import { anthropic as anthropicDialect } from "./stand-in/anthropic.ts";
import { chat } from "./stand-in/chat.ts";
import type { Dialect } from "./stand-in/dialect.ts";
import { startModelEndpoint } from "./stand-in/model-endpoint.ts";
import { responses } from "./stand-in/responses.ts";
import { startToolsServer, type ToolsServer } from "./tools-server.ts";

/*
 * The examples of the client's README for frameworks. Between the marks is what the README shows,
 * word for word; the last test compares.
 */

setTracingDisabled(true);

let server: ToolsServer;
let url: string;
before(async () => {
  server = await startToolsServer(["--data", fixtures]);
  url = server.url;
});
after(() => server.close());

const prompt = "Which data is there?";
const lastWord = "Hotspots and perimeters.";

/** Calls one tool, then has the last word. */
async function withModel<Answer>(
  dialect: Dialect,
  hold: (modelUrl: string) => Promise<Answer>,
): Promise<Answer> {
  const endpoint = await startModelEndpoint(dialect, [
    () => ({ calls: [{ id: "call_1", name: "list_collections", input: {} }] }),
    ([result]) => {
      assert.equal(JSON.parse(result!.text).collections.length, 3);
      return { text: lastWord };
    },
  ]);
  try {
    return await hold(endpoint.url);
  } finally {
    await endpoint.close();
  }
}

test("example: AI SDK", async () => {
  await withModel(chat, async (modelUrl) => {
    const model = createOpenAI({ baseURL: `${modelUrl}/v1`, apiKey: "none" }).chat("stand-in");
    // example
    const tools = await aiSdkTools(createToolsClient({ url }), { pictures: true });
    const stopWhen = stepCountIs(10);
    const { text } = await generateText({ model, tools, prompt, stopWhen });
    // end
    assert.equal(text, lastWord);
  });
});

test("example: LangChain", async () => {
  await withModel(chat, async (modelUrl) => {
    const configuration = { baseURL: `${modelUrl}/v1` };
    const model = new ChatOpenAI({ model: "stand-in", apiKey: "none", configuration });
    // example
    const tools = await langChainTools(createToolsClient({ url }));
    const agent = createAgent({ model, tools });
    const { messages } = await agent.invoke({ messages: [{ role: "user", content: prompt }] });
    // end
    assert.equal(messages.at(-1)?.text, lastWord);
  });
});

test("example: Anthropic", async () => {
  await withModel(anthropicDialect, async (modelUrl) => {
    const anthropic = new Anthropic({ baseURL: modelUrl, apiKey: "none" });
    const model = "stand-in";
    // example
    const tools = await anthropicTools(createToolsClient({ url }));
    const messages = [{ role: "user" as const, content: prompt }];
    const request = { model, max_tokens: 4000, messages, tools };
    const { content } = await anthropic.beta.messages.toolRunner(request);
    // end
    assert.deepEqual(
      content.map((block) => block.type === "text" && block.text),
      [lastWord],
    );
  });
});

test("example: OpenAI Agents", async () => {
  await withModel(responses, async (modelUrl) => {
    const provider = new OpenAIProvider({ baseURL: `${modelUrl}/v1`, apiKey: "none" });
    const model = await provider.getModel("stand-in");
    // example
    const tools = await agentTools(createToolsClient({ url }));
    const agent = new Agent({ name: "Fires", model, tools });
    const { finalOutput } = await run(agent, prompt);
    // end
    assert.equal(finalOutput, lastWord);
  });
});

test("example: OpenAI's Responses", async () => {
  await withModel(responses, async (modelUrl) => {
    const openai = new OpenAI({ baseURL: `${modelUrl}/v1`, apiKey: "none" });
    const model = "stand-in";
    // example
    const { tools, answer } = await responsesTools(createToolsClient({ url }));
    let response = await openai.responses.create({ model, tools, input: prompt });
    let input = await answer(response.output);
    while (input.length > 0) {
      const previous = { previous_response_id: response.id };
      response = await openai.responses.create({ model, tools, input, ...previous });
      input = await answer(response.output);
    }
    // end
    assert.equal(response.output_text, lastWord);
  });
});

test("example: OpenAI's Chat Completions", async () => {
  await withModel(chat, async (modelUrl) => {
    const openai = new OpenAI({ baseURL: `${modelUrl}/v1`, apiKey: "none" });
    const model = "stand-in";
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: prompt }];
    // example
    const { tools, answer } = await chatTools(createToolsClient({ url }));
    let results: typeof messages;
    do {
      const completion = await openai.chat.completions.create({ model, messages, tools });
      const { message } = completion.choices[0]!;
      results = await answer(message);
      messages.push(message, ...results);
    } while (results.length > 0);
    // end
    assert.deepEqual(messages.at(-1)?.content, lastWord);
  });
});

test("example: client", async () => {
  // example
  const tools = createToolsClient({ url, key: process.env.EMBERLINE_KEY });
  const { columns, rows } = await tools.call("query_features", { collection: "svc:hotspots" });
  const { bytes } = await tools.picture("show_map", { near: "Redding, California" });
  // end
  assert.ok(rows?.every((row) => row.length === columns.length));
  assert.deepEqual(
    [...bytes.subarray(1, 4)],
    [..."PNG"].map((letter) => letter.charCodeAt(0)),
  );
});

test("the README shows these examples word for word, with their imports", async () => {
  const own = await readFile(new URL(import.meta.url), "utf8");
  const path = "../../../packages/client/README.md";
  const readme = await readFile(new URL(path, import.meta.url), "utf8");
  const examples = [...own.matchAll(/^ +\/\/ example\n(.*?)^ +\/\/ end$/gms)].map(([, code]) =>
    plain(code!),
  );
  const shown = [...readme.matchAll(/```ts\n(import .*?\n)\n(.*?)```/gs)]
    .map(([, imports, code]) => ({ imports: imports!, code: plain(code!) }))
    .filter(({ imports }) => imports.includes('"@emberline/client'));
  assert.deepEqual(shown.map(({ code }) => code).sort(), examples.sort());
  for (const { imports } of shown) {
    for (const line of imports.trim().split("\n")) {
      const [, names, from] = /^import \{ (.*) \} from (".*");$/.exec(line)!;
      for (const name of names!.split(", ")) {
        const imported = new RegExp(`^import \\{[^}]*\\b${name}\\b[^}]*\\} from ${from};$`, "m");
        assert.match(own, imported, line);
      }
    }
  }
});

/** Without indentation and line breaks, which a formatter may change. */
function plain(code: string): string {
  return code.replace(/\s+/g, " ").trim();
}
