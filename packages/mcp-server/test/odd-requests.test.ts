import assert from "node:assert/strict";
import { test } from "node:test";
import { modern, openHandler, requestOf, url } from "./support/handler.ts";
import { initialize, startProgram } from "./support/start-program.ts";

const handler = openHandler();

/** What is wrong with these parameters, and the words that say so. */
const malformed: readonly (readonly [string, object, RegExp])[] = [
  ["prompts/get", {}, /"name" is missing, as in \{"name":/],
  ["prompts/get", { name: null }, /"name" is missing/],
  [
    "prompts/get",
    { name: "fire_story", arguments: { fire: 5 } },
    /"arguments\.fire" must be a text/,
  ],
  ["resources/read", {}, /"uri" is missing/],
  ["resources/read", { uri: 7 }, /"uri" must be a text/],
  ["resources/subscribe", {}, /"uri" is missing/],
  ["completion/complete", {}, /"ref" is missing/],
  [
    "completion/complete",
    { ref: { type: "tool" }, argument: { name: "area", value: "" } },
    /"ref\.type" must be one of ref\/prompt, ref\/resource/,
  ],
  [
    "completion/complete",
    { ref: { type: "ref/resource", name: "x" }, argument: { name: "area", value: "" } },
    /"ref\.uri" is missing/,
  ],
  ["tools/call", {}, /"name" is missing/],
  ["tools/call", { name: ["find_place"] }, /"name" must be a text/],
  ["tools/list", { cursor: 5 }, /no page "5": .* send no "cursor"/],
  ["prompts/list", { cursor: "abc" }, /no page "abc"/],
  ["resources/list", { cursor: "" }, /no page ""/],
  ["resources/templates/list", { cursor: {} }, /no page/],
  ["tools/list", { _meta: 5 }, /"_meta" must be an object/],
  ["tools/list", { _meta: { progressToken: {} } }, /"_meta\.progressToken" must be a text/],
  ["logging/setLevel", { level: "loud" }, /"level" must be one of debug, info/],
  ["initialize", {}, /"protocolVersion" is missing/],
  [
    "initialize",
    {
      protocolVersion: "2025-11-25",
      capabilities: { roots: 1 },
      clientInfo: { name: "", version: "" },
    },
    /"capabilities"/,
  ],
  ["subscriptions/listen", {}, /"notifications" is missing/],
];

/** SEP-2575: since 2026-07-28 they are unknown methods, whatever their parameters. */
const removed = ["initialize", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"];

test("methods that a revision has removed are unknown to it", async () => {
  for (const method of removed) {
    const body = { jsonrpc: "2.0", id: "a", method, params: modern.meta };
    const response = await handler.fetch(requestOf(body, modern.headersFor(method)));
    const { id, error } = (await response.json()) as ErrorAnswer;
    assert.deepEqual([response.status, id, error.code], [404, "a", -32_601], method);
  }
});

test("malformed parameters of every method are -32602 with one sentence, in every revision that has it", async () => {
  for (const [method, params, words] of malformed) {
    const { _meta: own } = params as { _meta?: object | number };
    const meta = { _meta: typeof own === "number" ? own : { ...modern.meta._meta, ...own } };
    for (const request of [
      requestOf({ jsonrpc: "2.0", id: "a", method, params }),
      requestOf(
        { jsonrpc: "2.0", id: "a", method, params: { ...params, ...meta } },
        modern.headersFor(method),
      ),
    ].slice(0, removed.includes(method) ? 1 : 2)) {
      const response = await handler.fetch(request);
      const { id, error } = (await response.json()) as ErrorAnswer;
      const said = `${method} ${JSON.stringify(params)}: ${error.message}`;
      assert.deepEqual([response.status, id, error.code], [200, "a", -32_602], said);
      assert.match(error.message, words, said);
      assert.match(error.message, /^[^\n]{1,300}\.$/, said);
    }
  }
});

interface ErrorAnswer {
  readonly id: string;
  readonly error: { readonly code: number; readonly message: string };
}

test("null for an optional member is as if it were absent", async () => {
  for (const params of [
    null,
    { _meta: null },
    { cursor: null },
    { _meta: { progressToken: null } },
  ])
    assert.match(
      await textOf(requestOf({ jsonrpc: "2.0", id: 1, method: "tools/list", params })),
      /"name":"assess_location"/,
    );
  const params = { name: "fire_story", arguments: { fire: "Park", other: null } };
  const story = { jsonrpc: "2.0", id: 1, method: "prompts/get", params };
  assert.match(await textOf(requestOf(story)), /"messages":/);
});

test("a client that accepts anything, or does not say what, is answered", async () => {
  for (const accept of ["*/*", "text/html, */*;q=0.8", null]) {
    const asked = new Request(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...(accept !== null && { accept }) },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    assert.match(await textOf(asked), /"name":"assess_location"/, String(accept));
  }
});

test("a byte order mark before a message is skipped", async () => {
  const ping = '\ufeff{"jsonrpc":"2.0","id":1,"method":"ping"}';
  assert.match(await textOf(requestOf(ping)), /"result":\{\}/);
  const { child, lines, write, send, ended } = startProgram(["--embedded"]);
  write(`${ping}\n`);
  send(initialize("2025-11-25"));
  child.stdin.end();
  assert.equal(await ended, 0);
  assert.deepEqual(lines()[0], { jsonrpc: "2.0", id: 1, result: {} });
});

async function textOf(request: Request): Promise<string> {
  return (await handler.fetch(request)).text();
}
