import { serverEverything, stop, subject } from "../lib/child.ts";
import { load, type Post } from "../lib/http-load.ts";
import { type HttpServer, startHttpServer } from "../lib/http-server.ts";
import { interleave, median, medianRatio } from "../lib/interleave.ts";
import {
  callEcho,
  callEchoStateless,
  echoed,
  httpHeaders,
  initialize,
  older,
  statelessHeaders,
} from "../lib/mcp.ts";
import type { Line, Row } from "../lib/row.ts";

const requests = 1000;
/** The raw server's first thousands of calls cost five times as much as later ones. */
const warmUpRounds = 5;

const newestCall: Post = {
  path: "/mcp",
  headers: statelessHeaders("echo"),
  body: JSON.stringify(callEchoStateless("[<id>]")),
  expected: echoed,
};

export const mcpHttp: Row = {
  name: "mcp-http",
  async run() {
    const emberline = subject("emberline-mcp-http.mjs");
    const servers = {
      raw: await startHttpServer(subject("raw-http.mjs")),
      one: await startHttpServer(emberline, { args: ["1"] }),
      eleven: await startHttpServer(emberline, { args: ["11"] }),
      everything: await startHttpServer(serverEverything, { args: ["streamableHttp"] }),
      fastmcp: await startHttpServer(subject("fastmcp-http.mjs")),
    };
    const everythingCall = await callInSession(servers.everything);
    const samples = await interleave(
      {
        raw: () => cpuUs(servers.raw, newestCall),
        one: () => cpuUs(servers.one, newestCall),
        eleven: () => cpuUs(servers.eleven, newestCall),
        everything: () => cpuUs(servers.everything, everythingCall),
        fastmcp: () => cpuUs(servers.fastmcp, olderCall()),
      },
      { warmUpRounds },
    ).finally(() => Promise.all(Object.values(servers).map(({ child }) => stop(child))));
    const { raw, one, eleven, everything, fastmcp } = samples;
    const line = (suffix: string, baseline: number[], unit: string, goal: Line["goal"]): Line => ({
      name: `mcp-http${suffix}`,
      value: medianRatio(eleven, baseline),
      unit: `× ${unit}`,
      goal,
      measured: { unit: "µs", baseline: median(baseline), emberline: median(eleven) },
    });
    return [
      line("", raw, "raw JSON-RPC on node:http, CPU per call", { kind: "≤", bound: 8 }),
      line("-everything", everything, "server-everything, CPU per call", { kind: "<", bound: 1 }),
      line("-fastmcp", fastmcp, "fastmcp, CPU per call", { kind: "<", bound: 1 }),
      line("-growth", one, "the same with 1 tool instead of 11", { kind: "≤", bound: 1.05 }),
    ];
  },
};

async function cpuUs(server: HttpServer, post: Post): Promise<number> {
  return (await load(server, post, { connections: 1, requests })).cpuUs;
}

function olderCall(session: Record<string, string> = {}): Post {
  return {
    path: "/mcp",
    headers: { ...httpHeaders, ...session, "mcp-protocol-version": older },
    body: JSON.stringify(callEcho("[<id>]")),
    expected: echoed,
  };
}

/** The older revisions open a session before the first call. */
async function callInSession({ origin }: HttpServer): Promise<Post> {
  const body = JSON.stringify(initialize);
  const response = await fetch(`${origin}/mcp`, { method: "POST", headers: httpHeaders, body });
  await response.text();
  const session = response.headers.get("mcp-session-id");
  if (session === null) throw new Error(`${origin} opened no session`);
  return olderCall({ "mcp-session-id": session });
}
