import { isObject, type JsonObject } from "../json.ts";
import type { Api } from "../server/api.ts";
import type { Client } from "./clients.ts";

/**
 * Does what the client does first, and tells the outcome in one sentence.
 *
 * @throws {ApiError} when the server refuses or cannot be reached
 * @throws {DOMException} when `signal` aborts
 */
export async function tryClient(
  { surface, format }: Client,
  api: Api,
  signal: AbortSignal,
): Promise<string> {
  const start = performance.now();
  const done =
    surface === "mcp" ? await initialize(api, signal) : await callOnce(api, format, signal);
  return `${done} in ${Math.round(performance.now() - start)} ms.`;
}

async function initialize(api: Api, signal: AbortSignal): Promise<string> {
  const { value } = await api.message(
    {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "emberline-playground", version: "0" },
      },
    },
    signal,
  );
  const { serverInfo, protocolVersion } = isObject(value.result)
    ? value.result
    : ({} as JsonObject);
  if (!isObject(serverInfo)) return "The server answered, but not as MCP does,";
  return `${String(serverInfo.name)} ${String(serverInfo.version)} answered initialize (MCP ${String(protocolVersion)})`;
}

async function callOnce(api: Api, format: string, signal: AbortSignal): Promise<string> {
  await api.read(`/tools?format=${format}`, signal);
  const answer = await api.call("list_collections", {}, signal);
  const { collections } = answer.value;
  const known = Array.isArray(collections) ? collections.length : 0;
  return `The schemas were read, and list_collections named ${known} collections`;
}
