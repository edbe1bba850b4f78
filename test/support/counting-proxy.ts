import { once } from "node:events";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";

interface Sent {
  readonly path: string;
  /** Of the body, compressed as the server sent it. */
  bytes: number;
  /** When its last byte came, in milliseconds since 1970. */
  atMs: number;
}

/** Passes on to a server, and counts what it sends: also to workers, which a browser may not tell. */
export async function countingProxy(target: string) {
  const sent: Sent[] = [];
  const proxy: Server = createServer((request, response) => {
    const { method, headers, url = "/" } = request;
    const counted = { path: url, bytes: 0, atMs: Date.now() };
    sent.push(counted);
    const onward = { method, headers: { ...headers, host: new URL(target).host } };
    delete (onward.headers as Record<string, unknown>).origin;
    const asked = httpRequest(target + url, onward, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.on("data", (part: Buffer) => {
        counted.bytes += part.length;
        counted.atMs = Date.now();
      });
      answer.pipe(response);
    });
    asked.on("error", () => response.destroy());
    response.on("close", () => asked.destroy());
    request.pipe(asked);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return { proxy, url, sent };
}
