import { createTokenStore, type TokenStore } from "@emberline/core";
import { keyFrom, type State } from "@emberline/state";
import { type ServiceSettings, secretOf } from "@emberline/tools";

/** Tokens for the service that replicas share, encrypted with a key of the client's secret. */
export function sharedTokens(
  { values, shared }: Pick<State, "values" | "shared">,
  service: ServiceSettings,
): { readonly tokens?: TokenStore } {
  if (!shared) return {};
  const storage = {
    getItem: (key: string) => values.get(key),
    setItem: (key: string, value: string, { ttl } = { ttl: 0 }) =>
      values.set(key, value, ttl * 1000),
  };
  const encryptionKey = keyFrom(secretOf(service), "emberline tokens");
  return { tokens: createTokenStore(storage, { encryptionKey }) };
}
