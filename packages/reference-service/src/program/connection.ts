import { isIP } from "node:net";
import type { Connection } from "../http/environment.ts";

/** What stands between callers and the service, as the operator says. */
export interface Front {
  /** Where callers reach the service, without a slash at the end. */
  publicUrl?: string | undefined;
  /** A proxy in front says in `X-Forwarded-…` who calls and where. */
  trustProxy?: boolean;
}

/** How a request came: by its socket, or as a trusted proxy says. */
export function connectionOf(
  { url, headers }: Request,
  socketAddress: string | undefined,
  { publicUrl, trustProxy = false }: Front,
): Connection {
  if (!trustProxy) return { address: socketAddress, baseUrl: publicUrl };
  // Each proxy adds to the end what it saw itself; the beginning is whatever the caller wrote.
  const last = (name: string) => headers.get(`X-Forwarded-${name}`)?.split(",").at(-1)?.trim();
  const address = last("For") ?? "";
  const { protocol, host } = new URL(url);
  const forwarded = `${last("Proto") ?? protocol.slice(0, -1)}://${last("Host") ?? host}`;
  const isOrigin = /^https?:/.test(forwarded) && URL.canParse(forwarded);
  return {
    address: isIP(address) ? address : socketAddress,
    baseUrl: publicUrl ?? (isOrigin ? new URL(forwarded).origin : undefined),
  };
}
