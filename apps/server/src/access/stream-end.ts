import type { Caller } from "../caller.ts";
import type { LiveGrants } from "./live-grants.ts";

/** The longest possible timer. */
const maxTimerMs = 2 ** 31 - 1;

/** Aborts when the caller may no longer listen: its key is revoked, or its token has expired. */
export function endOf({ grant, expiresAtMs }: Caller, grants: LiveGrants): AbortSignal {
  const signals: AbortSignal[] = [];
  if (grant) signals.push(grants.revocationOf(grant));
  if (expiresAtMs !== undefined) {
    const leftMs = Math.max(0, expiresAtMs - Date.now());
    signals.push(AbortSignal.timeout(Math.min(leftMs, maxTimerMs)));
  }
  return AbortSignal.any(signals);
}
