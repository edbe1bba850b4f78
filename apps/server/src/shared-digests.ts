import { createHash } from "node:crypto";
import type { McpHttpOptions } from "@emberline/mcp-server";
import { type State, sealedValues } from "@emberline/state";
import { type ServiceSettings, secretOf } from "@emberline/tools";
import type { Settings } from "./read-settings.ts";
import { version } from "./version.ts";

/**
 * Readings of watched areas that replicas share; undefined without Redis. As kept answers, they are
 * named by the hash of what they depend on, and encrypted with a key of the credentials.
 */
export function sharedDigests(
  { values, shared }: Pick<State, "values" | "shared">,
  service: ServiceSettings,
  { roles }: Pick<Settings, "roles">,
): McpHttpOptions["digests"] {
  if (!shared) return undefined;
  const secret = secretOf(service);
  const { baseUrl, featuresPath, clientId, authHeader } = service;
  const source = [version, baseUrl, featuresPath, clientId, authHeader?.name, secret, roles];
  const nameOf = (key: string) => {
    const digest = createHash("sha256").update(JSON.stringify([...source, key]));
    return `watch:${digest.digest("base64url")}`;
  };
  const sealed = sealedValues(values, secret, "emberline watches");
  return {
    get: (key) => sealed.get(nameOf(key)),
    set: (key, value, lifeMs) => sealed.set(nameOf(key), value, lifeMs),
  };
}
