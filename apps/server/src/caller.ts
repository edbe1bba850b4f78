import { isIP } from "node:net";
import type { Context } from "hono";
import type { Settings } from "./read-settings.ts";

/** Records the caller of a request: the number of its key, or its network. */
export function setCaller(c: Context, caller: string): void {
  c.set("caller", caller);
}

/** The caller of a request, for limits per caller. */
export function callerOf(c: Context): string {
  return c.get("caller") ?? "unknown";
}

/** The address of the caller, from the socket or a trusted proxy. */
export function addressOf(
  c: Context,
  { trustProxy }: Pick<Settings, "trustProxy">,
): string | undefined {
  // Each proxy appends the address that it saw; earlier entries come from the caller.
  const forwarded = c.req.header("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
  if (trustProxy && isIP(forwarded)) return forwarded;
  // Absent if the request did not arrive on a socket, as in tests.
  return c.env?.incoming?.socket?.remoteAddress;
}
