import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import {
  fixtures,
  programs,
  root,
  type ServerProcess,
  startServerProcess,
} from "@emberline/test-support/programs";
import { valuesOf } from "@emberline/test-support/records";
import { decode } from "fast-png";
import { aiSdk } from "./ai-sdk.ts";
import type { ClientUnderTest, Connection, Reply } from "./client.ts";
import { langChain } from "./langchain.ts";
import { mcpRemote } from "./mcp-remote.ts";
import { mcporter } from "./mcporter.ts";
import { olderSdk } from "./older-sdk.ts";
import { openaiAgents } from "./openai-agents.ts";
import { sdkClients } from "./sdk.ts";
import { StartedPrograms } from "./started-programs.ts";

const clients = [...sdkClients, olderSdk, openaiAgents, aiSdk, langChain, mcporter, mcpRemote];

const tools = [
  "assess_fire",
  "assess_location",
  "compare_periods",
  "describe_collection",
  "export_features",
  "find_place",
  "get_feature",
  "list_collections",
  "list_simulations",
  "query_features",
  "show_map",
  "summarize_features",
];
const key = "a-key-of-the-tests-of-clients";
const day = "2024-07-01";
const query = { collection: "svc:hotspots", bbox: [9.5, 49.5, 12.5, 50.5], time: day };

/** The features that the query matches, read from the file. */
const expected = readFileSync(join(fixtures, "hotspots.geojsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line))
  .filter(({ geometry, properties }) => {
    const [lon, lat] = geometry?.coordinates ?? [];
    const isInside = lon >= 9.5 && lon <= 12.5 && lat >= 49.5 && lat <= 50.5;
    return isInside && properties.datetime?.startsWith(day);
  })
  .map(({ id, geometry, properties }) => [id, ...geometry.coordinates, properties.datetime]);

let server: ServerProcess;
let keyed: ServerProcess;

before(async () => {
  [server, keyed] = await Promise.all([
    startServerProcess(["--data", fixtures]),
    startServerProcess(["--data", fixtures], { env: { EMBERLINE_API_KEYS: key } }),
  ]);
});

after(() => Promise.all([server?.stop(), keyed?.stop()]));

for (const client of clients) {
  if (client.stdio) test(`${client.name} over stdio`, (t) => overStdio(t, client));
  if (client.http) test(`${client.name} over HTTP`, (t) => overHttp(t, client));
}

async function overStdio(t: TestContext, client: ClientUnderTest): Promise<void> {
  const started = await startPrograms(t);
  started.holdData();
  const program = started.program(join(root, programs.mcp), ["--embedded", fixtures]);
  const connection = await client.stdio!(program);
  t.after(() => connection.close());
  await t.test("lists the tools before the data is loaded", () =>
    listsTheTools(connection, client),
  );
  started.releaseData();
  await answersCalls(t, connection, client);
  await t.test("receives the picture of a map", async () => {
    const { picture } = await call(connection, "show_map", { bbox: query.bbox, time: day });
    assertMap(picture!);
  });
  await connection.close();
  await t.test("leaves no process", async () => {
    const { count, filesRead } = await started.ended();
    assert.ok(count > 0);
    assert.ok(filesRead > 0, "the data was held");
  });
}

async function overHttp(t: TestContext, client: ClientUnderTest): Promise<void> {
  const started = await startPrograms(t);
  const connection = await client.http!({ url: `${server.url}/mcp`, headers: {} }, started);
  t.after(() => connection.close());
  await t.test("lists the tools", () => listsTheTools(connection, client));
  await answersCalls(t, connection, client);
  await t.test("receives the picture of a map, and a link to it", async () => {
    const { text, picture } = await call(connection, "show_map", { bbox: query.bbox, time: day });
    assertMap(picture!);
    const served = await fetch(JSON.parse(text).picture_url);
    assert.equal(served.headers.get("content-type"), "image/png");
    assertMap(Buffer.from(await served.arrayBuffer()));
  });
  await t.test("sends a bearer key", async () => {
    const headers = { Authorization: `Bearer ${key}` };
    const withKey = await client.http!({ url: `${keyed.url}/mcp`, headers }, started);
    await listsTheTools(withKey, client);
    await withKey.close();
  });
  await connection.close();
  await t.test("leaves no process", async () => {
    const { count } = await started.ended();
    assert.equal(count > 0, client === mcpRemote);
  });
}

async function startPrograms(t: TestContext): Promise<StartedPrograms> {
  const started = new StartedPrograms();
  await started.listen();
  t.after(() => started.close());
  return started;
}

async function listsTheTools(connection: Connection, client: ClientUnderTest): Promise<void> {
  assert.equal(connection.revision, client.revision);
  assert.deepEqual((await connection.listTools()).sort(), tools);
}

async function answersCalls(
  t: TestContext,
  connection: Connection,
  { ownRefusal }: ClientUnderTest,
): Promise<void> {
  await t.test("calls a tool", async () => {
    const { text } = await call(connection, "query_features", query);
    const answer = JSON.parse(text);
    assert.deepEqual(valuesOf(answer, "id", "lon", "lat", "time").sort(), expected);
    assert.deepEqual([answer.matched, answer.complete], [expected.length, true]);
  });
  await t.test("receives an error that says what was meant", async () => {
    const wrong = { ...query, collection: "svc:hotspot" };
    const { isError, text } = await connection.call("query_features", wrong);
    assert.ok(isError);
    assert.match(text, /Unknown collection \\"svc:hotspot\\"\. Did you mean \\"svc:hotspots\\"\?/);
  });
  const loose = { ...query, limit: "1", properties: "frp" };
  if (ownRefusal)
    await t.test("refuses values of other types itself", async () => {
      const { isError, text } = await connection.call("query_features", loose);
      assert.ok(isError);
      assert.match(text, ownRefusal);
    });
  else
    await t.test("values of other types are read as meant", async () => {
      const { returned, matched, notices } = JSON.parse(
        (await call(connection, "query_features", loose)).text,
      );
      assert.deepEqual([returned, matched], [1, expected.length]);
      assert.match(notices.join(" "), /read as meant: limit as 1; properties as \["frp"\]/);
    });
}

/** The reply to a call that must succeed. */
async function call(
  connection: Connection,
  tool: string,
  input: Record<string, unknown>,
): Promise<Reply> {
  const reply = await connection.call(tool, input);
  assert.ok(!reply.isError, reply.text);
  return reply;
}

function assertMap(picture: Buffer): void {
  const { width, height } = decode(picture);
  assert.deepEqual([width, height], [1024, 768]);
}
