import { createServer, type Socket } from "node:net";

export interface RawRequest {
  method: string;
  path: string;
  headers: Map<string, string>;
  body: string;
}

export interface SocketServer {
  url: string;
  requests: RawRequest[];
  close(): Promise<void>;
}

/**
 * An HTTP server by hand, for the answers that HTTP servers cannot give. Each
 * connection carries one request.
 */
export async function startSocketServer(
  answer: (request: RawRequest, socket: Socket) => void,
): Promise<SocketServer> {
  const sockets = new Set<Socket>();
  const requests: RawRequest[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // Clients that leave reset the connection, which is not a failure.
    socket.on("error", () => {});
    let received = "";
    let answered = false;
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      const request = parseRequest(received);
      if (!request || answered) return;
      answered = true;
      requests.push(request);
      answer(request, socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function parseRequest(text: string): RawRequest | undefined {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  if (rest.length === 0) return undefined;
  const [line = "", ...fields] = head.split("\r\n");
  const [method = "", path = ""] = line.split(" ");
  const headers = new Map(
    fields.map((field) => [field.split(":")[0]!.toLowerCase(), field.replace(/^[^:]*:\s*/, "")]),
  );
  const body = rest.join("\r\n\r\n");
  return body.length < Number(headers.get("content-length") ?? 0)
    ? undefined
    : { method, path, headers, body };
}

export interface RawAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** A false length of the body. */
  contentLength?: number;
}

export function writeAnswer(socket: Socket, answer: RawAnswer): void {
  const body = Buffer.from(answer.body ?? "");
  const headers = {
    "content-type": "application/json",
    "content-length": String(answer.contentLength ?? body.length),
    connection: "close",
    ...answer.headers,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${answer.status ?? 200} X\r\n${lines.join("")}\r\n`);
  socket.end(body);
}
