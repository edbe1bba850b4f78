import assert from "node:assert/strict";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { test } from "node:test";
import { type EndlessService, startEndlessService } from "@emberline/test-support/endless-service";
import {
  cleanEnvironment,
  programs,
  root,
  runtimes,
  startServerProcess,
} from "@emberline/test-support/programs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OlderStdioTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OlderHttpTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const info = { name: "emberline-tests", version: "0" };
const args = { collection: "svc:hotspots" };
const summary = { name: "summarize_features", arguments: args };

/** A caller that can begin the endless call, leave it, and make another. */
interface Caller {
  begin(): { leave(): unknown; readonly ended: Promise<unknown> };
  /** Another call on the same surface, answered only after everything before it was read. */
  another(): Promise<unknown>;
}

/**
 * Leaves an endless call in its third page, while the service is
 * silent, and counts what comes after.
 */
async function leaveHalfWay(service: EndlessService, caller: Caller): Promise<void> {
  const before = service.pages();
  const call = caller.begin();
  await service.reached(before + 3);
  const { abandoned } = await service.hold();
  const pages = service.pages();
  call.leave();
  await beforeSoftDeadline(abandoned);
  service.release();
  await call.ended;
  await caller.another();
  assert.equal(service.pages(), pages, "pages asked for after the caller left");
}

/** A call that is not cancelled would end at its soft deadline, 21 s after it began. */
async function beforeSoftDeadline(abandoned: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("the call went on after its caller left")), 15_000);
  });
  await Promise.race([abandoned, late]).finally(() => clearTimeout(timer));
}

function mcpCaller(
  call: (options: { signal: AbortSignal; onprogress: () => void }) => Promise<unknown>,
  another: () => Promise<unknown>,
): Caller {
  return {
    begin() {
      const cancel = new AbortController();
      let isLeft = false;
      const onprogress = () => assert.ok(!isLeft, "progress after the caller left");
      const ended = call({ signal: cancel.signal, onprogress }).then(
        () => assert.fail("the call was cancelled"),
        () => undefined,
      );
      return {
        leave: () => {
          isLeft = true;
          cancel.abort();
        },
        ended,
      };
    },
    another,
  };
}

const list = { name: "list_collections", arguments: {} };

test("a call over HTTP ends with its caller, in both generations of MCP and as function calling", async (t) => {
  const service = await startEndlessService();
  const server = await startServerProcess([], { env: service.env });
  t.after(() => Promise.all([server.stop(), service.close()]));
  const url = new URL("/mcp", server.url);

  await t.test("MCP 2026-07-28: the client aborts", async () => {
    const client = new Client(info, { versionNegotiation: { mode: "auto" } });
    await client.connect(new StreamableHTTPClientTransport(url));
    const caller = mcpCaller(
      (options) => client.callTool(summary, options),
      () => client.callTool(list),
    );
    await leaveHalfWay(service, caller);
    await client.close();
  });

  await t.test("MCP 2025-11-25: the client sends notifications/cancelled", async () => {
    const client = new OlderClient(info);
    await client.connect(new OlderHttpTransport(url));
    const caller = mcpCaller(
      (options) => client.callTool(summary, undefined, options),
      () => client.callTool(list),
    );
    await leaveHalfWay(service, caller);
    await client.close();
  });

  await t.test("MCP 2025-11-25: the client closes its connection", async () => {
    const client = new OlderClient(info);
    await client.connect(new OlderHttpTransport(url));
    const ended = client.callTool(summary).catch(() => undefined);
    await leaveHalfWay(service, {
      begin: () => ({ leave: () => client.close(), ended }),
      another: () => fetch(new URL("/tools/list_collections", server.url), { method: "POST" }),
    });
  });

  const turn = [summary, list].map(({ name, arguments: input }) => ({
    id: name,
    function: { name, arguments: JSON.stringify(input) },
  }));
  const rows = { accept: "application/x-ndjson" };
  const forms: [path: string, body: unknown, headers: Record<string, string>][] = [
    ["/tools/summarize_features", args, {}],
    ["/tools/summarize_features", args, { "idempotency-key": '"a-1"' }],
    ["/tools/summarize_features", args, { accept: "text/event-stream" }],
    ["/tools/query_features", args, rows],
    ["/tools/query_features", args, { ...rows, "accept-encoding": "br" }],
    ["/tools/call", turn, {}],
  ];
  for (const [path, body, headers] of forms) {
    const form = Object.entries(headers).flat().join(" ");
    await t.test(`POST ${path} ${form}: the connection is closed`, async () => {
      await leaveHalfWay(service, {
        begin() {
          const sent = httpRequest(new URL(path, server.url), {
            method: "POST",
            headers: { "content-type": "application/json", ...headers },
          });
          const ended = new Promise((resolve) => sent.once("close", resolve));
          sent.on("error", () => {}).end(JSON.stringify(body));
          return { leave: () => sent.destroy(), ended };
        },
        another: () => fetch(new URL("/tools/list_collections", server.url), { method: "POST" }),
      });
    });
  }
});

const [command, ...before] = runtimes.node;
const stdio = (service: EndlessService) => ({
  command,
  args: [...before, `${root}/${programs.mcp}`],
  cwd: root,
  env: cleanEnvironment(service.env),
  stderr: "ignore" as const,
});

test("a call over stdio ends with notifications/cancelled, in both generations of MCP", async (t) => {
  const service = await startEndlessService();
  t.after(() => service.close());

  await t.test("2026-07-28", async () => {
    const client = new Client(info, { versionNegotiation: { mode: "auto" } });
    await client.connect(new StdioClientTransport(stdio(service)));
    const caller = mcpCaller(
      (options) => client.callTool(summary, options),
      () => client.callTool(list),
    );
    await leaveHalfWay(service, caller);
    await client.close();
  });

  await t.test("2025-11-25", async () => {
    const client = new OlderClient(info);
    await client.connect(new OlderStdioTransport(stdio(service)));
    const caller = mcpCaller(
      (options) => client.callTool(summary, undefined, options),
      () => client.callTool(list),
    );
    await leaveHalfWay(service, caller);
    await client.close();
  });
});

test("emberline-mcp exits when its stdin ends, even during calls, and sends no more requests", async (t) => {
  const { spawn } = await import("node:child_process");
  const service = await startEndlessService();
  t.after(() => service.close());
  const { command, args, cwd, env } = stdio(service);
  const child = spawn(command, args, {
    cwd,
    env: { ...env, EMBERLINE_DRAIN_SECONDS: "0.5" },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const send = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  send({
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: info },
  });
  await once(child.stdout, "data");
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/call", params: summary });
  await service.reached(3);
  await service.hold();
  const pages = service.pages();
  const exited = once(child, "exit");
  child.stdin.end();
  assert.deepEqual(await exited, [0, null]);
  assert.equal(service.pages(), pages);
});
