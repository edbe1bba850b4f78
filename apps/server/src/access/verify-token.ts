import {
  decodeJwt,
  errors,
  type JWTHeaderParameters,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from "jose";
import { IssuerKeys } from "./issuer-keys.ts";
import type { OAuthSettings } from "./oauth-settings.ts";

/** A verified access token, or the reason for its refusal: a phrase for its caller. */
export type Verdict =
  | {
      readonly isValid: true;
      readonly claims: JWTPayload & { readonly sub: string };
      readonly scopes: ReadonlySet<string>;
      /** From then on the token is refused. */
      readonly expiresAtMs: number;
    }
  | {
      readonly isValid: false;
      readonly reason: string;
      /** Whether it was valid once. */
      readonly hasExpired: boolean;
    };

/** @throws {Error} when the issuer's keys cannot be read */
export type VerifyToken = (token: string) => Promise<Verdict>;

/** Signatures by a private key: never `none`, and no HMAC, whose key would be the public one. */
const algorithms = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];
const clockToleranceSeconds = 30;

/**
 * Verifies algorithm, issuer, audience, type, subject, signature and times of access tokens (RFC
 * 9068, 4), in this order: the issuer is asked for keys only for a token that looks like its own.
 */
export function createTokenVerifier(oauth: OAuthSettings): VerifyToken {
  const keys = new IssuerKeys(oauth.issuer);
  const options = {
    algorithms,
    requiredClaims: ["exp"],
    clockTolerance: clockToleranceSeconds,
  };
  return async (token) => {
    const keyOf: JWTVerifyGetKey = (header, signed) => {
      const reason = foreignIn(header, decodeJwt(token), oauth);
      if (reason !== null) throw new ForeignToken(reason);
      return keys.keyOf(header, signed);
    };
    try {
      const { payload } = await jwtVerify(token, keyOf, options);
      const claims = payload as JWTPayload & { sub: string };
      const expiresAtMs = (payload.exp! + clockToleranceSeconds) * 1000;
      return { isValid: true, claims, scopes: scopesOf(payload), expiresAtMs };
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) throw error;
      return { isValid: false, reason, hasExpired: error instanceof errors.JWTExpired };
    }
  };
}

/** A token that needs no signature to be refused; its message is the reason. */
class ForeignToken extends Error {}

/** What shows that a token is not the issuer's access token for this server; else null. */
function foreignIn(
  { typ }: JWTHeaderParameters,
  claims: JWTPayload,
  { issuer, audiences }: OAuthSettings,
): string | null {
  const { iss, aud, sub } = claims;
  if (iss !== issuer) return "The token is from another issuer";
  if (![aud].flat().some((each) => each !== undefined && audiences.includes(each)))
    return "The token is for another audience";
  if (!isAccessType(typ) || isForOtherUse(claims)) return "The token is not an access token";
  if (typeof sub !== "string" || sub === "") return "The token has no expiry or no subject";
  return null;
}

/** Of the profile for access tokens (RFC 9068, 2.1), or of issuers that do not follow it. */
function isAccessType(typ: unknown): boolean {
  return typ === undefined || /^(application\/at\+jwt|at\+jwt|jwt)$/i.test(String(typ));
}

/**
 * ID tokens have hashes of what they were issued with (OpenID Connect Core, 3.3.2.11), and logout
 * tokens an event; Cognito says in `token_use` what a token is for, Keycloak in `typ`.
 */
function isForOtherUse({ at_hash, c_hash, events, token_use, typ }: JWTPayload): boolean {
  const isMarked = [at_hash, c_hash, events].some((each) => each !== undefined);
  return (
    isMarked || [token_use, typ].some((use) => /^(id|refresh|offline|logout)$/i.test(`${use}`))
  );
}

/** RFC 8693, 4.2 has a text `scope`; some issuers write `scp`, a text or a list. */
function scopesOf({ scope, scp }: JWTPayload): ReadonlySet<string> {
  const given: unknown[] = [scope, scp].flat();
  return new Set(given.flatMap((each) => (typeof each === "string" ? each.split(" ") : [])));
}

/** Null if the fault lies with the issuer's keys. */
function reasonOf(error: unknown): string | null {
  if (error instanceof ForeignToken) return error.message;
  if (error instanceof errors.JWTExpired) return "The token has expired";
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === "nbf"
      ? "The token is not valid yet"
      : "The token has no expiry or no subject";
  }
  if (
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys
  )
    return "The token is not signed by a key of the issuer";
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported)
    return "The token is signed in a way that is not accepted";
  if (error instanceof errors.JWTInvalid || error instanceof errors.JWSInvalid)
    return "The token is malformed";
  return null;
}
