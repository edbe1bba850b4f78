import type { ToolCall } from "./calls.ts";
import { toolPath } from "./tool-path.ts";

/**
 * The call as a command for a POSIX shell.
 *
 * @param withKey whether the server asks for a key. It stays a variable: commands are shared, keys
 *   must not be.
 */
export function toCurl(origin: string, { tool, args }: ToolCall, withKey: boolean): string {
  const lines = [
    `curl ${quote(`${origin}${toolPath(tool)}`)}`,
    ...(withKey ? ['-H "Authorization: Bearer $EMBERLINE_API_KEY"'] : []),
    `-H ${quote("Content-Type: application/json")}`,
    `-d ${quote(JSON.stringify(args))}`,
  ];
  return lines.join(" \\\n  ");
}

/** Quotes text for a POSIX shell; a single quote must stand outside the quoted parts. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The call as a message of MCP, for the server's `/mcp`. */
export function toJsonRpc({ tool, args }: ToolCall): string {
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: tool, arguments: args },
  };
  return JSON.stringify(message, null, 2);
}

/** The call as a script in Python 3, by its standard library alone. */
export function toPython(origin: string, { tool, args }: ToolCall, withKey: boolean): string {
  const key = withKey
    ? ['        "Authorization": "Bearer " + os.environ["EMBERLINE_API_KEY"],']
    : [];
  return [
    "import json",
    ...(withKey ? ["import os"] : []),
    "import urllib.request",
    "",
    `arguments = ${literal(args)}`,
    "request = urllib.request.Request(",
    `    ${literal(`${origin}${toolPath(tool)}`)},`,
    "    json.dumps(arguments).encode(),",
    "    {",
    '        "Content-Type": "application/json",',
    ...key,
    "    },",
    ")",
    "with urllib.request.urlopen(request) as answer:",
    "    print(json.dumps(json.load(answer)))",
    "",
  ].join("\n");
}

const words: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [null, "None"],
  [true, "True"],
  [false, "False"],
]);

/** JSON as Python writes it; its strings are Python's too. */
function literal(value: unknown): string {
  const word = words.get(value);
  if (word !== undefined) return word;
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "object") {
    const members = Object.entries(value!).filter(([, member]) => member !== undefined);
    return `{${members.map(([name, member]) => `${literal(name)}: ${literal(member)}`).join(", ")}}`;
  }
  return JSON.stringify(value);
}

/** The call as a module in TypeScript, by the typed client. */
export function toTypeScript(origin: string, { tool, args }: ToolCall, withKey: boolean): string {
  const key = withKey ? ", key: process.env.EMBERLINE_API_KEY" : "";
  return [
    'import { createToolsClient } from "@emberline/client";',
    "",
    `const tools = createToolsClient({ url: ${JSON.stringify(origin)}${key} });`,
    `const answer = await tools.call(${JSON.stringify(tool)}, ${JSON.stringify(args, null, 2)});`,
    "console.log(JSON.stringify(answer));",
    "",
  ].join("\n");
}
