import { problem } from "@emberline/http-tools";
import { traceOf } from "@emberline/settings";
import type { Context } from "hono";
import type { Caller } from "../caller.ts";
import { grantOfClaims } from "./grants.ts";
import type { LiveGrants } from "./live-grants.ts";
import type { OAuthSettings } from "./oauth-settings.ts";
import type { Refusals } from "./refusals.ts";
import type { VerifyToken } from "./verify-token.ts";

/** Three parts, of which the first begins with `{"` in base64url (RFC 7515, 3). */
const jwt = /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/;

export function isJwt(text: string): boolean {
  return jwt.test(text);
}

interface TokenOptions {
  /** Of the keys file; null without one. A token must match one of them. */
  readonly grants: LiveGrants | null;
  readonly refusals: Refusals;
  readonly log: (line: string) => void;
}

/** Finds the caller with an access token, or the refusal. */
export function tokenAccess(oauth: OAuthSettings, { grants, refusals, log }: TokenOptions) {
  const verify = lazyVerifier(oauth);
  return async (c: Context, token: string): Promise<Caller | Response> => {
    const verdict = await verify(token).catch((error: unknown) => {
      log(`the OAuth issuer's keys cannot be read\n${traceOf(error)}`);
      return null;
    });
    if (verdict === null) return issuerUnreachable();
    if (!verdict.isValid) return refusals.invalidToken(c, verdict.reason);
    const { claims } = verdict;
    const missing = oauth.scopes.filter((scope) => !verdict.scopes.has(scope));
    if (missing.length > 0) return refusals.scopesMissing(c, missing);
    const grant = grants ? grantOfClaims(grants.all, claims) : undefined;
    if (grants && !grant) return unknownOrganization();
    return { name: `token ${claims.sub}`, grant, expiresAtMs: verdict.expiresAtMs };
  };
}

/** Loads the verifier with the first token, to start sooner. */
function lazyVerifier(oauth: OAuthSettings): VerifyToken {
  let verifier: Promise<VerifyToken> | undefined;
  return async (token) => {
    verifier ??= import("./verify-token.ts").then((room) => room.createTokenVerifier(oauth));
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
