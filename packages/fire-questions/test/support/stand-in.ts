import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** What a scripted model sees. */
export interface Seen {
  readonly question: string;
  /** All questions of the conversation so far, with this one. */
  readonly questions: readonly string[];
  /** What its calls for this question returned. */
  readonly results: readonly string[];
  readonly tools: readonly string[];
}

/** What it does then. */
export type Act =
  | { readonly calls: readonly (readonly [tool: string, args: object | string])[] }
  | { readonly says: string }
  | { readonly status: number; readonly text: string };

export interface StandIn extends AsyncDisposable {
  readonly baseUrl: string;
  readonly requests: readonly { readonly headers: IncomingHttpHeaders; readonly body: Body }[];
}

interface Body {
  readonly model: string;
  readonly system?: string;
  readonly messages: readonly {
    readonly role: string;
    readonly content: unknown;
    readonly tool_calls?: unknown;
  }[];
  readonly tools?: readonly {
    readonly name?: string;
    readonly function?: { readonly name: string };
  }[];
}

/** An endpoint of chat completions and of messages, behind which a script answers. */
export async function standIn(script: (seen: Seen) => Act): Promise<StandIn> {
  const requests: { headers: IncomingHttpHeaders; body: Body }[] = [];
  const server = createServer(async (request, response) => {
    const body: Body = JSON.parse(await text(request));
    requests.push({ headers: request.headers, body });
    const act = script(seenOf(body));
    if ("status" in act) {
      response.writeHead(act.status, { "retry-after": "0" }).end(act.text);
      return;
    }
    const answer = request.url?.endsWith("/messages")
      ? toMessage(act, requests.length)
      : toCompletion(act, requests.length);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  return {
    baseUrl: `${await listen(server)}/v1`,
    requests,
    [Symbol.asyncDispose]: () => close(server),
  };
}

function seenOf({ messages, tools = [] }: Body): Seen {
  const isQuestion = ({ role, content }: Body["messages"][number]) =>
    role === "user" && typeof content === "string";
  const last = messages.findLastIndex(isQuestion);
  const results = messages.slice(last + 1).flatMap(({ role, content }) => {
    if (role === "tool") return [String(content)];
    if (role !== "user") return [];
    return (content as { content: string }[]).map((block) => block.content);
  });
  return {
    question: String(messages[last]?.content),
    questions: messages.filter(isQuestion).map(({ content }) => String(content)),
    results,
    tools: tools.map((tool) => tool.function?.name ?? tool.name ?? ""),
  };
}

function toCompletion(act: Exclude<Act, { status: number }>, turn: number) {
  const message =
    "says" in act
      ? { role: "assistant", content: act.says }
      : {
          role: "assistant",
          content: null,
          tool_calls: act.calls.map(([name, args], i) => ({
            id: `call_${turn}_${i}`,
            type: "function",
            function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) },
          })),
        };
  return { choices: [{ message }], usage: { prompt_tokens: 100, completion_tokens: 10 } };
}

function toMessage(act: Exclude<Act, { status: number }>, turn: number) {
  const content =
    "says" in act
      ? [{ type: "text", text: act.says }]
      : act.calls.map(([name, input], i) => ({
          type: "tool_use",
          id: `call_${turn}_${i}`,
          name,
          input,
        }));
  return { content, usage: { input_tokens: 60, cache_read_input_tokens: 40, output_tokens: 10 } };
}

/** Starts a server on a free port, and returns its address. */
export async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}
