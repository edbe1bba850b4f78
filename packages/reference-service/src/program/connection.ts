import { isIP } from "node:net";
import type { Connection } from "../http/environment.ts";

/** The operator's settings for a proxy in front of the service. */
export interface Front {
  /** Address at which callers reach the service, without a trailing slash. */
  publicUrl?: string | undefined;
  /** A proxy states the caller and the requested address in `X-Forwarded-…`. */
  trustProxy?: boolean;
}

/** How a request arrived, from its socket or a trusted proxy. */
export function connectionOf(
  { url, headers }: Request,
  socketAddress: string | undefined,
  { publicUrl, trustProxy = false }: Front,
): Connection {
  if (!trustProxy) return { address: socketAddress, baseUrl: publicUrl };
  // Each proxy appends the address that it saw; earlier entries come from the caller.
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
