import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { appInProcess } from "@emberline/test-served/in-process";
import { eventually } from "@emberline/test-support/eventually";
import {
  cleanEnvironment,
  programs,
  root,
  startServerProcess,
} from "@emberline/test-support/programs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { StandIns } from "./feeds/stand-ins/stand-ins.ts";
import { makeWorld } from "./feeds/world.ts";

const dayMs = 86_400_000;
const nowMs = Date.now();
const todayMs = nowMs - (nowMs % dayMs);
const dayOf = (epochMs: number) => new Date(epochMs).toISOString().slice(0, 10);

/**
 * Final detections of NOAA-21 of yesterday and today: this satellite has no standard product, and
 * real-time rows give way to final ones of the same pixel, so a count of rows is not theirs.
 */
const question = {
  collection: "svc:hotspots",
  time: `${dayOf(todayMs - dayMs)}/${dayOf(todayMs)}`,
  filter: "satellite = 'N21' AND version = '2.0NRT'",
  limit: 1,
};

interface Answer {
  readonly matched: number;
  readonly complete: boolean;
  readonly service_notices?: readonly string[];
  readonly notices?: readonly string[];
}

async function standIns(t: TestContext): Promise<StandIns> {
  const sources = await StandIns.start({
    world: makeWorld({ start: todayMs - 3 * dayMs, days: 5 }),
  });
  sources.now = nowMs;
  t.after(() => sources.close().catch(() => undefined));
  return sources;
}

/** Counts the final detections of a direct request: each time, position and pixel once. */
async function countDirectly(sources: StandIns): Promise<number> {
  const path = `/api/area/csv/${sources.key}/VIIRS_NOAA21_NRT/world/2`;
  const text = await (await fetch(sources.url("firms") + path)).text();
  const [header = "", ...lines] = text.trim().split("\n");
  const names = header.split(",");
  const keys = ["latitude", "longitude", "acq_date", "acq_time", "scan", "track"];
  const places = keys.map((name) => names.indexOf(name));
  const rows = lines.map((line) => line.split(","));
  const final = rows.filter((row) => row[names.indexOf("version")] === "2.0NRT");
  return new Set(final.map((row) => places.map((i) => row[i]).join())).size;
}

async function ask(client: Client, given: object = question): Promise<Answer> {
  const { structuredContent } = await client.callTool({
    name: "query_features",
    arguments: { ...given },
  });
  return structuredContent as unknown as Answer;
}

const info = { name: "emberline-tests", version: "0" };

async function clientOf(url: string): Promise<Client> {
  const client = new Client(info);
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url)));
  return client;
}

test("a server that is started with --live answers over MCP from the sources, with credit", async (t) => {
  const sources = await standIns(t);
  const server = await startServerProcess(["--live"], { env: sources.environment() });
  t.after(() => server.stop());
  await eventually(async () => {
    const { status, notice } = (await (await fetch(`${server.url}/readyz`)).json()) as Record<
      string,
      unknown
    >;
    assert.deepEqual([status, notice], ["ready", undefined]);
  });
  const client = await clientOf(server.url);
  t.after(() => client.close());
  const expected = await countDirectly(sources);
  assert.ok(expected > 0);
  const { matched, notices = [] } = await ask(client);
  assert.equal(matched, expected);
  assert.match(
    notices.join("\n"),
    /Credit: "NASA FIRMS \(https:\/\/earthdata\.nasa\.gov\/firms\)"/,
  );

  const status = await (await fetch(`${server.url}/playground/status`)).text();
  assert.match(status, /"data":"real".*"read_at":"2/);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  assert.match(metrics, /emberline_feed_age_seconds\{feed="firms-viirs-noaa21-nrt"\} \d/);
  assert.match(metrics, /emberline_feed_failures_total\{feed="wfigs-perimeters"\} 0\n/);
  assert.equal(await server.stop(), 0);
  const shown = [status, metrics, server.output(), JSON.stringify(notices)].join("\n");
  assert.match(server.output(), /NOAA-21.*: every \d+ min/);
  assert.ok(!shown.includes(sources.key));
});

test("emberline-mcp --live answers from the sources, and ends with its input", async (t) => {
  const sources = await standIns(t);
  const client = new Client(info);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(root, programs.mcp), "--live"],
    env: cleanEnvironment(sources.environment()),
    stderr: "ignore",
  });
  await client.connect(transport);
  t.after(() => client.close());
  const expected = await countDirectly(sources);
  await eventually(async () => assert.equal((await ask(client)).matched, expected));
});

test("an answer before the first reading says that nothing is known", async (t) => {
  const sources = await standIns(t);
  for (let i = 0; i < 100; i++) sources.faults.next("firms", "html-503");
  const server = await startServerProcess(["--live"], { env: sources.environment() });
  t.after(() => server.stop());
  const client = await clientOf(server.url);
  t.after(() => client.close());
  const {
    matched,
    complete,
    service_notices: said = [],
  } = await ask(client, {
    collection: question.collection,
  });
  assert.deepEqual([matched, complete], [0, false]);
  assert.match(said.join("\n"), /An empty answer does not mean that there are no hotspots/);
  const refused = await client.callTool({ name: "query_features", arguments: question });
  assert.match(JSON.stringify(refused), /An empty answer does not mean that there are no hotspots/);
});

test("nothing is fetched unless live feeds are asked for", async (t) => {
  const sources = await standIns(t);
  const fetchApp = await appInProcess([], sources.environment());
  assert.equal((await fetchApp("/readyz")).status, 200);
  assert.deepEqual(sources.requests, []);
});

test("a folder keeps what was read: a restart serves it while the sources are down", async (t) => {
  const data = await mkdtemp(join(tmpdir(), "emberline-live-"));
  t.after(() => rm(data, { recursive: true }));
  const sources = await standIns(t);
  const args = ["--live", "--data", join(data, "new")];
  const env = sources.environment(data);
  const first = await startServerProcess(args, { env });
  t.after(() => first.child.kill("SIGKILL"));
  const expected = await countDirectly(sources);
  await eventually(async () => {
    const client = await clientOf(first.url);
    const { matched, notices = [] } = await ask(client).finally(() => client.close());
    assert.deepEqual(
      [matched, notices.filter((text) => /not been read/.test(text))],
      [expected, []],
    );
  });

  const other = await startServerProcess(args, { env });
  const asked = sources.requests.length;
  const ofOther = await clientOf(other.url);
  assert.equal((await ask(ofOther)).matched, expected);
  await ofOther.close();
  assert.equal(await other.stop(), 0);
  assert.equal(sources.requests.length, asked);

  first.child.kill("SIGKILL");
  await sources.close();
  const second = await startServerProcess(args, { env });
  t.after(() => second.stop());
  const client = await clientOf(second.url);
  assert.equal((await ask(client)).matched, expected);
  await client.close();
});
