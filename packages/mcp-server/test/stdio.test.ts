import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { openHandler, requestOf } from "./support/handler.ts";
import { initialize, startProgram } from "./support/start-program.ts";

const handler = openHandler();

/** The answer over HTTP to the same text. */
async function overHttp(text: string): Promise<unknown> {
  return (await handler.fetch(requestOf(text))).json();
}

const malformed: readonly (readonly [string, number, string | number | null])[] = [
  ["not JSON", -32_700, null],
  ['{"jsonrpc":"2.0"', -32_700, null],
  ["{}", -32_600, null],
  ["[]", -32_600, null],
  ["null", -32_600, null],
  ['{"jsonrpc":"2.0","id":7,"method":5}', -32_600, 7],
  ['{"jsonrpc":"2.0","id":8}', -32_600, 8],
  ['{"id":"nine","method":"ping"}', -32_600, "nine"],
  ['{"jsonrpc":"2.0","id":10,"method":"ping","params":[]}', -32_600, 10],
  ['{"id":{},"method":[],"params":1}', -32_600, null],
];

test("what is not a message is answered as over HTTP, with its id, and is one line of the log", async () => {
  const { child, write, lines, output, ended } = startProgram(["--embedded"]);
  write(malformed.map(([text]) => `${text}\n`).join(""));
  child.stdin.end();
  assert.equal(await ended, 0);
  assert.deepEqual(
    lines().map(({ error, id }) => [error?.code, id]),
    malformed.map(([, code, id]) => [code, id]),
  );
  assert.deepEqual(lines(), await Promise.all(malformed.map(([text]) => overHttp(text))));
  const logged = output.stderr.trimEnd().split("\n");
  assert.equal(logged.length, malformed.length);
  for (const line of logged) {
    assert.match(line, /^emberline-mcp: (Parse error|Invalid Request)/);
    assert.ok(line.length < 320, `${line.length} characters`);
  }
});

for (const [where, message] of [
  ["before", { jsonrpc: "2.0", id: 5, method: "tools/call", params: { note: "x".repeat(3e6) } }],
  ["after", { method: "tools/call", params: { note: "x".repeat(3e6) }, jsonrpc: "2.0", id: 5 }],
] as const) {
  test(`a line of 3 MB is refused by its id, ${where} its parameters, and the next one is answered`, async () => {
    const { child, send, write, line, ended } = startProgram(["--embedded"]);
    write(`${JSON.stringify(message)}\n`);
    send({ id: 6, method: "ping" });
    const refused = await line(({ id }) => id === 5);
    assert.equal(refused.error?.code, -32_000);
    assert.match(refused.error!.message, /262144 bytes/);
    assert.deepEqual((await line(({ id }) => id === 6)).result, {});
    child.stdin.end();
    assert.equal(await ended, 0);
  });
}

const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });

test("revision 2025-03-26 has batches: their answers are one line, an error for what is no message", async () => {
  const { child, send, write, line, ended, lines } = startProgram(["--embedded"]);
  send(initialize("2025-03-26"));
  await line(({ id }) => id === 0);
  const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
  write(`${JSON.stringify([initialized, ping(1), { jsonrpc: "2.0", id: 2 }, ping(3)])}\n`);
  write(`${JSON.stringify([initialized])}\n`);
  const answers = [...(await line((each) => Array.isArray(each)))];
  const byId = Object.fromEntries(answers.map((each) => [String(each.id), each]));
  assert.deepEqual(Object.keys(byId), ["1", "2", "3"]);
  assert.deepEqual([byId[1]!.result, byId[3]!.result], [{}, {}]);
  assert.equal(byId[2]!.error?.code, -32_600);
  child.stdin.end();
  assert.equal(await ended, 0);
  assert.equal(lines().length, 2, "notifications have no answer");
});

test("later revisions have no batches, over stdio and HTTP", async () => {
  const { child, send, write, line, ended } = startProgram(["--embedded"]);
  send(initialize("2025-06-18"));
  await line(({ id }) => id === 0);
  write(`${JSON.stringify([ping(1)])}\n`);
  const refused = await line(({ error }) => error !== undefined);
  assert.equal(refused.error?.code, -32_600);
  assert.match(refused.error!.message, /no batches/);
  child.stdin.end();
  assert.equal(await ended, 0);
  const revision = { "mcp-protocol-version": "2025-06-18" };
  const response = await handler.fetch(requestOf([ping(1)], revision));
  assert.deepEqual([response.status, await response.json()], [400, refused]);
});

test("the last line needs no line break", async () => {
  const { child, lines, ended } = startProgram(["--embedded"]);
  child.stdin.end(JSON.stringify(ping(1)));
  assert.equal(await ended, 0);
  assert.deepEqual(lines(), [{ jsonrpc: "2.0", id: 1, result: {} }]);
});

