import assert from "node:assert/strict";
import { test } from "node:test";
import { InMemoryTransport, type JSONRPCMessage } from "@modelcontextprotocol/client";
import { PostMessageTransport } from "@modelcontextprotocol/ext-apps";
import { AppBridge, type McpUiHostContext } from "@modelcontextprotocol/ext-apps/app-bridge";
import { Host } from "../src/host/host.ts";

/** A host and the page's side of it, over a transport in memory. */
async function connect({
  context = {},
  prepare = () => {},
}: {
  context?: McpUiHostContext;
  prepare?: (bridge: AppBridge) => void;
} = {}) {
  const capabilities = { serverTools: {}, message: { text: {} }, updateModelContext: { text: {} } };
  const info = { name: "tests", version: "0" };
  const bridge = new AppBridge(null, info, capabilities, { hostContext: context });
  prepare(bridge);
  const [ofBridge, ofPage] = InMemoryTransport.createLinkedPair();
  await bridge.connect(ofBridge);
  const host = new Host({ autoResize: false });
  await host.connect(ofPage);
  return { bridge, host, send: (message: object) => ofBridge.send(message as JSONRPCMessage) };
}

/** Resolves once the host's state is as asked. */
function until(host: Host, isThere: () => boolean): Promise<void> {
  if (isThere()) return Promise.resolve();
  return new Promise((resolve) => {
    const leave = host.subscribe(() => {
      if (!isThere()) return;
      leave();
      resolve();
    });
  });
}

test("the page learns arguments as they are written, then whole, then the answer", async () => {
  const { bridge, host } = await connect();
  assert.equal(host.state.call.phase, "waiting");
  await bridge.sendToolInputPartial({ arguments: { near: "Kla" } });
  await until(host, () => host.state.call.phase === "running");
  assert.deepEqual(host.state.call, { phase: "running", args: { near: "Kla" }, isPartial: true });
  await bridge.sendToolInput({ arguments: { near: "Klamath Falls" } });
  const structuredContent = { selection: {}, caption: "Matching: 0." };
  await bridge.sendToolResult({ content: [], structuredContent });
  await until(host, () => host.state.call.phase === "answered");
  assert.deepEqual(host.state.call, {
    phase: "answered",
    args: { near: "Klamath Falls" },
    answer: structuredContent,
  });
});

test("an answer that a host passes on as text only is read from it", async () => {
  const { bridge, host } = await connect();
  await bridge.sendToolInput({ arguments: {} });
  await bridge.sendToolResult({ content: [{ type: "text", text: '{"caption":"none"}' }] });
  await until(host, () => host.state.call.phase === "answered");
  assert.deepEqual(host.state.call, { phase: "answered", args: {}, answer: { caption: "none" } });
});

test("a tool's error and the reason of a cancellation are shown unchanged", async () => {
  const { bridge, host } = await connect();
  await bridge.sendToolInput({ arguments: {} });
  const message = "No place has that name.";
  for (const text of [
    message,
    JSON.stringify({ code: "not_found", message, retry: "corrected" }),
  ]) {
    await bridge.sendToolInput({ arguments: {} });
    await bridge.sendToolResult({ isError: true, content: [{ type: "text", text }] });
    await until(host, () => host.state.call.phase === "failed");
    assert.deepEqual(host.state.call, { phase: "failed", message });
  }
  await bridge.sendToolCancelled({ reason: "user action" });
  await until(host, () => host.state.call.phase === "cancelled");
  assert.deepEqual(host.state.call, { phase: "cancelled", reason: "user action" });
});

test("the host's theme, zone and modes are known at once, and follow its changes", async () => {
  const context = {
    theme: "light",
    timeZone: "Europe/Lisbon",
    displayMode: "inline",
    availableDisplayModes: ["inline", "fullscreen"],
  } satisfies McpUiHostContext;
  const { bridge, host } = await connect({ context });
  assert.deepEqual(host.state.context, context);
  assert.deepEqual(host.state.can, { callTools: true, ask: true, fullscreen: true });
  bridge.setHostContext({ ...context, theme: "dark" });
  await until(host, () => host.state.context.theme === "dark");
  assert.equal(host.state.context.timeZone, "Europe/Lisbon");
});

test("full screen is asked of the host, which decides", async () => {
  const asked: string[] = [];
  const { host } = await connect({
    context: { displayMode: "inline", availableDisplayModes: ["inline", "fullscreen"] },
    prepare(bridge) {
      bridge.onrequestdisplaymode = async ({ mode }) => {
        asked.push(mode);
        return { mode };
      };
    },
  });
  await host.toggleFullscreen();
  assert.equal(host.state.context.displayMode, "fullscreen");
  await host.toggleFullscreen();
  assert.deepEqual(asked, ["fullscreen", "inline"]);
});

test("a question becomes a user message, and the features in view become context of the model", async () => {
  const messages: unknown[] = [];
  const { host } = await connect({
    prepare(bridge) {
      bridge.onmessage = async (message) => {
        messages.push(message);
        return messages.length === 1 ? {} : { isError: true };
      };
      bridge.onupdatemodelcontext = async (update) => {
        messages.push(update);
        return {};
      };
    },
  });
  assert.equal(await host.ask("What burns here?"), true);
  await host.tell("In view: nothing.");
  assert.deepEqual(messages, [
    { role: "user", content: [{ type: "text", text: "What burns here?" }] },
    { content: [{ type: "text", text: "In view: nothing." }] },
  ]);
  assert.equal(await host.ask("And here?"), false);
});

