import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { anthropic } from "../../../surfaces/agents/stand-in/anthropic.ts";
import { chat } from "../../../surfaces/agents/stand-in/chat.ts";
import type { Body, Dialect, Turn } from "../../../surfaces/agents/stand-in/dialect.ts";
import { responses } from "../../../surfaces/agents/stand-in/responses.ts";

export const lastWord = "That is all that burned.";
const callId = "call_fires";

/** Gemini's generateContent: https://ai.google.dev/api/generate-content */
const gemini: Pick<Dialect, "whole" | "events"> = {
  whole: (turn) => ({
    candidates: [
      { index: 0, finishReason: "STOP", content: { role: "model", parts: parts(turn) } },
    ],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  }),
  events: (turn) => [{ data: gemini.whole(turn) }],
};

function parts(turn: Turn): object[] {
  if ("text" in turn) return [{ text: turn.text }];
  return turn.calls.map(({ name, input }) => ({ functionCall: { name, args: input } }));
}

const dialects: readonly (readonly [RegExp, Pick<Dialect, "whole" | "events">])[] = [
  [/\/messages$/, anthropic],
  [/\/chat\/completions$/, chat],
  [/\/responses$/, responses],
  [/:(stream)?generateContent$/i, gemini],
];

interface AnyModel {
  readonly url: string;
  /** The names of the tools that it was shown, as the host names them. */
  readonly offered: Set<string>;
  /** The request that brought the result of its call. */
  readonly received: string | undefined;
  close(): void;
}

/** A model of any provider: calls the tool that a host shows under a name, and then says a word. */
export async function startAnyModel(tool: string, input: Record<string, unknown>) {
  const offered = new Set<string>();
  let received: string | undefined;
  const server = createServer(async (request, response) => {
    const path = request.url!.split("?")[0]!;
    const dialect = dialects.find(([pattern]) => pattern.test(path))?.[1];
    if (!dialect || request.method !== "POST") {
      response.writeHead(404, { "content-type": "application/json" }).end("{}");
      return;
    }
    const body = (await json(request)) as Body;
    const tools = toolsOf(body.tools);
    for (const { name } of tools) offered.add(name);
    const asked = tools.find(({ name }) => name.endsWith(tool));
    const sent = JSON.stringify(body);
    const isAnswered = sent.includes(callId) || sent.includes('"functionResponse"');
    if (isAnswered) received = sent;
    const turn: Turn =
      asked && !isAnswered
        ? { calls: [{ id: callId, name: asked.name, input }] }
        : { text: lastWord };
    const write = (data: object | string) =>
      typeof data === "string" ? data : JSON.stringify(data, inNamespace(asked?.namespace));
    if (!body.stream && !path.includes("stream")) {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(write(dialect.whole(turn)));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const { event, data } of dialect.events(turn)) {
      response.write(`${event ? `event: ${event}\n` : ""}data: ${write(data)}\n\n`);
    }
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const model: AnyModel = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    offered,
    get received() {
      return received;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return model;
}

interface ShownTool {
  readonly name: string;
  readonly namespace?: string;
}

/** The tools of a request, in any provider's shape; Codex groups those of a server. */
function toolsOf(tools: readonly Body[] = [], namespace?: string): ShownTool[] {
  return tools.flatMap((tool) => {
    if (tool.type === "namespace") return toolsOf(tool.tools, tool.name);
    if (tool.functionDeclarations) return toolsOf(tool.functionDeclarations);
    const { name } = tool.function ?? tool;
    return typeof name === "string" ? [{ name, ...(namespace && { namespace }) }] : [];
  });
}

/** Calls of grouped tools name the group. */
function inNamespace(namespace: string | undefined) {
  return (_: string, value: unknown) => {
    if (!namespace || (value as Body | null)?.type !== "function_call") return value;
    return { ...(value as Body), namespace };
  };
}
