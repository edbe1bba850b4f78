import { errors, type JWTPayload, jwtVerify } from "jose";
import { IssuerKeys } from "./issuer-keys.ts";
import type { OAuthSettings } from "./oauth-settings.ts";

/** A verified access token, or the reason for its refusal: a phrase for its caller. */
export type Verdict =
  | {
      readonly isValid: true;
      readonly claims: JWTPayload;
      readonly scopes: ReadonlySet<string>;
      /** From then on the token is refused. */
      readonly expiresAtMs: number;
    }
  | { readonly isValid: false; readonly reason: string };

/** @throws {Error} when the issuer's keys cannot be read */
export type VerifyToken = (token: string) => Promise<Verdict>;

/** Signatures by a private key: never `none`, and no HMAC, whose key would be the public one. */
const algorithms = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];
const clockToleranceSeconds = 30;

/** Verifies signature, issuer, audience and times of access tokens (RFC 9068, 4). */
export function createTokenVerifier({ issuer, audiences }: OAuthSettings): VerifyToken {
  const keys = new IssuerKeys(issuer);
  const options = {
    issuer,
    audience: [...audiences],
    algorithms,
    requiredClaims: ["exp", "sub"],
    clockTolerance: clockToleranceSeconds,
  };
  return async (token) => {
    const key = await keys.load();
    try {
      const { payload } = await jwtVerify(token, key, options);
      const expiresAtMs = (payload.exp! + clockToleranceSeconds) * 1000;
      return { isValid: true, claims: payload, scopes: scopesOf(payload), expiresAtMs };
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) throw error;
      return { isValid: false, reason };
    }
  };
}

/** RFC 8693, 4.2 has a text `scope`; some issuers write `scp`, a text or a list. */
function scopesOf({ scope, scp }: JWTPayload): ReadonlySet<string> {
  const given: unknown[] = [scope, scp].flat();
  return new Set(given.flatMap((each) => (typeof each === "string" ? each.split(" ") : [])));
}

const claimReasons: Readonly<Record<string, string>> = {
  iss: "The token is from another issuer",
  aud: "The token is for another audience",
  nbf: "The token is not valid yet",
};

/** Null if the fault lies with the issuer's keys. */
function reasonOf(error: unknown): string | null {
  if (error instanceof errors.JWTExpired) return "The token has expired";
  if (error instanceof errors.JWTClaimValidationFailed)
    return claimReasons[error.claim] ?? "The token has no expiry or no subject";
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
