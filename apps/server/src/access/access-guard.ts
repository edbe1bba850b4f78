import { createHash, timingSafeEqual } from "node:crypto";
import { problem } from "@emberline/http-tools";
import { traceOf } from "@emberline/settings";
import { networkOf } from "@emberline/settings/node";
import type { Context, MiddlewareHandler } from "hono";
import { addressOf, setCaller } from "../caller.ts";
import type { Settings } from "../read-settings.ts";
import type { OAuthSettings } from "./oauth-settings.ts";
import { Refusals } from "./refusals.ts";
import type { VerifyToken } from "./verify-token.ts";
import { WrongKeys } from "./wrong-keys.ts";

/**
 * Requires one of the operator's keys or an access token of the issuer as a bearer token, and
 * records the caller. If neither is configured, nothing is required. Wrong keys are counted per
 * network; a valid key is never refused.
 */
export function accessGuard(
  settings: Pick<Settings, "apiKeys" | "trustProxy" | "oauth">,
  log: (line: string) => void,
): MiddlewareHandler {
  const { oauth } = settings;
  const digests = settings.apiKeys.map(digest);
  const isOpen = digests.length === 0 && oauth === null;
  const refusals = new Refusals(oauth);
  const wrongKeys = new WrongKeys(log);
  const verify = oauth && lazyVerifier(oauth);
  return async (c, next) => {
    const network = networkOf(addressOf(c, settings) ?? "unknown");
    if (isOpen) {
      setCaller(c, network);
      return next();
    }
    const shown = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    if (shown === undefined) return refusals.keyNeeded(c);
    const index = indexOf(digest(shown), digests);
    if (index >= 0) {
      setCaller(c, `key ${index + 1}`);
      return next();
    }
    // Tokens expire in the hands of honest clients, so they do not count as wrong keys.
    if (oauth && verify && jwt.test(shown)) {
      return (await refusalOfToken(c, shown, oauth, verify)) ?? next();
    }
    return (await wrongKeys.count(network)) ?? refusals.keyNeeded(c);
  };

  async function refusalOfToken(
    c: Context,
    token: string,
    { scopes }: OAuthSettings,
    verify: VerifyToken,
  ): Promise<Response | null> {
    const verdict = await verify(token).catch((error: unknown) => {
      log(`the OAuth issuer's keys cannot be read\n${traceOf(error)}`);
      return null;
    });
    if (verdict === null) return issuerUnreachable();
    if (!verdict.isValid) return refusals.invalidToken(c, verdict.reason);
    const missing = scopes.filter((scope) => !verdict.scopes.has(scope));
    if (missing.length > 0) return refusals.scopesMissing(c, missing);
    setCaller(c, `token ${verdict.claims.sub}`);
    return null;
  }
}

/** Three parts, of which the first begins with `{"` in base64url (RFC 7515, 3). */
const jwt = /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/;

/** Loads the verifier with the first token, since it takes a tenth of a second to load. */
function lazyVerifier(oauth: OAuthSettings): VerifyToken {
  let verifier: Promise<VerifyToken> | undefined;
  return async (token) => {
    verifier ??= import("./verify-token.ts").then((room) => room.createTokenVerifier(oauth));
    return (await verifier)(token);
  };
}

function issuerUnreachable(): Response {
  return problem(
    503,
    "issuer_unreachable",
    "The authorization server's keys cannot be read, so the token cannot be checked: try again in 10 s.",
    { "retry-after": "10" },
  );
}

/** Compares with every key in constant time, so that timing reveals nothing about them. */
function indexOf(shown: Buffer, digests: readonly Buffer[]): number {
  let found = -1;
  for (const [index, known] of digests.entries()) {
    if (timingSafeEqual(known, shown)) found = index;
  }
  return found;
}

/** Has the same length for every key. */
function digest(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
