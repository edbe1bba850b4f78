import type { Context } from "hono";
import { addressOf } from "./caller.ts";
import { isLoopback, type Settings } from "./read-settings.ts";

/** A proxy on this machine may forward requests from others, so forwarded ones do not count. */
export function isFromThisMachine(c: Context, settings: Pick<Settings, "trustProxy">): boolean {
  const { headers } = c.req.raw;
  const address = addressOf(c, settings)?.replace(/^::ffff:/i, "");
  const isForwarded = ["forwarded", "x-forwarded-for", "via"].some((name) => headers.has(name));
  return !isForwarded && address !== undefined && isLoopback(address);
}
