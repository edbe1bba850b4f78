import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A request to the endpoint of a model. */
interface ModelRequest {
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly messages: readonly {
      readonly role: string;
      readonly content?: string;
      readonly tool_call_id?: string;
    }[];
    readonly tools: readonly {
      readonly type: string;
      readonly function: { readonly name: string };
    }[];
  };
}

/** The next step of a scripted model: call tools, reply, or fail with a status. */
export type Turn =
  | { readonly calls: readonly (readonly [tool: string, args: object])[] }
  | { readonly says: string }
  | { readonly status: number; readonly text: string };

export interface StandIn extends AsyncDisposable {
  /** The URL before `/chat/completions`. */
  readonly baseUrl: string;
  readonly requests: readonly ModelRequest[];
}

/** A chat-completions endpoint that plays its turns in order, then repeats the last one. */
export async function playModel(turns: readonly Turn[]): Promise<StandIn> {
  const requests: ModelRequest[] = [];
  const server = createServer(async (request, response) => {
    if (request.method !== "POST" || request.url !== "/v1/chat/completions") {
      response.writeHead(404).end();
      return;
    }
    const { authorization } = request.headers;
    requests.push({ authorization, body: JSON.parse(await textOf(request)) });
    const turn = turns[Math.min(requests.length, turns.length) - 1]!;
    if ("status" in turn) {
      response.writeHead(turn.status, { "retry-after": "0" }).end(turn.text);
      return;
    }
    const message =
      "says" in turn
        ? { role: "assistant", content: turn.says }
        : {
            role: "assistant",
            content: null,
            tool_calls: turn.calls.map(([name, args], i) => ({
              id: `call_${requests.length}_${i}`,
              type: "function",
              function: { name, arguments: JSON.stringify(args) },
            })),
          };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ choices: [{ index: 0, message }] }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}
