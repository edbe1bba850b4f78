import type { Caller } from "../caller.ts";
import type { LiveGrants } from "./live-grants.ts";

/** The longest possible timer. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Aborts when the caller may no longer listen: its key is revoked, or its token has expired.
 *
 * @param request aborts when the caller has left
 */
export function endOf(
  { grant, expiresAtMs }: Caller,
  grants: LiveGrants,
  request: AbortSignal,
): AbortSignal {
  const signals: AbortSignal[] = [];
  if (grant) signals.push(grants.revocationOf(grant));
  if (expiresAtMs !== undefined) signals.push(expiryOf(expiresAtMs, request));
  return AbortSignal.any(signals);
}

/** `AbortSignal.timeout` joined by `any` is lost to garbage collection (Node 20). */
function expiryOf(expiresAtMs: number, request: AbortSignal): AbortSignal {
  const expiry = new AbortController();
  const leftMs = Math.max(0, expiresAtMs - Date.now());
  const timer = setTimeout(() => expiry.abort(), Math.min(leftMs, maxTimerMs)).unref();
  request.addEventListener("abort", () => clearTimeout(timer), { once: true });
  return expiry.signal;
}
