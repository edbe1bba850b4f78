import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { type ChildOptions, emberlineMcp, emberlineServer, startMeasured, stop } from "./child.ts";
import { startHttpServer } from "./http-server.ts";
import {
  callStateless,
  httpHeaders,
  initialize,
  initialized,
  older,
  statelessHeaders,
} from "./mcp.ts";
import { stdioRpc } from "./stdio-rpc.ts";

/** One way to call the tools of a built program. */
export interface Surface {
  readonly name: string;
  /**
   * Calls a tool; the program hears of an abort in the way of the surface.
   *
   * @throws the reason of the signal, or {Error} when the program fails
   */
  call(tool: string, args: object, signal?: AbortSignal): Promise<string>;
}

/** A built program, with every way to call it. */
export interface Program {
  readonly name: string;
  readonly child: ChildProcess;
  readonly surfaces: readonly Surface[];
  close(): Promise<void>;
}

/** The server: its HTTP tools, and MCP over HTTP in both generations. */
export async function openServer(options: ChildOptions): Promise<Program> {
  const { child, origin } = await startHttpServer(emberlineServer, options);
  // While it starts, the server answers 503.
  while (!(await fetch(`${origin}/readyz`)).ok) await sleep(100);
  const session = await openSession(origin);
  const sessionHeaders = { ...httpHeaders, ...session, "mcp-protocol-version": older };
  let id = 1;
  const olderCall = (tool: string, args: object, signal?: AbortSignal) =>
    post(`${origin}/mcp`, sessionHeaders, callOf(++id, tool, args), signal);
  return {
    name: "server",
    child,
    surfaces: [
      {
        name: "POST /tools",
        call: (tool, args, signal) => post(`${origin}/tools/${tool}`, httpHeaders, args, signal),
      },
      {
        name: "MCP 2026-07-28 over HTTP",
        call: (tool, args, signal) => {
          const message = callStateless(++id, { name: tool, arguments: args });
          return post(`${origin}/mcp`, statelessHeaders(tool), message, signal);
        },
      },
      { name: "MCP 2025-11-25 over HTTP, connection closed", call: olderCall },
      {
        name: "MCP 2025-11-25 over HTTP, notifications/cancelled",
        async call(tool, args, signal) {
          const answer = olderCall(tool, args);
          const own = id;
          const cancel = () => post(`${origin}/mcp`, sessionHeaders, cancelledOf(own));
          return untilAborted(answer, signal, cancel);
        },
      },
    ],
    close: () => stop(child),
  };
}

/** The program over stdio, in one generation of MCP. */
export async function openStdio(
  revision: "2026-07-28" | "2025-11-25",
  options: ChildOptions,
): Promise<Program> {
  const child = startMeasured(emberlineMcp, options);
  const rpc = stdioRpc(child);
  if (revision === older) {
    await rpc.request(initialize);
    rpc.notify(initialized);
  }
  let id = 1;
  const name = `MCP ${revision} over stdio`;
  return {
    name,
    child,
    surfaces: [
      {
        name,
        call(tool, args, signal) {
          const own = ++id;
          const message =
            revision === older
              ? callOf(own, tool, args)
              : callStateless(own, { name: tool, arguments: args });
          const answer = rpc.request(message).then((result) => JSON.stringify(result));
          return untilAborted(answer, signal, () => rpc.notify(cancelledOf(own)));
        },
      },
    ],
    close: () => stop(child),
  };
}

function callOf(id: number, name: string, args: object) {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } };
}

function cancelledOf(requestId: number) {
  return { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } };
}

/** The answer; when the signal aborts first, the program is sent word and nothing awaited. */
function untilAborted(
  answer: Promise<string>,
  signal: AbortSignal | undefined,
  cancel: () => unknown,
): Promise<string> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    answer.then(resolve, reject);
    const onAbort = async () => {
      await cancel();
      reject(signal.reason);
    };
    signal.addEventListener("abort", () => void onAbort(), { once: true });
  });
}

async function post(
  url: string,
  headers: Record<string, string>,
  body: object,
  signal?: AbortSignal,
): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
  const text = await response.text();
  if (response.status >= 500) throw new Error(`${url}: ${response.status} ${text}`);
  return text;
}

async function openSession(origin: string): Promise<Record<string, string>> {
  const response = await fetch(`${origin}/mcp`, {
    method: "POST",
    headers: httpHeaders,
    body: JSON.stringify(initialize),
  });
  await response.text();
  const session = response.headers.get("mcp-session-id");
  if (session === null) throw new Error(`${origin} opened no session`);
  const headers = { "mcp-session-id": session };
  await post(`${origin}/mcp`, { ...httpHeaders, ...headers }, initialized);
  return headers;
}
