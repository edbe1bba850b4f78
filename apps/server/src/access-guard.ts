import { timingSafeEqual } from "node:crypto";
import { problem } from "@emberline/http-tools";
import { traceOf } from "@emberline/settings";
import { networkOf } from "@emberline/settings/node";
import type { Counter, CreateCounter } from "@emberline/state";
import type { Context, MiddlewareHandler } from "hono";
import { allowances } from "./access/allowance.ts";
import { grantOfClaims, keyDigest } from "./access/grants.ts";
import type { OAuthSettings } from "./access/oauth-settings.ts";
import { Refusals } from "./access/refusals.ts";
import type { VerifyToken } from "./access/verify-token.ts";
import { addressOf, type Caller, setCaller } from "./caller.ts";
import type { Key, LiveGrants } from "./live-grants.ts";
import type { Settings } from "./read-settings.ts";

/** Wrong keys and tokens per network and minute that are answered and logged one by one. */
const maxWrongKeys = 10;
const windowSeconds = 60;

/** Counts wrong keys and tokens per network. */
class WrongKeys {
  readonly #counter: Counter;
  readonly #log: (line: string) => void;

  constructor(createCounter: CreateCounter, log: (line: string) => void) {
    this.#counter = createCounter({ name: "wrong-keys", limit: maxWrongKeys, windowSeconds });
    this.#log = log;
  }

  /** Counts and logs a wrong key or token. Returns a refusal if there were too many, else null. */
  async count(network: string, kind: "key" | "token"): Promise<Response | null> {
    const { count, isExceeded, seconds } = await this.#counter.take(network);
    if (isExceeded) {
      return problem(
        "too_many_requests",
        `Too many wrong keys or tokens came from your address: try again in ${seconds} s.`,
        { "retry-after": String(seconds) },
      );
    }
    const isLast = count === maxWrongKeys;
    const rest = isLast ? "; more within the minute are not logged" : "";
    this.#log(`a wrong ${kind} from ${network} (${count} of ${maxWrongKeys} a minute)${rest}`);
    return null;
  }
}

interface AccessOptions {
  readonly grants: LiveGrants;
  readonly createCounter: CreateCounter;
  readonly log: (line: string) => void;
}

/**
 * Requires a bearer token: one of the operator's keys, or an access token of the issuer; records
 * the caller and counts its requests. If neither is configured, nothing is required. Wrong keys and
 * tokens are counted per network; a valid one is never refused for them.
 */
export function accessGuard(
  settings: Pick<Settings, "apiKeys" | "keysPath" | "trustProxy" | "oauth">,
  { grants, createCounter, log }: AccessOptions,
): MiddlewareHandler {
  const { oauth } = settings;
  const allowanceOf = allowances(createCounter);
  const isOpen = !needsCredentials(settings);
  const refusals = new Refusals(oauth);
  const wrongKeys = new WrongKeys(createCounter, log);
  const organizations = settings.keysPath === undefined ? null : grants;
  const callerOfToken =
    oauth && tokenAccess(oauth, { grants: organizations, refusals, wrongKeys, log });
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
    const known = findKey(keyDigest(shown), grants.keys);
    if (known) {
      const { caller: name, name: key, grant } = known;
      return { name, key, grant, revoked: grants.revocationOf(known) };
    }
    if (callerOfToken && isJwt(shown)) return callerOfToken(c, shown, network);
    return (await wrongKeys.count(network, "key")) ?? refusals.keyNeeded(c);
  }
}

/** Whether the tools are only for callers with a key or a token. */
export function needsCredentials({
  apiKeys,
  keysPath,
  oauth,
}: Pick<Settings, "apiKeys" | "keysPath" | "oauth">): boolean {
  return apiKeys().length > 0 || keysPath !== undefined || oauth !== null;
}

/** Compares with every key in constant time, so that timing reveals nothing about them. */
function findKey(shown: Buffer, keys: readonly Key[]): Key | undefined {
  let found: Key | undefined;
  for (const key of keys) {
    if (timingSafeEqual(key.digest, shown)) found = key;
  }
  return found;
}

/** Three parts, of which the first begins with `{"` in base64url (RFC 7515, 3). */
const jwt = /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/;

function isJwt(text: string): boolean {
  return jwt.test(text);
}

interface TokenOptions {
  /** Of the keys file; null without one. A token must match one of them. */
  readonly grants: LiveGrants | null;
  readonly refusals: Refusals;
  readonly wrongKeys: WrongKeys;
  readonly log: (line: string) => void;
}

/** Finds the caller with an access token, or the refusal. */
function tokenAccess(oauth: OAuthSettings, { grants, refusals, wrongKeys, log }: TokenOptions) {
  const verify = lazyVerifier(oauth);
  let logged: unknown;
  return async (c: Context, token: string, network: string): Promise<Caller | Response> => {
    const verdict = await verify(token).catch((error: unknown) => {
      // A failure is the same for all tokens until the issuer is asked again.
      if (error !== logged) log(`the OAuth issuer's keys cannot be read\n${traceOf(error)}`);
      logged = error;
      return null;
    });
    if (verdict === null) return issuerUnreachable();
    if (!verdict.isValid) {
      // Tokens expire in the hands of honest clients.
      const refused = verdict.hasExpired ? null : await wrongKeys.count(network, "token");
      return refused ?? refusals.invalidToken(c, verdict.reason);
    }
    const { claims } = verdict;
    const missing = oauth.scopes.filter((scope) => !verdict.scopes.has(scope));
    if (missing.length > 0) return refusals.scopesMissing(c, missing);
    const grant = grants ? grantOfClaims(grants.all, claims) : undefined;
    if (grants && !grant) return unknownOrganization();
    const revoked = grant && grants!.revocationOf(grant);
    return { name: `token ${claims.sub}`, grant, revoked, expiresAtMs: verdict.expiresAtMs };
  };
}

/** Loads the verifier with the first token, to start sooner. */
function lazyVerifier(oauth: OAuthSettings): VerifyToken {
  let verifier: Promise<VerifyToken> | undefined;
  return async (token) => {
    verifier ??= import("./access/verify-token.ts").then((room) => room.createTokenVerifier(oauth));
    return (await verifier)(token);
  };
}

function issuerUnreachable(): Response {
  return problem(
    "issuer_unreachable",
    "The authorization server's keys cannot be read, so the token cannot be checked: try again in 10 s.",
    { "retry-after": "10" },
  );
}

function unknownOrganization(): Response {
  return problem(
    "forbidden",
    "The token is valid, but its organization may not use this server: ask the operator to add it.",
  );
}
