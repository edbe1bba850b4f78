import type { Clock } from "../http/clock.ts";
import { type Exchange, earlyMs } from "./token-source.ts";

/** A token that processes share. */
export interface StoredToken {
  token: string;
  /** Wall clock, milliseconds since the Unix epoch. */
  expiresAtMs: number;
  /** Its lifetime when it was granted. */
  lifeMs: number;
}

/** Storage of shared tokens. If it fails, clients exchange tokens without it. */
export interface StoredTokens {
  get(key: string): Promise<StoredToken | undefined>;
  set(key: string, token: StoredToken): Promise<void>;
}

/** Whose tokens they are, and of which service. */
export interface TokenIdentity {
  tokenUrl: URL;
  id: string;
  secret: string;
}

/**
 * An exchange that shares its tokens with other processes through the store. It uses the wall
 * clock, the only one that processes share.
 */
export function createStoredExchange(
  exchange: Exchange,
  store: StoredTokens,
  identity: TokenIdentity,
  clock: Clock,
): Exchange {
  const key = storeKey(identity);
  return async (signal, refused) => {
    // A store that is down must not stop the client.
    const stored = await key.then((name) => store.get(name)).catch(() => undefined);
    const remainingMs = stored ? stored.expiresAtMs - clock.now() : 0;
    if (stored && stored.token !== refused && remainingMs > earlyMs(stored.lifeMs)) {
      return { token: stored.token, lifeMs: stored.lifeMs, remainingMs };
    }
    const granted = await exchange(signal, refused);
    if (Number.isFinite(granted.lifeMs)) {
      const token = {
        token: granted.token,
        lifeMs: granted.lifeMs,
        expiresAtMs: clock.now() + granted.remainingMs,
      };
      await key.then((name) => store.set(name, token)).catch(() => {});
    }
    return granted;
  };
}

/** One name per service, client id and secret: a wrong secret finds no token. */
async function storeKey(identity: TokenIdentity): Promise<string> {
  const text = JSON.stringify([identity.tokenUrl.href, identity.id, identity.secret]);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"));
  return `emberline:token:${hex.join("")}`;
}
