import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what tests look into
  readonly body: any;
}

type Answer = (response: ServerResponse, received: Received) => void;

/** A receiver of webhooks that answers as a test says. */
export async function startReceiver() {
  const received: Received[] = [];
  const waiting: ((each: Received) => void)[] = [];
  let next = 0;
  let answer: Answer = (response) => response.writeHead(204).end();
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const text = Buffer.concat(pieces).toString();
    const each = { headers: request.headers, text, body: JSON.parse(text) };
    received.push(each);
    answer(response, each);
    if (waiting.length > 0) {
      next++;
      waiting.shift()!(each);
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    answerWith(how: Answer) {
      answer = how;
    },
    /** The next request that no test has taken. */
    next(): Promise<Received> {
      const each = received[next];
      if (!each) return new Promise((resolve) => void waiting.push(resolve));
      next++;
      return Promise.resolve(each);
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(resolve));
    },
  };
}

/** The signature by the text of Standard Webhooks 1.0.0, "Signature scheme". */
export function signatureOf(secret: string, { headers, text }: Received): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${text}`;
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}
