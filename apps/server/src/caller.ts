import { isIP } from "node:net";
import type { Context } from "hono";
import type { Settings } from "./settings.ts";

/** Notes whose request it is: a key by its number, or a network. */
export function setCaller(c: Context, caller: string): void {
  c.set("caller", caller);
}

/** Whose request it is, for limits by caller. */
export function callerOf(c: Context): string {
  return c.get("caller") ?? "unknown";
}

/** The address that a request comes from: by its socket, or as a trusted proxy says. */
export function addressOf(
  c: Context,
  { trustProxy }: Pick<Settings, "trustProxy">,
): string | undefined {
  // Each proxy adds to the end what it saw itself; the beginning is whatever the caller wrote.
  const forwarded = c.req.header("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
  if (trustProxy && isIP(forwarded)) return forwarded;
  // Absent where a request comes through no socket.
  return c.env?.incoming?.socket?.remoteAddress;
}
