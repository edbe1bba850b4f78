import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startHeldService } from "@emberline/test-support/held-service";
import { readSettings, startServer } from "emberline";
import {
  type ConnectionLimits,
  Connections,
  defaultConnectionLimits,
  serverOptions,
} from "../src/connections.ts";

async function start(limits: Partial<ConnectionLimits>, environment: Record<string, string> = {}) {
  const settings = readSettings({
    args: ["--port", "0"],
    environment: { ...environment, EMBERLINE_SHUTDOWN_SECONDS: "0.1" },
  });
  const server = await startServer(settings, limits);
  const sockets: Socket[] = [];
  const { port, host } = new URL(server.origin);
  return {
    ...server,
    /** A connection that sends a text, and reads only on demand. */
    async open(text: string): Promise<Socket> {
      const socket = connect(Number(port), "127.0.0.1");
      sockets.push(socket);
      // A connection that is cut may end in a reset.
      socket.on("error", () => {});
      await once(socket, "connect");
      socket.write(text.replaceAll("HOST", host));
      return socket;
    },
    async end() {
      for (const socket of sockets) socket.destroy();
      await server.close();
    },
  };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: HOST\r\n\r\n`;
const half = "GET /tools HTTP/1.1\r\nHost: HOST\r\n";
const trickling =
  "POST /tools/list_collections HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";

/** All data received until the connection closes. */
async function readAll(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk) => (text += chunk));
  if (!socket.closed) await once(socket, "close");
  return text;
}

test("the number of connections without a request is limited, and health always answers", async (t) => {
  const server = await start({ maxConnections: 8 });
  t.after(() => server.end());
  for (const unfinished of [half, trickling, ""]) {
    const waiting: Socket[] = [];
    for (let i = 0; i < 40; i++) {
      waiting.push(await server.open(unfinished));
      waiting.at(-1)!.resume();
    }
    const response = await fetch(`${server.origin}/healthz`);
    assert.equal(response.status, 200);
    await response.text();
    await Promise.all(waiting.slice(0, 32).map((socket) => socket.closed || once(socket, "close")));
    assert.ok(waiting.filter((socket) => !socket.closed).length <= 8);
  }
});

test("a connection with a running call is never closed to make room", async (t) => {
  const service = await startHeldService();
  const server = await start({ maxConnections: 2 }, service.environment);
  t.after(() => Promise.all([server.end(), service.close()]));
  const answer = fetch(`${server.origin}/tools/query_features`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"collection":"svc:hotspots"}',
  });
  await service.waiting(1);
  for (let i = 0; i < 10; i++) await server.open(half);
  service.release();
  assert.equal((await answer).status, 200);
});

test("missing headers or a slow body close the connection", async (t) => {
  const server = await start({ headersTimeoutMs: 50, requestTimeoutMs: 100 });
  t.after(() => server.end());
  for (const unfinished of [half, trickling, ""]) {
    const text = await readAll(await server.open(unfinished));
    assert.match(text, /^(HTTP\/1\.1 408 |$)/);
  }
});

test("a connection is kept alive for another request, but not forever", async (t) => {
  const server = await start({ keepAliveTimeoutMs: 50 });
  t.after(() => server.end());
  const text = await readAll(await server.open(get("/healthz") + get("/healthz")));
  assert.equal(text.match(/HTTP\/1\.1 200 /g)?.length, 2);
});

test("a client that does not read its answer is disconnected", async (t) => {
  const limits = { ...defaultConnectionLimits, stalledTimeoutMs: 50 };
  // More than the system takes into its own buffers.
  const server = createServer(serverOptions(limits), (_, response) => {
    response.end(Buffer.alloc(20e6));
  });
  new Connections(server, limits);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const reader = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
  t.after(() => {
    reader.destroy();
    server.close();
  });
  reader.write("GET / HTTP/1.1\r\nHost: HOST\r\n\r\n");
  const [socket] = (await once(server, "connection")) as [Socket];
  await once(socket, "close");
});

test("a call that runs longer than the stall timeout gets its answer", async (t) => {
  const service = await startHeldService();
  const server = await start({ stalledTimeoutMs: 50 }, service.environment);
  t.after(() => Promise.all([server.end(), service.close()]));
  const answer = fetch(`${server.origin}/tools/query_features`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"collection":"svc:hotspots"}',
  });
  await service.waiting(1);
  await sleep(500);
  service.release();
  assert.equal((await answer).status, 200);
});
