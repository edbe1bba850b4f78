import assert from "node:assert/strict";
import { join } from "node:path";
import {
  cleanEnvironment,
  programs,
  type Runtime,
  root,
  runtimes,
} from "@emberline/test-support/programs";
import { catalogue } from "@emberline/tools";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

/** The outcome of a call, in the same form for every surface. */
type Outcome =
  | { readonly ok: true; readonly answer: Answer; readonly attachments?: readonly Content[] }
  | { readonly ok: false; readonly message: string };

// Answers are validated by the tool's own output schema before a test sees them.
// biome-ignore lint/suspicious/noExplicitAny: the members differ by tool
export type Answer = Record<string, any>;

/** MCP content in addition to the text: a picture, or a link to a file. */
interface Content {
  readonly type: string;
  readonly [member: string]: unknown;
}

export interface Surface {
  readonly name: string;
  call(tool: string, input?: unknown): Promise<Outcome>;
  close(): Promise<void>;
}

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

const info = { name: "emberline-tests", version: "0" };

/** Streamable HTTP by the second line's client, in the newest revision. */
export async function mcpHttp(url: string, fetch: Fetch = globalThis.fetch): Promise<Surface> {
  const client = new Client(info, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url), { fetch }));
  return mcpSurface("MCP over HTTP, 2026-07-28", client);
}

/** Streamable HTTP by the first line's client, which opens with `initialize`. */
export async function olderMcpHttp(url: string, fetch: Fetch = globalThis.fetch): Promise<Surface> {
  const client = new OlderClient(info);
  await client.connect(new OlderTransport(new URL("/mcp", url), { fetch }));
  return mcpSurface("MCP over HTTP, 2025-11-25", client);
}

interface StdioOptions {
  readonly runtime?: Runtime;
  /** How a program is started, if not by a runtime of this repository. */
  readonly command?: readonly [string, ...string[]];
  /** Default: this repository. */
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** The program's file; default the one that was built here. */
  readonly file?: string;
  /** Receives what the program writes to stderr. */
  readonly onLog?: (text: string) => void;
}

/** emberline-mcp as a process of its own. */
export async function mcpStdio(
  args: readonly string[],
  {
    runtime = "node",
    command: [command, ...before] = runtimes[runtime],
    cwd = root,
    env = {},
    file = join(root, programs.mcp),
    onLog,
  }: StdioOptions = {},
): Promise<Surface> {
  const client = new Client(info, { versionNegotiation: { mode: "auto" } });
  const stdio = new StdioClientTransport({
    command,
    args: [...before, file, ...args],
    cwd,
    env: cleanEnvironment(env),
    stderr: onLog ? "pipe" : "ignore",
  });
  stdio.stderr?.on("data", (chunk) => onLog?.(String(chunk)));
  await client.connect(stdio);
  return mcpSurface("MCP over stdio", client);
}

interface McpClient {
  callTool(params: {
    name: string;
    arguments?: Record<string, unknown>;
  }): Promise<{ [member: string]: unknown }>;
  close(): Promise<void>;
}

function mcpSurface(name: string, client: McpClient): Surface {
  return {
    name,
    async call(tool, input = {}) {
      const result = await client.callTool({
        name: tool,
        arguments: input as Record<string, unknown>,
      });
      const [content, ...attachments] = result.content as Content[];
      if (result.isError) {
        const { code, message } = JSON.parse(String(content!.text));
        return { ok: false, message: `${code}: ${message}` };
      }
      assert.equal(
        content!.text,
        JSON.stringify(result.structuredContent),
        "the text is the structured content, word for word",
      );
      return { ok: true, answer: checked(tool, result.structuredContent), attachments };
    },
    close: () => client.close(),
  };
}

/** HTTP function calling. */
export function httpTools(url: string, fetch: Fetch = globalThis.fetch): Surface {
  return {
    name: "HTTP",
    async call(tool, input = {}) {
      const response = await fetch(new URL(`/tools/${tool}`, url), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(input),
      });
      const body = (await response.json()) as Answer;
      if (response.ok) return { ok: true, answer: checked(tool, body) };
      assert.equal(response.headers.get("content-type"), "application/problem+json");
      assert.equal(body.status, response.status);
      return { ok: false, message: `${body.code}: ${body.detail}` };
    },
    close: async () => {},
  };
}

/** The answer, asserted to be exactly what the tool's output schema declares. */
function checked(name: string, answer: unknown): Answer {
  const tool = catalogue.find((each) => each.name === name);
  assert.ok(tool, `${name} is in the catalogue`);
  assert.deepEqual(tool.output.parse(answer), answer);
  return answer as Answer;
}

/** The answer of a call that must succeed. */
export async function answerOf(surface: Surface, tool: string, input?: unknown): Promise<Answer> {
  const outcome = await surface.call(tool, input);
  assert.ok(outcome.ok, outcome.ok ? "" : `${surface.name}: ${outcome.message}`);
  return outcome.answer;
}

/** The message of a call that must fail. */
export async function errorOf(surface: Surface, tool: string, input?: unknown): Promise<string> {
  const outcome = await surface.call(tool, input);
  assert.ok(!outcome.ok, `${surface.name}: ${tool} should have refused ${JSON.stringify(input)}`);
  return outcome.message;
}
