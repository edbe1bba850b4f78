import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { chat } from "../../agents/stand-in/chat.ts";
import type { Body, Received, Turn } from "../../agents/stand-in/dialect.ts";

/** What the model does next, given the results of its last calls; a function answers as it likes. */
export type ChatScript = (
  results: readonly Received[],
  asked: number,
) => Turn | "holds" | ((response: ServerResponse) => void);

export interface ChatStandIn {
  /** Up to `/v1`. */
  readonly baseUrl: string;
  /** The bodies of the requests for a turn. */
  readonly turns: readonly Body[];
  /** All requests, as method and path. */
  readonly requests: readonly string[];
  /** Resolves when the page has left a turn that holds. */
  readonly left: Promise<void>;
  /** @throws the first error of the script, which the page only saw as a refusal */
  close(): Promise<void>;
}

interface StandInOptions {
  /** The key that it wants. */
  readonly key: string;
  /** The page's origin that may read its answers; default any. */
  readonly allows?: string;
  /** Names of the models that it lists besides its own. */
  readonly others?: readonly string[];
}

/** A model with an OpenAI-compatible endpoint on this machine, for a page. */
export async function startChatStandIn(
  script: ChatScript,
  { key, allows = "*", others = ["other"] }: StandInOptions,
): Promise<ChatStandIn> {
  const turns: Body[] = [];
  const requests: string[] = [];
  const faults: Error[] = [];
  let leave: () => void = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    requests.push(`${request.method} ${request.url}`);
    response.setHeader("access-control-allow-origin", allows);
    response.setHeader("access-control-allow-headers", "authorization, content-type");
    const json = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    if (request.headers.authorization !== `Bearer ${key}`)
      return json(401, { error: { message: `Incorrect key: ${request.headers.authorization}` } });
    if (request.url === "/v1/models")
      return json(200, {
        data: [{ id: "stand-in", context_length: 65_536 }, ...others.map((id) => ({ id }))],
      });
    const body: Body = JSON.parse(await text(request));
    if (body.tools[0].function.name === "add") return stream(response, { calls: [addCall] });
    turns.push(body);
    // A further question follows an answer, which has no calls.
    const isQuestion = body.messages.at(-1).role === "user";
    const turn = script(isQuestion ? [] : chat.results(body), turns.length);
    if (typeof turn === "function") return turn(response);
    if (turn !== "holds") return stream(response, turn);
    response.on("close", leave);
    response.setHeader("content-type", "text/event-stream");
    const [opening, ...more] = chat.events({ text: "Half of an answer" });
    for (const event of [opening!, more[0]!]) write(response, event.data);
    return response;
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => {
      faults.push(error);
      response.writeHead(400, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: error.message } }));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    turns,
    requests,
    left,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
      if (faults[0]) throw faults[0];
    },
  };
}

const addCall = { id: "call_add", name: "add", input: { a: 17, b: 25 } };

function stream(response: ServerResponse, turn: Turn): ServerResponse {
  response.setHeader("content-type", "text/event-stream");
  for (const { data } of chat.events(turn)) write(response, data);
  return response.end();
}

function write(response: ServerResponse, data: object | string): void {
  response.write(`data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
}
