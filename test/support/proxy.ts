import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

interface Sent {
  readonly path: string;
  /** Of the body, compressed as the server sent it. */
  bytes: number;
  /** When its last byte came, in milliseconds since 1970. */
  atMs: number;
}

interface ProxyOptions {
  /** Under which it serves, and which it takes off; default none. */
  readonly path?: string;
  /** Requests that it holds and never answers, by path and body. */
  readonly holds?: (path: string, body: string) => boolean;
}

/** A proxy in front of a server, which may serve it under a path. */
export async function startProxy({ path = "", holds = () => false }: ProxyOptions = {}) {
  let target = "";
  let heldCount = 0;
  const sent: Sent[] = [];
  const held = settled();
  const aborted = settled();
  const proxy = createServer(async (request, response) => {
    const { method, headers, url = "" } = request;
    if (!url.startsWith(`${path}/`)) {
      response.writeHead(404).end();
      return;
    }
    const inside = url.slice(path.length);
    const body = await bodyOf(request).catch(() => null);
    // The client went away while it was sending.
    if (body === null) return;
    if (holds(inside, body.toString())) {
      heldCount++;
      response.on("close", aborted.resolve);
      held.resolve();
      return;
    }
    const onward = { method, headers: { ...headers, host: new URL(target).host } };
    const counted = { path: inside, bytes: 0, atMs: Date.now() };
    sent.push(counted);
    const asked = httpRequest(target + inside, onward, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.on("data", (part: Buffer) => {
        counted.bytes += part.length;
        counted.atMs = Date.now();
      });
      answer.pipe(response);
    });
    asked.on("error", () => response.destroy());
    response.on("close", () => asked.destroy());
    asked.end(body);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${path}`,
    forwardTo(url: string) {
      target = url;
    },
    /** What the server sent: also to workers, of which a browser may not tell. */
    sent,
    /** Resolves when a request is held. */
    held: () => held.promise,
    /** Resolves when the client of a held request has gone away. */
    aborted: () => aborted.promise,
    heldCount: () => heldCount,
    close() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Node 20 has no Promise.withResolvers. */
function settled() {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
