import { isObject, type JsonObject } from "@emberline/map-app/answer/json";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Api, ApiError } from "../server/api.ts";
import { usePlayground } from "../state/playground.ts";
import type { Client } from "./hosts.ts";

interface Tried {
  readonly isGood: boolean;
  readonly sentence: string;
}

/** Does what the client does first, from this page. */
export function TryButton({ client }: { readonly client: Client }) {
  const { api, announce } = usePlayground();
  const [tried, setTried] = useState<Tried | null>(null);
  const end = useRef(new AbortController());
  useEffect(() => {
    const { current } = end;
    return () => current.abort();
  }, []);
  const tryIt = async () => {
    const outcome = await tryClient(client, api, end.current.signal).then(
      (sentence) => ({ isGood: true, sentence }),
      (error: unknown) => {
        if (error instanceof ApiError) return { isGood: false, sentence: error.message };
        if (end.current.signal.aborted) return null;
        throw error;
      },
    );
    if (!outcome) return;
    setTried(outcome);
    announce.value = outcome.sentence;
  };
  return (
    <>
      <button type="button" class="primary" onClick={tryIt}>
        Test it
      </button>
      {tried && (
        <p class={tried.isGood ? "connect-good" : "notice error"}>
          {tried.isGood && <span aria-hidden="true">✓ </span>}
          {tried.sentence}
        </p>
      )}
    </>
  );
}

/**
 * Does what the client does first, and tells the outcome in one sentence.
 *
 * @throws {ApiError} when the server refuses or cannot be reached
 * @throws {DOMException} when `signal` aborts
 */
async function tryClient(
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