/** A service that keeps its callers waiting until it is released. */
async function startSlowService() {
  const answers: (() => void)[] = [];
  let isReleased = false;
  const server = createServer((request, response) => {
    const answer = () => {
      const isToken = request.url === "/v1/token";
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify(isToken ? { access_token: "t", expires_in: 60 } : { collections: [] }),
      );
    };
    if (isReleased) answer();
    else answers.push(answer);
    server.emit("asked");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    environment: {
      EMBERLINE_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      EMBERLINE_CLIENT_ID: "id",
      EMBERLINE_CLIENT_SECRET: "secret",
    },
    asked: new Promise((resolve) => server.once("asked", resolve)),
    release() {
      isReleased = true;
      for (const answer of answers) answer();
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const listCall = { id: 1, method: "tools/call", params: { name: "list_collections" } };

test("a call that is running at the end of the input is finished", async (t) => {
  const service = await startSlowService();
  t.after(() => service.close());
  const { child, send, lines, ended } = startProgram([], service.environment);
  send(initialize("2025-11-25"));
  send(listCall);
  await service.asked;
  child.stdin.end(() => service.release());
  assert.equal(await ended, 0);
  assert.match(JSON.stringify(lines().find(({ id }) => id === 1)), /collections/);
});

test("a call that takes longer than the operator allows is answered by an error, and the log says so", async (t) => {
  const service = await startSlowService();
  t.after(() => service.close());
  const environment = { ...service.environment, EMBERLINE_DRAIN_SECONDS: "0.1" };
  const { child, send, lines, output, ended } = startProgram([], environment);
  send(initialize("2025-11-25"));
  send(listCall);
  await service.asked;
  child.stdin.end();
  assert.equal(await ended, 0);
  const { error } = lines().find(({ id }) => id === 1)!;
  assert.match(error!.message, /^The input ended, and the request was not done within 0\.1 s: /);
  assert.match(output.stderr, /^emberline-mcp: ended before 1 calls were finished$/m);
});

test("arguments that are not an object reach the tool, which says what it needs or takes their text", async () => {
  const { child, send, line, ended } = startProgram(["--embedded"]);
  send(initialize("2025-11-25"));
  const givens = ['{"colection": "x"}', "", null, ["svc:hotspots"], 5, '{"max_tokens": 600}'];
  const calls = givens.map((given, i) => ({
    id: i + 1,
    method: "tools/call",
    params: { name: "list_collections", arguments: given },
  }));
  for (const each of calls) send(each);
  const texts = await Promise.all(
    calls.map(async ({ id }) => JSON.stringify((await line((each) => each.id === id)).result)),
  );
  for (const [i, pattern] of [
    /Unknown parameter .*colection/,
    /svc:hotspots/,
    /svc:hotspots/,
    /The input is an array of 1 items; it must be an object/,
    /The input is 5; it must be an object/,
    /svc:hotspots/,
  ].entries()) {
    assert.match(texts[i]!, pattern);
  }
  child.stdin.end();
  assert.equal(await ended, 0);
  // Only the refusals come without the service, which is absent here.
  for (const i of [0, 3, 4]) {
    const request = requestOf({ jsonrpc: "2.0", ...calls[i] });
    const [, data] = /^data: (.*)$/m.exec(await (await handler.fetch(request)).text())!;
    assert.equal(JSON.stringify(JSON.parse(data!).result), texts[i]);
  }
});

test("a closed stderr ends nothing", async () => {
  const { child, send, write, line, ended } = startProgram(["--embedded"]);
  child.stderr.destroy();
  // Each is logged.
  for (let i = 0; i < 20; i++) write("not JSON\n");
  send(initialize("2025-11-25"));
  await line(({ id }) => id === 0);
  send(listCall);
  assert.match(JSON.stringify(await line(({ id }) => id === 1)), /svc:hotspots/);
  child.stdin.end();
  assert.equal(await ended, 0);
});

test("a client that no longer reads answers ends the program with exit code 1", async () => {
  const { child, send, ended } = startProgram(["--embedded"]);
  send(initialize("2025-11-25"));
  child.stdout.destroy();
  send({ id: 1, method: "ping" });
  assert.equal(await ended, 1);
});

test("the log has calls only at level debug, and nothing at level error", async () => {
  for (const [level, logged] of [
    [
      "debug",
      /^emberline-mcp: Parse error[^\n]*\nemberline-mcp: Serving [^\n]*\nemberline-mcp: list_collections: answered after \d+ ms\n$/,
    ],
    ["info", /^emberline-mcp: Parse error[^\n]*\nemberline-mcp: Serving [^\n]*\n$/],
    ["warning", /^emberline-mcp: Parse error[^\n]*\n$/],
    ["error", /^$/],
  ] as const) {
    const { child, send, write, line, output, ended } = startProgram([
      "--embedded",
      "--log-level",
      level,
    ]);
    write("not JSON\n");
    send(initialize("2025-11-25"));
    send(listCall);
    await line(({ id }) => id === 1);
    child.stdin.end();
    assert.equal(await ended, 0);
    assert.match(output.stderr, logged);
  }
});
