import { copyFile, mkdtemp, readdir, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "@emberline/test-support/free-port";
import { fixtures } from "@emberline/test-support/programs";
import { emberlineServer, retained, startMeasured, stop, usage } from "../lib/child.ts";
import { hotspotCount, hotspotsFile, hotspotsFolder, timeOf } from "../lib/hotspots.ts";
import { load, type Post } from "../lib/http-load.ts";
import { type HttpServer, startHttpServer, untilReady } from "../lib/http-server.ts";
import { median } from "../lib/interleave.ts";
import type { Line, Row } from "../lib/row.ts";

const program = "../../packages/reference-service/dist/bin.js";
const service = fileURLToPath(new URL(program, import.meta.url));
const client = { EMBERLINE_CLIENT_ID: "bench", EMBERLINE_CLIENT_SECRET: "bench-secret" };
const rounds = 5;
const sessions = 200;

const detections = { collection: "svc:hotspots", time: timeOf(400_000, 500_000) };
const area = [-20, -10, 20, 30];
/** Where the first of the hotspots are. */
const place = { near: "-20.69,43.01", time: detections.time };

interface Question {
  readonly name: string;
  readonly tool: string;
  readonly input: object;
  /** In a round. */
  readonly requests: number;
}

/** What callers ask of each tool, from the least work to the most. */
const questions: readonly Question[] = [
  { name: "list", tool: "list_collections", input: {}, requests: 100 },
  { name: "simulations", tool: "list_simulations", input: {}, requests: 50 },
  { name: "place", tool: "find_place", input: { name: "Armidale" }, requests: 100 },
  {
    name: "feature",
    tool: "get_feature",
    input: { collection: "svc:hotspots", id: "0000009e3779b1" },
    requests: 50,
  },
  {
    name: "page",
    tool: "query_features",
    input: { ...detections, bbox: area, limit: 20 },
    requests: 10,
  },
  {
    name: "summary",
    tool: "summarize_features",
    input: { ...detections, bbox: area, group_by: ["satellite"] },
    requests: 10,
  },
  { name: "location", tool: "assess_location", input: { ...place, radius_km: 100 }, requests: 10 },
  { name: "fire", tool: "assess_fire", input: { fire: "ALPHA" }, requests: 10 },
  {
    name: "comparison",
    tool: "compare_periods",
    input: {
      collection: "svc:hotspots",
      bbox: area,
      before: timeOf(300_000, 350_000),
      after: timeOf(400_000, 450_000),
    },
    requests: 5,
  },
  {
    name: "description",
    tool: "describe_collection",
    input: { collection: "svc:hotspots" },
    requests: 10,
  },
  { name: "map", tool: "show_map", input: { ...place, radius_km: 200 }, requests: 3 },
  {
    name: "export",
    tool: "export_features",
    input: { ...place, collection: "svc:hotspots", radius_km: 200, format: "geojson" },
    requests: 5,
  },
];

/**
 * What a call, a session and a feature cost a server and a service in processes of their own: the
 * figures of docs/scale.md. CPU time, since other work on the machine changes it least.
 */
export const capacity: Row = {
  name: "capacity",
  async run() {
    const empty = await startService([]);
    const emptyBytes = (await retained(empty.child)).residentBytes;
    await stop(empty.child);
    const full = await startService(["--data", process.env.CAPACITY_DATA ?? (await folderOfAll())]);
    const server = await startHttpServer(emberlineServer, {
      env: { ...client, EMBERLINE_BASE_URL: full.origin },
    });
    try {
      await untilReady(server);
      const lines: Line[] = [];
      for (const question of questions) lines.push(await costOf(question, server, full));
      lines.push(await sessionOf(server));
      const { residentBytes } = await retained(full.child);
      lines.push({
        name: "capacity-feature",
        value: (residentBytes - emptyBytes) / hotspotCount,
        unit: "bytes of memory of the service for a detection",
        goal: { kind: "≤", bound: 450 },
        measured: { unit: "bytes", empty: emptyBytes, full: residentBytes },
      });
      return lines;
    } finally {
      await Promise.all([stop(server.child), stop(full.child)]);
    }
  },
};

/** The hotspots, and the other collections of the tests' data. */
async function folderOfAll(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "emberline-bench-capacity-"));
  const hotspots = hotspotsFile(await hotspotsFolder());
  await symlink(hotspots, join(folder, basename(hotspots)));
  for (const name of await readdir(fixtures))
    if (name !== basename(hotspots)) await copyFile(join(fixtures, name), join(folder, name));
  return folder;
}

async function startService(args: readonly string[]): Promise<HttpServer> {
  const port = await freePort();
  const child = startMeasured(service, {
    env: client,
    args: ["serve", "--quiet", "--port", String(port), ...args],
  });
  child.stdout?.resume();
  const origin = `http://127.0.0.1:${port}`;
  // It listens once its data is loaded.
  while (!(await fetch(`${origin}/healthz`).catch(() => null))) {
    if (child.exitCode !== null) throw new Error("the service did not start");
    await sleep(100);
  }
  return { child, origin };
}

/** CPU time of the server for a call, and of the service behind it. */
async function costOf(
  { name, tool, input, requests }: Question,
  server: HttpServer,
  { child }: HttpServer,
): Promise<Line> {
  const request: Post = {
    path: `/tools/${tool}`,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
    expected: "{",
  };
  const ofServer: number[] = [];
  const ofService: number[] = [];
  // The first round is for the compiler.
  for (let round = 0; round <= rounds; round++) {
    const before = await usage(child);
    const { cpuUs } = await load(server, request, { connections: 1, requests });
    if (round === 0) continue;
    ofServer.push(cpuUs);
    ofService.push(((await usage(child)).cpuUs - before.cpuUs) / requests);
  }
  const [own, behind] = [median(ofServer), median(ofService)];
  return {
    name: `capacity-${name}`,
    value: (own + behind) / 1000,
    unit: `ms of CPU time for a call of ${tool}, service included`,
    goal: { kind: "≤", bound: 1000 },
    measured: { unit: "µs of CPU time", server: own, service: behind },
  };
}

/** Memory of the server for a session of an older MCP client. */
async function sessionOf(server: HttpServer): Promise<Line> {
  const before = (await retained(server.child)).heapBytes;
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "bench", version: "0" },
    },
  };
  for (let session = 0; session < sessions; session++) {
    const response = await fetch(`${server.origin}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify(message),
    });
    await response.text();
    if (!response.headers.has("mcp-session-id")) throw new Error("no session was begun");
  }
  const after = (await retained(server.child)).heapBytes;
  return {
    name: "capacity-session",
    value: (after - before) / sessions / 1000,
    unit: "kB of memory of the server for a session of an older MCP client",
    goal: { kind: "≤", bound: 300 },
    measured: { unit: "bytes", before, after },
  };
}
