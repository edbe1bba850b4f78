import { createHmac } from "node:crypto";
import { type Circuit, type Client, createClient } from "@emberline/core";
import type { EmbeddedService } from "@emberline/reference-service";
import { cursorKeyOf, openClient, syntheticDataNotice } from "@emberline/tools";
import { servicePath } from "./embedded-service.ts";
import type { Settings } from "./read-settings.ts";

export interface Upstream {
  readonly client: Client;
  /** Signs cursors; equal in all processes that use the same API client. */
  readonly cursorKey: Uint8Array;
  /** Signs the URLs of files; equal in the same processes. */
  readonly linkKey: Uint8Array;
  readonly notices: readonly string[];
  /** Undefined for an embedded service, which is never unreachable. */
  readonly circuit?: Circuit | undefined;
  /** The embedded service, if any. */
  readonly embedded?: EmbeddedService;
}

/** @param origin this server's address, for example `http://127.0.0.1:3000` */
export async function openUpstream(
  settings: Pick<Settings, "service" | "embedded" | "circuitFailures">,
  origin: string,
  log?: (text: string) => void,
): Promise<Upstream> {
  const { service, embedded: options, circuitFailures } = settings;
  if (service) {
    const opened = openClient(service, circuitFailures, log);
    return { ...opened, ...keysOf(service.clientSecret), notices: [] };
  }
  const { embed } = await import("@emberline/reference-service");
  const embedded = await embed({ ...options, baseUrl: origin + servicePath, log });
  const { baseUrl, clientId, clientSecret, fetch } = embedded;
  return {
    client: createClient({ baseUrl, clientId, clientSecret, fetch }),
    ...keysOf(clientSecret),
    notices: embedded.synthetic ? [syntheticDataNotice] : [],
    embedded,
  };
}

/** Keys for signatures, each for one purpose. */
function keysOf(secret: string): Pick<Upstream, "cursorKey" | "linkKey"> {
  const linkKey = createHmac("sha256", "emberline links").update(secret).digest();
  return { cursorKey: cursorKeyOf(secret), linkKey };
}
