import { isIP } from "node:net";
import { requestIdOf } from "@emberline/http-tools";
import { isFromThisMachine as isOwn } from "@emberline/settings/node";
import type { Context } from "hono";
import type { Allowance } from "./access/allowance.ts";
import type { Grant } from "./access/grants.ts";
import type { Settings } from "./read-settings.ts";

export function isFromThisMachine(c: Context, settings: Pick<Settings, "trustProxy">): boolean {
  return isOwn(c.req.raw.headers, addressOf(c, settings));
}

/** Who sent a request. */
export interface Caller {
  /** The key, the subject of the token, or the network: for limits per caller. */
  readonly name: string;
  /** What the caller may do, if the keys file says so. */
  readonly grant?: Grant | undefined;
  /** The name of its key among those of its organization, if it has one. */
  readonly key?: string | undefined;
  /** Aborts when its key, or its organization, is revoked. */
  readonly revoked?: AbortSignal | undefined;
  /** What this request may use of its grant's limits, if it has any. */
  readonly allowance?: Allowance;
  /** When its token expires, if it has one. */
  readonly expiresAtMs?: number;
}

/** Records the caller of a request. */
export function setCaller(c: Context, caller: Caller): void {
  c.set("caller", caller);
}

/** The caller of a request, also in an app inside the app. */
export function callerOf(c: Context): Caller {
  return c.get("caller") ?? c.env?.caller ?? { name: "unknown" };
}

/** The environment for an app inside the app, which has a context of its own. */
export function withCaller(c: Context): object {
  return { ...c.env, caller: callerOf(c), requestId: requestIdOf(c) };
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
