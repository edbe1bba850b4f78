import { type Client, createClient } from "@emberline/core";
import { cursorKeyOf, openClient, secretOf, syntheticDataNotice } from "@emberline/tools";
import type { Log } from "./log.ts";
import type { Settings } from "./settings.ts";

export interface Upstream {
  readonly client: Client;
  /** Signs cursors; equal in all processes that use the same API client. */
  readonly cursorKey: Uint8Array;
  readonly notices: readonly string[];
}

export interface OpenOptions {
  readonly log: Log;
  /** Called while data is loaded. */
  onLoaded?(features: number): void;
}

/** A client of the operator's service, or of one embedded in this process. */
export async function openUpstream(
  { upstream, circuitFailures }: Pick<Settings, "upstream" | "circuitFailures">,
  { log, onLoaded }: OpenOptions,
): Promise<Upstream> {
  if ("baseUrl" in upstream) {
    const cursorKey = cursorKeyOf(secretOf(upstream));
    const { client } = openClient(upstream, circuitFailures, log.warning);
    return { client, cursorKey, notices: [] };
  }
  const { embed } = await import("@emberline/reference-service");
  const embedding = embed({ ...upstream, log: log.error, onLoaded });
  const { synthetic, lines, ...embedded } = await embedding;
  lines.forEach(log.info);
  return {
    client: createClient(embedded),
    cursorKey: cursorKeyOf(embedded.clientSecret),
    notices: synthetic ? [syntheticDataNotice] : [],
  };
}
