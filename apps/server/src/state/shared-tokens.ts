import { createTokenStore, type TokenStore } from "@emberline/core";
import { keyFrom } from "./sealed-values.ts";
import type { Values } from "./values.ts";

/** Tokens for the service that replicas share, encrypted with a key of the client's secret. */
export function sharedTokens(values: Values, clientSecret: string): TokenStore {
  const storage = {
    getItem: (key: string) => values.get(key),
    setItem: (key: string, value: string, { ttl } = { ttl: 0 }) =>
      values.set(key, value, ttl * 1000),
  };
  return createTokenStore(storage, { encryptionKey: keyFrom(clientSecret, "emberline tokens") });
}
