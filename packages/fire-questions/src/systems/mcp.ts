import { once } from "node:events";
import { Client, ProtocolError, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
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

/** How long a server may take to list its tools again, when it is in doubt. */
const proofTimeoutMs = 10_000;

/** Longer messages of a server end its connection: of stdio, the default of the SDK. */
const maxMessageBytes = 10_000_000;

/** Characters of an error, and of a command's stderr, that are shown. */
const maxSaid = 500;

/** A connection to a server, and what the server is. */
interface Session {
  readonly client: Client;
  readonly tools: readonly Tool[];
  /** What last went wrong, and the end of what its command has written to stderr. */
  said(): string;
}

/**
 * The tools of an MCP server, over one connection for all conversations.
 *
 * @throws {Error} when it cannot be started or reached
 */
export async function connectMcp(settings: McpSettings): Promise<System> {
  let session = openSession(settings);
  const { client, tools } = await session;
  const { name = "unnamed", version = "" } = client.getServerVersion() ?? {};
  const instructions = client.getInstructions();
  return {
    name: `${name} ${version}`.trim(),
    open: () => ({
      ...(instructions !== undefined && { instructions }),
      tools: () => tools,
      async call(tool, input) {
        const mine = session;
        const current = await mine;
        try {
          return await call(current.client, tool, input);
        } catch (error) {
          if (error instanceof ProtocolError || (await isAnswering(current)))
            return { text: messageOf(error), isError: true };
          // As hosts do; all conversations that lost it share the new one.
          if (session === mine) session = reopen(current, settings);
          await session;
          const text = `The server of the tools ended or gave no answer, and was started again: ${told(error, current)}`;
          return { text, isError: true };
        }
      },
    }),
    [Symbol.asyncDispose]: () =>
      session.then(
        (current) => current.client.close(),
        () => {},
      ),
  };
}

async function openSession(settings: McpSettings): Promise<Session> {
  const { version, signal } = settings;
  const client = new Client(
    { name: "fire-questions", version },
    { versionNegotiation: { mode: "auto" } },
  );
  const { transport, said: written } = transportOf(settings);
  let fault = "";
  client.onerror = ({ message }) => {
    fault = message.slice(0, maxSaid);
  };
  const said = () => [fault, written().trim()].filter((each) => each !== "").join(": ");
  try {
    const listed = client.connect(transport).then(() => listTools(client));
    const tools: readonly Tool[] = await Promise.race([
      listed,
      ...(signal ? [once(signal, "abort")] : []),
    ]);
    signal?.throwIfAborted();
    if (tools.length === 0) throw new Error("it lists no tools");
    return { client, tools, said };
  } catch (error) {
    await client.close();
    signal?.throwIfAborted();
    const message = `The MCP server cannot be reached: ${told(error, { said })}`;
    throw new Error(message, { cause: error });
  }
}

async function reopen({ client }: Session, settings: McpSettings): Promise<Session> {
  await client.close();
  return openSession(settings);
}

/** Whether a server is there, after a call without an answer. */
async function isAnswering({ client }: Session): Promise<boolean> {
  const options = { timeout: proofTimeoutMs, cacheMode: "bypass" } as const;
  return client.listTools(undefined, options).then(
    () => true,
    () => false,
  );
}

/** The way to a server, and the end of what its command has written to stderr. */
function transportOf({ server, headers = {}, environment = {} }: McpSettings) {
  if (/^https?:\/\//iu.test(server)) {
    const options = { requestInit: { headers }, fetch: fetchShort };
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

/** `fetch` of answers that fit into memory. */
async function fetchShort(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes <= maxMessageBytes) controller.enqueue(chunk);
      else controller.error(new Error(`The server sent more than ${maxMessageBytes} bytes.`));
    },
  });
  return new Response(response.body?.pipeThrough(limit) ?? null, response);
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
}

/** An error with what the server's command said before it. */
function told(error: unknown, { said }: Pick<Session, "said">): string {
  const parts = [...new Set([messageOf(error).slice(0, maxSaid), said()])];
  return parts.filter((each) => each !== "").join(": ");
}

/** `fetch` says what went wrong only in the cause of its error. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? messageOf(error.cause) : error.message;
}
