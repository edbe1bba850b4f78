import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Body, Dialect, Exchange, Received, Turn } from "./dialect.ts";

/** What the model does, turn by turn, given the results of its last calls. */
export type Script = readonly ((results: readonly Received[]) => Turn)[];

export interface ModelEndpoint {
  /** Without a path. */
  readonly url: string;
  /** The requests so far, with what the provider had stored. */
  readonly requests: readonly Body[];
  close(): Promise<void>;
}

/** A local model endpoint, which follows a script and refuses what the provider would. */
export async function startModelEndpoint(dialect: Dialect, script: Script): Promise<ModelEndpoint> {
  const requests: Body[] = [];
  let before: Exchange | undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const sent = JSON.parse(await text(request));
    const body = (before && dialect.restore?.(sent, before)) ?? sent;
    if (request.url?.split("?")[0] !== dialect.path) throw new Error(`no path ${request.url}`);
    const next = script[requests.push(body) - 1];
    if (!next) throw new Error("the conversation is over");
    const turn = next(dialect.results(body));
    before = { request: body, turn };
    if (!body.stream) {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(dialect.whole(turn)));
      return;
    }
    response.setHeader("content-type", "text/event-stream");
    for (const { event, data } of dialect.events(turn)) {
      if (event) response.write(`event: ${event}\n`);
      response.write(`data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
    }
    response.end();
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => {
      const body = {
        type: "error",
        error: { type: "invalid_request_error", message: error.message },
      };
      response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
