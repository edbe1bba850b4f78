import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { freePort } from "@emberline/test-support/free-port";
import { fixtures, type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import { type ServiceProcess, startServiceProcess } from "@emberline/test-support/service-process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type Nginx, startNginx } from "../support/nginx.ts";
import { RedisProcess } from "../support/redis.ts";

const key = "emberline_key-of-the-load";
const revoked = "emberline_key-to-be-revoked";
const client = { EMBERLINE_CLIENT_ID: "load", EMBERLINE_CLIENT_SECRET: "hush-hush-load" };
const headers = { authorization: `Bearer ${key}` };
const time = "2024-06-01/2024-08-01";
const detections = { collection: "svc:hotspots", time };

/** Calls whose answers do not depend on the time of day. */
const calls: readonly (readonly [tool: string, input: Record<string, unknown>])[] = [
  ["query_features", { ...detections, limit: 3 }],
  ["query_features", { ...detections, near: "50,10", radius_km: 40, sort: "-frp" }],
  ["query_features", { collection: "svc:satellite-perimeters", near: "50.05,10.05" }],
  ["summarize_features", { ...detections, group_by: ["satellite"] }],
  ["assess_location", { near: "50,10", time }],
  ["compare_periods", { collection: "svc:hotspots", before: "2024-07-01", after: "2024-07-02" }],
  ["get_feature", { collection: "svc:hotspots", id: "h1" }],
  ["describe_collection", { collection: "svc:hotspots" }],
  ["list_collections", {}],
  ["find_place", { name: "Armidale" }],
];

/** The answer to a call, without what differs from call to call. */
type Ask = (tool: string, input: Record<string, unknown>) => Promise<unknown>;

/** A connection that broke after the answer had begun, which no proxy can repeat. */
class CutError extends Error {}

let redis: RedisProcess;
let folder: string;
let services: ServiceProcess[] = [];
let servers: ServerProcess[] = [];
let nginx: Nginx;
/** By the name of a tool and its input, from one server with the service embedded in it. */
const expected = new Map<string, unknown>();

const args = ["--data", fixtures];

async function writeKeys(...keys: readonly string[]): Promise<void> {
  const entries = keys.map((each, index) => ({
    name: `caller-${index}`,
    sha256: createHash("sha256").update(each).digest("hex"),
  }));
  await writeFile(join(folder, "keys.json"), JSON.stringify({ keys: entries }));
}

const startService = (port?: number) =>
  startServiceProcess(
    args,
    {
      ...client,
      EMBERLINE_SIGNING_SECRET: "signs-the-tokens-of-both-services-0123456789",
      EMBERLINE_REDIS_URL: redis.url,
    },
    port,
  );

const startServer = (publicUrl: string, baseUrl: string, port?: number) =>
  startServerProcess([], {
    ...(port !== undefined && { port }),
    env: {
      ...client,
      EMBERLINE_BASE_URL: baseUrl,
      EMBERLINE_KEYS_FILE: join(folder, "keys.json"),
      EMBERLINE_PUBLIC_URL: publicUrl,
      EMBERLINE_REDIS_URL: redis.url,
    },
  });

before(async () => {
  redis = await RedisProcess.start();
  folder = await mkdtemp(join(tmpdir(), "emberline-load-"));
  await writeKeys(key, revoked);
  const alone = await startServerProcess(args, { env: client });
  try {
    const ask = overHttp(alone.url);
    for (const [tool, input] of calls)
      expected.set(JSON.stringify([tool, input]), await ask(tool, input));
    expected.set("export", await exportOf(alone.url));
  } finally {
    await alone.stop();
  }

  const [port, serverPort, otherPort] = await Promise.all([freePort(), freePort(), freePort()]);
  services = await Promise.all([startService(), startService()]);
  nginx = await startNginx({
    port,
    servers: [serverPort, otherPort].map((each) => `http://127.0.0.1:${each}`),
    services: services.map(({ url }) => url),
  });
  servers = await Promise.all(
    [serverPort, otherPort].map((each) => startServer(nginx.url, nginx.servicesUrl, each)),
  );
});
after(async () => {
  await nginx?.stop();
  await Promise.all([...servers, ...services].map((each) => each.stop()));
  await redis.close();
  await rm(folder, { recursive: true });
});

/** Reads whole answers, so that a broken one is known as such. */
async function fetchWhole(input: string | URL, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(input, init);
  const { status, headers } = response;
  if (init.method !== "POST" || status === 202) return response;
  const body = await response.arrayBuffer().catch(() => {
    throw new CutError();
  });
  // The body is not compressed any more.
  const kept = new Headers(headers);
  kept.delete("content-encoding");
  return new Response(body, { status, headers: kept });
}

function overHttp(url: string): Ask {
  return async (tool, input) => {
    const response = await fetchWhole(`${url}/tools/${tool}`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(input),
    });
    const answer = await response.json();
    assert.equal(response.status, 200, JSON.stringify(answer));
    return answer;
  };
}

