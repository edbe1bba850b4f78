import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Audit, createApp, openUpstream, readSettings } from "emberline";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { type RecordedUpstream, startUpstream } from "./support/upstream.ts";

const origin = "http://127.0.0.1:3000";
const key = "a-key-of-some-length";
let upstream: RecordedUpstream;
let folder: string;

before(async () => {
  upstream = await startUpstream([
    { id: "operator", secret: "operator-secret", organization: "operator" },
  ]);
  folder = await mkdtemp(join(tmpdir(), "emberline-audit-"));
});
after(async () => {
  await upstream.close();
  await rm(folder, { recursive: true });
});

/** An app with an audit log, and its lines so far. */
async function startApp(name: string, environment: Record<string, string> = {}) {
  const file = join(folder, name);
  const settings = readSettings({
    args: [],
    environment: {
      ...upstream.environment,
      EMBERLINE_API_KEYS: key,
      EMBERLINE_AUDIT_LOG: file,
      ...environment,
    },
  });
  const logged: string[] = [];
  const log = (text: string) => void logged.push(text);
  const audit = new Audit({ ...settings.audit!, log });
  const app = createApp(settings, await openUpstream(settings, origin), { audit, log });
  const send = (path: string, body: object | string) =>
    app.fetch(
      new Request(new URL(path, origin), {
        method: "POST",
        headers: {
          host: "127.0.0.1:3000",
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          "x-request-id": "request-7",
        },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    );
  const linesSoFar = async () => {
    await audit.close();
    const text = await readFile(file, "utf8");
    return text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  };
  return { send, linesSoFar, file, logged };
}

test("every call on either surface is one line: who, tool, outcome, rows, tokens and time", async () => {
  const { send, linesSoFar, file } = await startApp("calls.jsonl");
  const input = { collection: "svc:hotspots", limit: 3 };
  const answer = await (await send("/tools/query_features", input)).text();
  await send("/tools/get_feature", { collection: "svc:hotspots", id: "none" });
  const params = { name: "list_collections", arguments: {} };
  await (await send("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params })).text();

  const lines = await linesSoFar();
  assert.deepEqual(
    lines.map(({ caller, surface, tool, outcome, request_id }) => [
      caller,
      surface,
      tool,
      outcome,
      request_id,
    ]),
    [
      ["key 1", "http", "query_features", "ok", "request-7"],
      ["key 1", "http", "get_feature", "not_found", "request-7"],
      ["key 1", "mcp", "list_collections", "ok", "request-7"],
    ],
  );
  const [first, second] = lines;
  assert.equal(first.rows, 3);
  assert.equal(first.tokens, encode(answer).length);
  assert.ok(Number.isInteger(first.milliseconds));
  assert.ok(!("tokens" in second) && !("rows" in second));
  for (const line of lines) assert.ok(!("arguments" in line));
  // Lines name callers.
  assert.equal((await stat(file)).mode & 0o777, 0o600);
});

test("arguments are in the log where the operator asks for them, and no secrets ever", async () => {
  const { send, linesSoFar, file } = await startApp("arguments.jsonl", {
    EMBERLINE_AUDIT_ARGUMENTS: "yes",
  });
  const input = { collection: "svc:hotspots\nforged line", limit: 3 };
  await send("/tools/query_features", input);
  const [line, ...others] = await linesSoFar();
  assert.deepEqual(line.arguments, input);
  assert.deepEqual(others, []);
  const text = await readFile(file, "utf8");
  for (const secret of [key, "operator-secret"]) assert.ok(!text.includes(secret));
});

test("arguments nested too deeply for JSON do not cost the line", async () => {
  const { send, linesSoFar, logged } = await startApp("deep.jsonl", {
    EMBERLINE_AUDIT_ARGUMENTS: "yes",
  });
  const depth = 100_000;
  const input = `{"filter": ${"[".repeat(depth)}${"]".repeat(depth)}}`;
  await send("/tools/query_features", input);
  const lines = await linesSoFar();
  assert.deepEqual(
    lines.map(({ outcome, arguments: given }) => [outcome, given]),
    [["invalid_input", "nested too deeply"]],
  );
  assert.deepEqual(logged, []);
});

test("a log that cannot be written is reported once, and calls are answered", async () => {
  const { send, linesSoFar, file, logged } = await startApp("replaced");
  await mkdir(file);
  for (const _ of [1, 2]) assert.equal((await send("/tools/list_collections", {})).status, 200);
  await assert.rejects(linesSoFar());
  assert.deepEqual(logged, ["the audit log cannot be written (EISDIR): lines are lost."]);
});

test("a line that a full disk has cut does not spoil the next", async () => {
  const { send, linesSoFar, file } = await startApp("cut");
  await mkdir(file);
  await send("/tools/list_collections", {});
  await linesSoFar().catch(() => {});
  await rm(file, { recursive: true });
  await writeFile(file, '{"time":"2026-');
  await send("/tools/list_collections", {});
  await linesSoFar().catch(() => {});
  const [cut, whole] = (await readFile(file, "utf8")).split("\n");
  assert.equal(cut, '{"time":"2026-');
  assert.equal(JSON.parse(whole!).outcome, "ok");
});

test("a file that cannot be written to is one sentence at start", async () => {
  await assert.rejects(startApp("no/such/folder"), /EMBERLINE_AUDIT_LOG .*give a file that can be/);
});
