import { type Client, createClient } from "@emberline/core";
import { cursorKeyOf, syntheticDataNotice } from "@emberline/tools";
import type { Settings } from "./settings.ts";
import { toStderr } from "./to-stderr.ts";

export interface Upstream {
  readonly client: Client;
  /** Signs cursors; equal in all processes that use the same API client. */
  readonly cursorKey: Uint8Array;
  readonly notices: readonly string[];
}

/** A client of the operator's service, or of one embedded in this process. */
export async function openUpstream(upstream: Settings["upstream"]): Promise<Upstream> {
  if ("baseUrl" in upstream) {
    const cursorKey = cursorKeyOf(upstream.clientSecret);
    return { client: createClient(upstream), cursorKey, notices: [] };
  }
  const { embed } = await import("@emberline/reference-service");
  const { synthetic, lines, ...embedded } = await embed({ ...upstream, log: toStderr });
  lines.forEach(toStderr);
  return {
    client: createClient(embedded),
    cursorKey: cursorKeyOf(embedded.clientSecret),
    notices: synthetic ? [syntheticDataNotice] : [],
  };
}