test("the page calls tools of the server; a refusal is the tool's sentence", async () => {
  const called: unknown[] = [];
  const { host } = await connect({
    prepare(bridge) {
      bridge.oncalltool = async (params) => {
        called.push([params.name, params.arguments]);
        return called.length === 1
          ? { content: [], structuredContent: { rows: [] } }
          : { isError: true, content: [{ type: "text", text: "busy: try again." }] };
      };
    },
  });
  const { signal } = new AbortController();
  const args = { layer: "svc:hotspots" };
  assert.deepEqual(await host.call("map_features", args, signal), { rows: [] });
  assert.deepEqual(called, [["map_features", args]]);
  await assert.rejects(host.call("map_features", args, signal), { message: "busy: try again." });
});

let deep: unknown = [];
for (let depth = 0; depth < 10_000; depth++) deep = [deep];
const large = "x".repeat(11_000_000);
const strange: [method: string, params: object][] = [
  ["tool-result", { content: "x" }],
  ["tool-result", { content: [{ type: "text" }] }],
  ["tool-result", { content: [], structuredContent: { caption: large } }],
  ["tool-result", { content: [{ type: "text", text: large }] }],
  ["tool-result", { content: [], structuredContent: { selection: deep } }],
  ["tool-result", { content: [], structuredContent: { rows: new Array(11_000_000).fill(0) } }],
  ["tool-input", { arguments: "x" }],
  ["tool-input", { arguments: { time: deep } }],
  ["tool-input-partial", { arguments: { near: large } }],
  ["tool-cancelled", { reason: 7 }],
  ["host-context-changed", { theme: "red" }],
  ["host-context-changed", { locale: large }],
  ["no-such-thing", {}],
];

test("messages of the host that are wrong or too large change nothing", async () => {
  const { bridge, host, send } = await connect({ context: { theme: "dark" } });
  const structuredContent = { selection: {}, caption: "Matching: 0." };
  await bridge.sendToolResult({ content: [], structuredContent });
  await until(host, () => host.state.call.phase === "answered");
  const before = host.state;
  for (const [method, params] of strange) {
    await send({ jsonrpc: "2.0", method: `ui/notifications/${method}`, params });
    await send({ jsonrpc: "2.0", id: 7, method: `ui/${method}`, params });
    await new Promise(setImmediate);
    assert.deepEqual(host.state, before, method);
  }
});

test("a tool's answer that is too large is refused", async () => {
  const { host } = await connect({
    prepare(bridge) {
      bridge.oncalltool = async () => ({ content: [], structuredContent: { name: large } });
    },
  });
  const { signal } = new AbortController();
  await assert.rejects(host.call("get_feature", {}, signal), /too large/);
});

test("a tool's error is shown without characters that reorder it, and cut", async () => {
  const { bridge, host } = await connect();
  const text = `not\u202e_found: ${"x".repeat(20_000)}`;
  await bridge.sendToolResult({ isError: true, content: [{ type: "text", text }] });
  await until(host, () => host.state.call.phase === "failed");
  const { message } = host.state.call as { message: string };
  assert.match(message, /^not_found: x+$/);
  assert.ok(message.length <= 10_000);
});

test("messages of other windows than the host's change nothing", async () => {
  const sent: { id?: number; method?: string }[] = [];
  const parent = { postMessage: (message: object) => sent.push(message) } as unknown as Window;
  const own = new EventTarget();
  Object.assign(globalThis, { window: own });
  const tell = (source: unknown, data: object) =>
    own.dispatchEvent(Object.assign(new Event("message"), { source, data }));
  try {
    const host = new Host({ autoResize: false });
    const connected = host.connect(new PostMessageTransport(parent, parent));
    while (sent.length === 0) await new Promise(setImmediate);
    const { id } = sent[0]!;
    const greeting = {
      protocolVersion: "2026-01-26",
      hostInfo: { name: "tests", version: "0" },
      hostCapabilities: {},
      hostContext: {},
    };
    const result = { jsonrpc: "2.0", method: "ui/notifications/tool-result" };
    const params = { content: [], structuredContent: { caption: "foreign" } };
    for (const foreign of [null, own, { postMessage() {} }]) {
      tell(foreign, { jsonrpc: "2.0", id, result: greeting });
      tell(foreign, { ...result, params });
    }
    await new Promise(setImmediate);
    assert.deepEqual(host.state.call, { phase: "waiting" });
    assert.equal(sent.length, 1);
    tell(parent, { jsonrpc: "2.0", id, result: greeting });
    await connected;
    tell(own, { ...result, params });
    await new Promise(setImmediate);
    assert.deepEqual(host.state.call, { phase: "waiting" });
    tell(parent, { ...result, params });
    await until(host, () => host.state.call.phase === "answered");
  } finally {
    Reflect.deleteProperty(globalThis, "window");
  }
});

test("after the host took the page down, running calls end and nothing more is sent", async () => {
  let calls = 0;
  const cancelled = withResolvers();
  const begun = withResolvers();
  const { bridge, host } = await connect({
    prepare(bridge) {
      bridge.oncalltool = (_params, { mcpReq }) => {
        calls++;
        mcpReq.signal.addEventListener("abort", () => cancelled.resolve());
        begun.resolve();
        return new Promise(() => {});
      };
      bridge.onmessage = async () => {
        calls++;
        return {};
      };
    },
  });
  const { signal } = new AbortController();
  const running = host.call("map_features", {}, signal);
  await begun.promise;
  const [, , ended] = await Promise.all([
    bridge.teardownResource({}),
    assert.rejects(running),
    cancelled.promise.then(() => true),
  ]);
  assert.equal(ended, true);
  assert.equal(host.state.isClosed, true);
  await assert.rejects(host.call("map_features", {}, signal));
  assert.equal(await host.ask("Anyone?"), false);
  await host.tell("Nothing.");
  assert.equal(calls, 1);
});

/** `Promise.withResolvers`, which Node 20 lacks. */
function withResolvers() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
