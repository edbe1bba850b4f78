import { once } from "node:events";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { System, Tool, ToolResult } from "./system.ts";

export interface McpSettings {
  /** A command for stdio, or the URL of a server over Streamable HTTP. */
  readonly server: string;
  /** Headers of requests over HTTP. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Variables that a command gets besides those that every program needs. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly version: string;
  /** Ends the attempt to reach the server. */
  readonly signal?: AbortSignal;
}

const callTimeoutMs = 120_000;

/** Characters of a command's stderr that an error shows. */
const maxSaid = 500;

/**
 * The tools of an MCP server, over one connection for all conversations.
 *
 * @throws {Error} when it cannot be started or reached
 */
export async function connectMcp(settings: McpSettings): Promise<System> {
  const client = new Client(
    { name: "fire-questions", version: settings.version },
    { versionNegotiation: { mode: "auto" } },
  );
  const { signal } = settings;
  const { transport, said } = transportOf(settings);
  let isClosed = false;
  try {
    await Promise.race([client.connect(transport), ...(signal ? [once(signal, "abort")] : [])]);
    signal?.throwIfAborted();
    client.onclose = () => {
      isClosed = true;
    };
    const tools = await listTools(client);
    const { name = "unnamed", version = "" } = client.getServerVersion() ?? {};
    const instructions = client.getInstructions();
    return {
      name: `${name} ${version}`.trim(),
      open: () => ({
        ...(instructions !== undefined && { instructions }),
        tools: () => tools,
        async call(tool, input) {
          const result = await call(client, tool, input);
          if (isClosed) throw new Error("The MCP server has ended.");
          return result;
        },
      }),
      [Symbol.asyncDispose]: () => client.close(),
    };
  } catch (error) {
    await client.close();
    signal?.throwIfAborted();
    const told = [messageOf(error), said().trim()].filter((each) => each !== "").join(": ");
    throw new Error(`The MCP server cannot be reached: ${told}`, { cause: error });
  }
}

/** The way to a server, and the end of what its command has written to stderr. */
function transportOf({ server, headers = {}, environment = {} }: McpSettings) {
  if (/^https?:\/\//iu.test(server)) {
    const options = { requestInit: { headers } };
    return {
      transport: new StreamableHTTPClientTransport(new URL(server), options),
      said: () => "",
    };
  }
  const [command, ...args] = wordsOf(server);
  if (command === undefined) throw new Error("The command of --mcp is empty.");
  const env = { ...getDefaultEnvironment(), ...environment };
  const transport = new StdioClientTransport({ command, args, env, stderr: "pipe" });
  let tail = "";
  transport.stderr?.on("data", (chunk) => {
    tail = `${tail}${chunk}`.slice(-maxSaid);
  });
  return { transport, said: () => tail };
}

/** The words of a command: quotes keep spaces, and nothing else has a meaning. */
function wordsOf(command: string): string[] {
  const words = command.match(/(?:"[^"]*"|'[^']*'|[^\s"']+)+/gu) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/gu, "$1$2"));
}

async function listTools(client: Client): Promise<readonly Tool[]> {
  const { tools } = await client.listTools();
  return tools.map(({ name, title, description = "", inputSchema }) => ({
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema,
  }));
}

async function call(
  client: Client,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Promise<ToolResult> {
  try {
    const { content, structuredContent, isError } = await client.callTool(
      { name, arguments: input },
      { timeout: callTimeoutMs },
    );
    const texts = content.map((block) => {
      if (block.type === "text") return block.text;
      if (block.type === "resource_link") return `[${block.name}: ${block.uri}]`;
      if (block.type === "resource")
        return "text" in block.resource ? block.resource.text : `[${block.resource.uri}]`;
      return `[${block.type}]`;
    });
    const text = texts.length > 0 ? texts.join("\n") : JSON.stringify(structuredContent ?? null);
    return { text, isError: isError === true };
  } catch (error) {
    return { text: messageOf(error), isError: true };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
