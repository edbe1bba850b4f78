import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { eventually } from "@emberline/test-support/eventually";
import { freePort } from "@emberline/test-support/free-port";
import {
  fixtures,
  programs,
  root,
  runProgram,
  type ServerProcess,
  startServerProcess,
} from "@emberline/test-support/programs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/* One request is followed by its ids through server, service and audit log, in lines of JSON. */

interface Line {
  readonly time: string;
  readonly level: string;
  readonly message: string;
  readonly request_id?: string;
  readonly trace_id?: string;
}

/** Every line that a program printed, on stdout too. */
function linesOf({ output }: Pick<ServerProcess, "output">): Line[] {
  const lines = output().trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Line);
}

const credentials = {
  EMBERLINE_CLIENT_ID: "server",
  EMBERLINE_CLIENT_SECRET: "hush-client-secret-0123456789",
};
const key = "hush-key-of-callers-0123456789";
const json = { EMBERLINE_LOG_FORMAT: "" };
const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";

test("a call has one request id and one trace id in the lines of the service and of the audit log", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "emberline-joined-logs-"));
  t.after(() => rm(folder, { recursive: true }));
  const port = await freePort();
  const service = await startServerProcess(["--public-url", `http://127.0.0.1:${port}`], {
    file: join(root, programs.service),
    env: { ...json, ...credentials },
    port,
  });
  t.after(() => service.stop());
  const auditLog = join(folder, "audit.jsonl");
  const server = await startServerProcess([], {
    env: {
      ...json,
      ...credentials,
      EMBERLINE_BASE_URL: service.url,
      EMBERLINE_API_KEYS: key,
      EMBERLINE_AUDIT_LOG: auditLog,
      EMBERLINE_LOG_LEVEL: "debug",
    },
  });
  t.after(() => server.stop());
  const call = (authorization: string, requestId: string, input: object) =>
    fetch(`${server.url}/tools/query_features`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-request-id": requestId,
        traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
        authorization: `Bearer ${authorization}`,
      },
      body: JSON.stringify(input),
    });
  const filtered = { collection: "svc:hotspots", filter: "frp > 12.345678", limit: 1 };
  assert.equal((await call(key, "call-1", filtered)).status, 200);
  assert.equal((await call("hush-wrong-key", "call-2", filtered)).status, 401);

  const ofService = await eventually(async () => {
    const lines = linesOf(service).filter((line) => line.request_id === "call-1");
    assert.ok(lines.some(({ message }) => message.includes("/items 200")));
    return lines;
  });
  assert.ok(ofService.length >= 3);
  for (const { trace_id, level } of ofService) {
    assert.equal(trace_id, traceId);
    assert.equal(level, "info");
  }
  const [refused] = linesOf(server).filter((line) => line.request_id === "call-2");
  assert.match(refused!.message, /^a wrong key from /);
  assert.equal(refused!.level, "warning");
  assert.equal(refused!.trace_id, traceId);
  const answered = await eventually(async () => {
    const [found] = linesOf(server).filter((line) => line.request_id === "call-1");
    assert.ok(found);
    return found;
  });
  assert.match(answered.message, /^POST \/tools\/\{name\} 200 in \d+ ms$/);
  assert.deepEqual([answered.level, answered.trace_id], ["debug", traceId]);
  const audited = await eventually(async () => JSON.parse(await readFile(auditLog, "utf8")));
  assert.equal(audited.request_id, "call-1");
  assert.equal(audited.trace_id, traceId);

  for (const { output } of [server, service]) {
    assert.doesNotMatch(output(), /hush|12\.345678|claude mcp|--add-mcp/);
    for (const line of linesOf({ output })) {
      assert.ok(!Number.isNaN(Date.parse(line.time)), line.time);
      assert.ok(line.message.length > 0);
    }
  }
});

test("a call over MCP has the id of its request in the lines of the service", async (t) => {
  const port = await freePort();
  const service = await startServerProcess(["--public-url", `http://127.0.0.1:${port}`], {
    file: join(root, programs.service),
    env: { ...json, ...credentials },
    port,
  });
  t.after(() => service.stop());
  const server = await startServerProcess([], {
    env: { ...json, ...credentials, EMBERLINE_BASE_URL: service.url },
  });
  t.after(() => server.stop());
  for (const [id, options] of [
    ["mcp-2026", { versionNegotiation: { mode: "auto" as const } }],
    ["mcp-2025", {}],
  ] as const) {
    const client = new Client({ name: "logs", version: "0" }, options);
    const transport = new StreamableHTTPClientTransport(new URL("/mcp", server.url), {
      requestInit: { headers: { "x-request-id": id } },
    });
    await client.connect(transport);
    await client.callTool({ name: "query_features", arguments: { collection: "svc:hotspots" } });
    await client.close();
    const ofCall = linesOf(service).filter((line) => line.request_id === id);
    assert.ok(
      ofCall.some(({ message }) => message.includes("/items 200")),
      id,
    );
  }
});

test("without a secret of its own, a program prints none in a log", async (t) => {
  const server = await startServerProcess(["--data", fixtures], { env: json });
  t.after(() => server.stop());
  await eventually(async () =>
    assert.ok(linesOf(server).some(({ message }) => message === `MCP ${server.url}/mcp`)),
  );
  assert.doesNotMatch(server.output(), /secret|settings\/api-clients/);
  const service = await startServerProcess(["--public-url", "http://service.test"], {
    file: join(root, programs.service),
    env: json,
  });
  t.after(() => service.stop());
  const secrets = await eventually(async () => {
    const found = linesOf(service).filter(({ message }) => /secret/i.test(message));
    assert.ok(found.length > 0);
    return found;
  });
  assert.deepEqual(
    secrets.map(({ level, message }) => [level, message]),
    [["warning", "No client can call: set EMBERLINE_CLIENT_ID and EMBERLINE_CLIENT_SECRET."]],
  );
});

test("a start that fails is a line of JSON, unless text is wanted", async () => {
  const env = { EMBERLINE_LOG_FORMAT: "" };
  for (const program of ["server", "service"] as const) {
    const { stderr } = await runProgram(program, ["--port", "none"], env);
    const { level, message } = JSON.parse(stderr) as Line;
    assert.equal(level, "error");
    assert.match(message, /^--port is "none": give a whole number/);
    const asText = await runProgram(program, ["--port", "none", "--log-format", "text"], env);
    assert.match(asText.stderr, /^(?:emberline: )?--port is "none"/);
  }
});
