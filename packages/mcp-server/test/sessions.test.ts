import assert from "node:assert/strict";
import { mock, test } from "node:test";
import type { McpHttpHandler } from "../src/index.ts";
import { connect, openHandler, requestOf, url } from "./support/handler.ts";

const place = { name: "find_place", arguments: { name: "38.7,-9.1", limit: 1 } };

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "tests", version: "0" },
  },
};

const listening = (session: string) =>
  new Request(url, { headers: { accept: "text/event-stream", "mcp-session-id": session } });

test("a session keeps the level of its log from request to request", async () => {
  const handler = openHandler();
  const { client } = await connect((request) => handler.fetch(request));
  const told: unknown[] = [];
  client.setNotificationHandler("notifications/message", ({ params }) => void told.push(params));
  await client.callTool(place);
  assert.deepEqual(told, []);
  await client.setLoggingLevel("info");
  await client.callTool(place);
  assert.deepEqual(told, [
    { level: "info", logger: "emberline", data: { tool: "find_place", outcome: "ok" } },
  ]);
  await client.close();
});

test("a client whose requests go round two processes is answered by both", async () => {
  const handlers = [openHandler(), openHandler()];
  let turn = 0;
  const answered = new Set<unknown>();
  const { client } = await connect((request) => {
    const handler = handlers[turn++ % 2]!;
    answered.add(handler);
    return handler.fetch(request);
  });
  for (let i = 0; i < 6; i++) {
    const { isError } = await client.callTool(place);
    assert.ok(!isError);
  }
  assert.equal(answered.size, 2);
  await client.close();
});

test("a session that was ended, or was forgotten among many, leaves its client served", async () => {
  const handler = openHandler();
  const { client, transport } = await connect((request) => handler.fetch(request));
  const session = transport.sessionId!;
  const others = Array.from({ length: 300 }, () => connect((request) => handler.fetch(request)));
  await Promise.all(others);
  assert.equal((await handler.fetch(listening(session))).status, 405);
  assert.ok(!(await client.callTool(place)).isError);
  const { client: other, transport: its } = await connect((request) => handler.fetch(request));
  await its.terminateSession();
  assert.ok(!(await other.callTool(place)).isError);
});

test("a caller hears nothing by the session of another", async () => {
  const handler = openHandler();
  const own = { caller: "key 1" };
  const { transport } = await connect((request) => handler.fetch(request, { own }));
  const session = transport.sessionId!;
  const as = async (caller: string) =>
    (await handler.fetch(listening(session), { own: { caller } })).status;
  assert.equal(await as("key 2"), 405);
  // The client itself already listens: one stream a session.
  assert.equal(await as("key 1"), 409);
  handler.endStreams();
  assert.equal(await as("key 1"), 200);
  await handler.close();
});

/** Begins a session as this caller, without a stream, and returns its id. */
async function begin(handler: McpHttpHandler, caller: string): Promise<string> {
  const response = await handler.fetch(requestOf(initialize), { own: { caller } });
  await response.text();
  return response.headers.get("mcp-session-id")!;
}

/** The status of a request for the session's stream, which is closed at once. */
async function statusOfStream(handler: McpHttpHandler, session: string, caller: string) {
  const { status, body } = await handler.fetch(listening(session), { own: { caller } });
  await body?.cancel();
  return status;
}

test("many sessions of one caller leave those of others", async (t) => {
  const handler = openHandler();
  t.after(() => handler.close());
  const first = await begin(handler, "other");
  const own = await Promise.all(Array.from({ length: 300 }, () => begin(handler, "greedy")));
  assert.equal(await statusOfStream(handler, first, "other"), 200);
  assert.equal(await statusOfStream(handler, own[0]!, "greedy"), 405);
  assert.equal(await statusOfStream(handler, own.at(-1)!, "greedy"), 200);
  // Many callers together cost the one with the most sessions.
  for (let i = 0; i < 300; i++) await begin(handler, `caller ${i}`);
  assert.equal(await statusOfStream(handler, own.at(-1)!, "greedy"), 405);
});

test("a session without a stream is forgotten ten minutes after its last request", async (t) => {
  mock.timers.enable({ apis: ["Date"] });
  t.after(() => mock.timers.reset());
  const handler = openHandler();
  t.after(() => handler.close());
  const [used, unused, heard] = await Promise.all(
    ["a", "b", "c"].map((each) => begin(handler, each)),
  );
  const stream = await handler.fetch(listening(heard!), { own: { caller: "c" } });
  mock.timers.tick(9 * 60_000);
  await statusOfStream(handler, used!, "a");
  mock.timers.tick(2 * 60_000);
  await begin(handler, "d");
  assert.equal(await statusOfStream(handler, unused!, "b"), 405);
  assert.equal(await statusOfStream(handler, used!, "a"), 200);
  // One stream a session: this one has it still.
  assert.equal(await statusOfStream(handler, heard!, "c"), 409);
  await stream.body!.cancel();
});

test("a caller with too many streams of news is told so, and others get theirs", async (t) => {
  const handler = openHandler();
  t.after(() => handler.close());
  const open = async (caller: string) =>
    handler.fetch(listening(await begin(handler, caller)), { own: { caller } });
  const streams: Response[] = [];
  for (let i = 0; i < 17; i++) streams.push(await open("greedy"));
  const refused = streams.pop()!;
  assert.deepEqual(
    [refused.status, (await refused.json()).error.message],
    [429, "Too many streams of news are open, by you or by all: close one, or try again later."],
  );
  streams.push(await open("other"));
  assert.ok(streams.every(({ status }) => status === 200));
  await streams[0]!.body!.cancel();
  assert.equal((await open("greedy")).status, 200);
});
