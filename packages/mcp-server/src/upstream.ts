import { type Client, createClient } from "@emberline/core";
import { syntheticDataNotice } from "@emberline/tools";
import type { Settings } from "./settings.ts";

export interface Upstream {
  readonly client: Client;
  readonly notices: readonly string[];
}

/** The client of the operator's service, or of one embedded in this process. */
export async function openUpstream(upstream: Settings["upstream"]): Promise<Upstream> {
  if ("baseUrl" in upstream) return { client: createClient(upstream), notices: [] };
  const { embed } = await import("@emberline/reference-service");
  const { synthetic, lines, ...embedded } = await embed(upstream);
  for (const line of lines) process.stderr.write(`emberline-mcp: ${line}\n`);
  return {
    client: createClient(embedded),
    notices: synthetic ? [syntheticDataNotice] : [],
  };
}
