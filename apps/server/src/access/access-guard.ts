import { timingSafeEqual } from "node:crypto";
import { networkOf } from "@emberline/settings/node";
import type { CreateCounter } from "@emberline/state";
import type { Context, MiddlewareHandler } from "hono";
import { addressOf, type Caller, setCaller } from "../caller.ts";
import type { Settings } from "../read-settings.ts";
import { allowances } from "./allowance.ts";
import type { Grant } from "./grants.ts";
import { keyDigest } from "./key-digest.ts";
import type { LiveGrants } from "./live-grants.ts";
import { Refusals } from "./refusals.ts";
import { isJwt, tokenAccess } from "./token-access.ts";
import { WrongKeys } from "./wrong-keys.ts";

interface Key {
  readonly digest: Buffer;
  readonly caller: Caller;
}

interface AccessOptions {
  readonly grants: LiveGrants;
  readonly createCounter: CreateCounter;
  readonly log: (line: string) => void;
}

/**
 * Requires a bearer token: one of the operator's keys, or an access token of the issuer; records
 * the caller and counts its requests. If neither is configured, nothing is required. Wrong keys are
 * counted per network; a valid key is never refused for them.
 */
export function accessGuard(
  settings: Pick<Settings, "apiKeys" | "keysPath" | "trustProxy" | "oauth">,
  { grants, createCounter, log }: AccessOptions,
): MiddlewareHandler {
  const { apiKeys, oauth } = settings;
  const operatorKeys = apiKeys.map((key, index) => ({
    digest: keyDigest(key),
    caller: { name: `key ${index + 1}` },
  }));
  const allowanceOf = allowances(createCounter);
  const isOpen = !needsCredentials(settings);
  const refusals = new Refusals(oauth);
  const wrongKeys = new WrongKeys(createCounter, log);
  const organizations = settings.keysPath === undefined ? null : grants;
  const callerOfToken = oauth && tokenAccess(oauth, { grants: organizations, refusals, log });
  return async (c, next) => {
    const caller = await identify(c);
    if (caller instanceof Response) return caller;
    const allowance = allowanceOf(caller.grant);
    setCaller(c, allowance ? { ...caller, allowance } : caller);
    if (!allowance) return next();
    const refused = await allowance.takeRequests(1);
    if (refused) return refused;
    await next();
    allowance.writeTo(c.res.headers);
  };

  async function identify(c: Context): Promise<Caller | Response> {
    const network = networkOf(addressOf(c, settings) ?? "unknown");
    if (isOpen) return { name: network };
    const shown = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    if (shown === undefined) return refusals.keyNeeded(c);
    const known = findKey(keyDigest(shown), [...operatorKeys, ...grants.all.flatMap(keysOf)]);
    if (known) return known.caller;
    // Tokens expire in the hands of honest clients, so they do not count as wrong keys.
    if (callerOfToken && isJwt(shown)) return callerOfToken(c, shown);
    return (await wrongKeys.count(network)) ?? refusals.keyNeeded(c);
  }
}

/** Whether the tools are only for callers with a key or a token. */
export function needsCredentials({
  apiKeys,
  keysPath,
  oauth,
}: Pick<Settings, "apiKeys" | "keysPath" | "oauth">): boolean {
  return apiKeys.length > 0 || keysPath !== undefined || oauth !== null;
}

function keysOf(grant: Grant): readonly Key[] {
  const { name, keyDigest: digest } = grant;
  return digest ? [{ digest, caller: { name: `key ${name}`, grant } }] : [];
}

/** Compares with every key in constant time, so that timing reveals nothing about them. */
function findKey(shown: Buffer, keys: readonly Key[]): Key | undefined {
  let found: Key | undefined;
  for (const key of keys) {
    if (timingSafeEqual(key.digest, shown)) found = key;
  }
  return found;
}
