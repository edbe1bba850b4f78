import { toCurl } from "../server/copy-as.ts";

/** Where the server is, and what it asks for. */
interface Place {
  /** Without a slash at the end. */
  readonly address: string;
  readonly needsKey: boolean;
}

export interface Snippet {
  /** Where it belongs: a shell, a file, a program. */
  readonly label: string;
  readonly text: string;
}

/** A program or a library that can use the tools. */
export interface Client {
  /** In links. */
  readonly id: string;
  readonly name: string;
  /** How it speaks to the server. */
  readonly surface: "mcp" | "http";
  /** The format in which its model reads the schemas, as `GET /tools?format=` names it. */
  readonly format: string;
  readonly snippets: (place: Place) => readonly Snippet[];
}

/** Keys stay variables: commands are shared, keys must not be. */
const keyName = "EMBERLINE_API_KEY";
const example = { collection: "svc:hotspots", within: "Oregon" };

export const clients: readonly Client[] = [
  {
    id: "claude-code",
    name: "Claude Code",
    surface: "mcp",
    format: "anthropic",
    snippets: ({ address, needsKey }) => [
      {
        label: "Terminal",
        text: `claude mcp add --transport http emberline ${address}/mcp${needsKey ? ` --header "Authorization: Bearer $${keyName}"` : ""}`,
      },
    ],
  },
  {
    id: "claude-desktop",
    name: "Claude Desktop",
    surface: "mcp",
    format: "anthropic",
    snippets: (place) => [
      {
        label: "claude_desktop_config.json, by Settings → Developer → Edit Config",
        text: json({ mcpServers: { emberline: bridge(place) } }),
      },
    ],
  },
  {
    id: "vs-code",
    name: "VS Code",
    surface: "mcp",
    format: "openai",
    snippets: (place) => [
      {
        label: "Terminal",
        text: `code --add-mcp '${JSON.stringify({ name: "emberline", type: "http", ...remote(place, `\${env:${keyName}}`) })}'`,
      },
      {
        label: ".vscode/mcp.json",
        text: json({
          servers: { emberline: { type: "http", ...remote(place, `\${env:${keyName}}`) } },
        }),
      },
    ],
  },
  {
    id: "cursor",
    name: "Cursor",
    surface: "mcp",
    format: "openai",
    snippets: (place) => [
      {
        label: "~/.cursor/mcp.json",
        text: json({ mcpServers: { emberline: remote(place, `\${env:${keyName}}`) } }),
      },
    ],
  },
  {
    id: "goose",
    name: "Goose",
    surface: "mcp",
    format: "openai",
    snippets: ({ address, needsKey }) => [
      {
        label: "~/.config/goose/config.yaml",
        text: [
          "extensions:",
          "  emberline:",
          "    type: streamable_http",
          "    name: emberline",
          "    enabled: true",
          `    uri: ${address}/mcp`,
          ...(needsKey
            ? [
                `    env_keys: [${keyName}]`,
                `    headers:`,
                `      Authorization: Bearer \${${keyName}}`,
              ]
            : []),
          "    timeout: 300",
        ].join("\n"),
      },
    ],
  },
  {
    id: "codex",
    name: "Codex",
    surface: "mcp",
    format: "openai",
    snippets: ({ address, needsKey }) => [
      {
        label: "Terminal",
        text: `codex mcp add emberline --url ${address}/mcp${needsKey ? ` --bearer-token-env-var ${keyName}` : ""}`,
      },
      {
        label: "or in ~/.codex/config.toml",
        text: [
          "[mcp_servers.emberline]",
          `url = "${address}/mcp"`,
          ...(needsKey ? [`bearer_token_env_var = "${keyName}"`] : []),
        ].join("\n"),
      },
    ],
  },
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

/** A remote server as clients with a JSON configuration name it. */
function remote({ address, needsKey }: Place, key: string) {
  const headers = { Authorization: `Bearer ${key}` };
  return { url: `${address}/mcp`, ...(needsKey && { headers }) };
}

/** For clients that start programs only: a program that passes on to the server. */
function bridge({ address, needsKey }: Place) {
  const header = ["--header", `Authorization:\${AUTHORIZATION}`];
  const isPlain = address.startsWith("http:");
  return {
    command: "npx",
    args: [
      "-y",
      "mcp-remote",
      `${address}/mcp`,
      ...(isPlain ? ["--allow-http"] : []),
      ...(needsKey ? header : []),
    ],
    ...(needsKey && { env: { AUTHORIZATION: `Bearer YOUR_KEY` } }),
  };
}

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

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}