/** The text of an exported file. */
async function exportOf(url: string): Promise<string> {
  const input = { ...detections, format: "geojson" };
  const { url: link } = (await overHttp(url)("export_features", input)) as { url: string };
  const response = await fetch(link);
  const text = await response.text().catch(() => {
    throw new CutError();
  });
  assert.equal(response.status, 200, text);
  return text;
}

const info = { name: "emberline-tests", version: "0" };

async function overMcp(): Promise<Ask & { close(): Promise<void> }> {
  const connected = new Client(info, { versionNegotiation: { mode: "auto" } });
  const url = new URL("/mcp", nginx.url);
  const transport = new StreamableHTTPClientTransport(url, {
    fetch: fetchWhole,
    requestInit: { headers },
  });
  await connected.connect(transport);
  return Object.assign(
    async (name: string, input: Record<string, unknown>) =>
      (await connected.callTool({ name, arguments: input })).structuredContent,
    { close: () => connected.close() },
  );
}

async function overOlderMcp(): Promise<Ask & { close(): Promise<void> }> {
  const connected = new OlderClient(info);
  const url = new URL("/mcp", nginx.url);
  await connected.connect(new OlderTransport(url, { fetch: fetchWhole, requestInit: { headers } }));
  return Object.assign(
    async (name: string, input: Record<string, unknown>) =>
      (await connected.callTool({ name, arguments: input })).structuredContent,
    { close: () => connected.close() },
  );
}

test("no answer is wrong and no call is lost when a server, a service and Redis are killed under load", async () => {
  let cut = 0;
  let isOver = false;
  /** What is waited for: the questions that were not answered since. */
  let missing = new Set<string>();
  let onWhole: () => void = () => {};
  /** Resolves when every question was answered this many times, one time after the other. */
  const rounds = async (count: number) => {
    for (let index = 0; index < count; index++) {
      missing = new Set(expected.keys());
      await new Promise<void>((resolve) => {
        onWhole = resolve;
      });
    }
  };
  const count = (question: string) => {
    missing.delete(question);
    if (missing.size === 0) onWhole();
  };
  /** Asks, and once more after a cut. */
  const answerOf = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof CutError)) throw error;
        cut += 1;
      }
    }
  };
  const worker = async (ask: Ask, first: number) => {
    for (let index = first; !isOver; index++) {
      const [tool, input] = calls[index % calls.length]!;
      const answer = await answerOf(() => ask(tool, input));
      const question = JSON.stringify([tool, input]);
      assert.deepEqual(answer, expected.get(question), tool);
      count(question);
    }
  };
  const exporter = async () => {
    while (!isOver) {
      assert.equal(await answerOf(() => exportOf(nginx.url)), expected.get("export"));
      count("export");
    }
  };
  const sabotage = async () => {
    await rounds(1);
    servers[0]!.child.kill("SIGKILL");
    await rounds(2);
    servers[0] = await startServer(nginx.url, nginx.servicesUrl, portOf(servers[0]!));
    await rounds(1);
    services[1]!.child.kill("SIGKILL");
    await rounds(2);
    services[1] = await startService(services[1]!.port);
    await rounds(1);
    await redis.kill();
    await rounds(2);
    // Without Redis too, a key that leaves the file is refused by all.
    await writeKeys(key);
    for (const { url } of servers) while ((await list(url, revoked)) !== 401) await rounds(1);
    await redis.start();
    for (const { url } of servers) while ("notice" in (await readiness(url))) await rounds(1);
    await rounds(1);
    isOver = true;
  };
  for (const { url } of servers) assert.equal(await list(url, revoked), 200);
  const clients = await Promise.all([overMcp(), overMcp(), overOlderMcp(), overOlderMcp()]);
  const http = [1, 2, 3, 4].map(() => overHttp(nginx.url));
  try {
    await Promise.all([
      sabotage(),
      exporter(),
      ...[...http, ...clients].map((ask, index) => worker(ask, 3 * index)),
    ]);
  } finally {
    isOver = true;
    await Promise.all(clients.map((each) => each.close()));
  }
  // Each kill can cut at most what every client was being answered.
  assert.ok(cut <= 2 * (http.length + clients.length + 1), `${cut} answers were cut`);
  for (const { output } of [...servers, ...services])
    for (const hidden of [redis.password, key, client.EMBERLINE_CLIENT_SECRET])
      assert.ok(!output().includes(hidden));
});

const portOf = ({ url }: ServerProcess) => Number(new URL(url).port);

async function list(url: string, bearer: string): Promise<number> {
  const authorization = `Bearer ${bearer}`;
  return (await fetch(`${url}/tools`, { headers: { authorization } })).status;
}

async function readiness(url: string): Promise<object> {
  return (await (await fetch(`${url}/readyz`)).json()) as object;
}
