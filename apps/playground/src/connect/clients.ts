import { toCurl } from "../server/copy-as.ts";
import { type Client, hosts, keyName, type Place } from "./hosts.ts";

const example = { collection: "svc:hotspots", within: "Oregon" };

/** All that can use the tools, as Connect lists them. */
export const clients: readonly Client[] = [
  ...hosts,
  {
    id: "chatgpt",
    name: "ChatGPT",
    surface: "http",
    format: "openai",
    snippets: ({ address, needsKey }) => [
      // A connector sends no key.
      ...(needsKey
        ? []
        : [
            {
              label:
                "Settings → Connectors → Create, in developer mode; for a public address with HTTPS",
              text: `${address}/mcp\nAuthentication: none`,
            },
          ]),
      {
        label: "A GPT’s Actions → Import from URL; the address must be public, with HTTPS",
        text: [
          `${address}/openapi.json`,
          ...(needsKey ? ["Authentication: API Key, Bearer, YOUR_KEY"] : []),
        ].join("\n"),
      },
    ],
  },
  {
    id: "openai",
    name: "OpenAI",
    surface: "http",
    format: "openai-responses",
    snippets: (place) => [
      {
        label: "TypeScript, Responses API",
        text: program(
          place,
          [
            'import { responsesTools } from "@emberline/client/openai";',
            'import OpenAI from "openai";',
          ],
          `const openai = new OpenAI();
const model = "YOUR_MODEL";
const { tools, answer } = await responsesTools(client);
let response = await openai.responses.create({ model, tools, input: "What burned near Silver City, NM, in June 2025?" });
let input = await answer(response.output);
while (input.length > 0) {
  const previous = { previous_response_id: response.id };
  response = await openai.responses.create({ model, tools, input, ...previous });
  input = await answer(response.output);
}
console.log(response.output_text);`,
        ),
      },
    ],
  },
  {
    id: "anthropic",
    name: "Anthropic",
    surface: "http",
    format: "anthropic",
    snippets: (place) => [
      {
        label: "TypeScript, Messages API",
        text: program(
          place,
          [
            'import { anthropicTools } from "@emberline/client/anthropic";',
            'import Anthropic from "@anthropic-ai/sdk";',
          ],
          `const tools = await anthropicTools(client);
const { content } = await new Anthropic().beta.messages.toolRunner({
  model: "YOUR_MODEL",
  max_tokens: 4000,
  messages: [{ role: "user", content: "What burned near Silver City, NM, in June 2025?" }],
  tools,
});
console.log(content);`,
        ),
      },
    ],
  },
  {
    id: "gemini",
    name: "Gemini",
    surface: "http",
    format: "gemini",
    snippets: (place) => [
      {
        label: "TypeScript",
        text: `import { GoogleGenAI } from "@google/genai";

const address = ${JSON.stringify(place.address)};
const headers = { "content-type": "application/json"${place.needsKey ? `, authorization: \`Bearer \${process.env.${keyName}}\`` : ""} };
const { tools } = await (await fetch(\`\${address}/tools?format=gemini\`, { headers })).json();
const ai = new GoogleGenAI({});
const contents = [{ role: "user", parts: [{ text: "What burned near Silver City, NM, in June 2025?" }] }];
for (;;) {
  const response = await ai.models.generateContent({ model: "YOUR_MODEL", contents, config: { tools } });
  const body = JSON.stringify(response.candidates[0].content);
  const { messages } = await (await fetch(\`\${address}/tools/call\`, { method: "POST", headers, body })).json();
  if (messages.length === 0) {
    console.log(response.text);
    break;
  }
  contents.push(response.candidates[0].content, ...messages);
}`,
      },
    ],
  },
  {
    id: "ai-sdk",
    name: "Vercel AI SDK",
    surface: "http",
    format: "openai",
    snippets: (place) => [
      {
        label: "TypeScript",
        text: program(
          place,
          [
            'import { openai } from "@ai-sdk/openai";',
            'import { aiSdkTools } from "@emberline/client/ai-sdk";',
            'import { generateText, stepCountIs } from "ai";',
          ],
          `const model = openai("YOUR_MODEL"); // or any other model of the AI SDK
const tools = await aiSdkTools(client, { pictures: true });
const stopWhen = stepCountIs(10);
const { text } = await generateText({ model, tools, prompt: "What burned near Silver City, NM, in June 2025?", stopWhen });
console.log(text);`,
        ),
      },
    ],
  },
  {
    id: "langchain",
    name: "LangChain",
    surface: "http",
    format: "openai",
    snippets: (place) => [
      {
        label: "TypeScript",
        text: program(
          place,
          [
            'import { langChainTools } from "@emberline/client/langchain";',
            'import { ChatOpenAI } from "@langchain/openai";',
            'import { createAgent } from "langchain";',
          ],
          `const model = new ChatOpenAI({ model: "YOUR_MODEL" }); // or any other chat model
const agent = createAgent({ model, tools: await langChainTools(client) });
const question = { role: "user", content: "What burned near Silver City, NM, in June 2025?" };
const { messages } = await agent.invoke({ messages: [question] });
console.log(messages.at(-1)?.content);`,
        ),
      },
    ],
  },
  {
    id: "curl",
    name: "curl",
    surface: "http",
    format: "openai",
    snippets: ({ address, needsKey }) => [
      {
        label: "Terminal",
        text: toCurl(address, { tool: "query_features", args: example }, needsKey),
      },
    ],
  },
];

/** A program that begins with a client of this server. */
function program({ address, needsKey }: Place, imports: readonly string[], body: string): string {
  const key = needsKey ? `, key: process.env.${keyName}` : "";
  return [
    `import { createToolsClient } from "@emberline/client";`,
    ...imports,
    "",
    `const client = createToolsClient({ url: ${JSON.stringify(address)}${key} });`,
    body,
  ].join("\n");
}
