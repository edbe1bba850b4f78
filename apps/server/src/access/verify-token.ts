import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { isSecureUrl, type OAuthSettings } from "./oauth-settings.ts";

const timeoutMs = 5000;

/** The public keys of an authorization server. */
export class IssuerKeys {
  readonly #issuer: string;
  #keys: Promise<JWTVerifyGetKey> | undefined;

  constructor(issuer: string) {
    this.#issuer = issuer;
  }

  /**
   * Selects the key of a token. The issuer's metadata is read on first use and, after a failure,
   * again on the next.
   *
   * @throws {Error} when the issuer's metadata cannot be read
   */
  load(): Promise<JWTVerifyGetKey> {
    this.#keys ??= discoverKeys(this.#issuer).catch((error: unknown) => {
      this.#keys = undefined;
      throw error;
    });
    return this.#keys;
  }
}

async function discoverKeys(issuer: string): Promise<JWTVerifyGetKey> {
  for (const url of metadataUrls(issuer)) {
    const response = await fetch(url, {
      headers: { accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      continue;
    }
    const jwksUri = jwksUriOf(await response.json(), issuer);
    return createRemoteJWKSet(new URL(jwksUri), { timeoutDuration: timeoutMs });
  }
  throw new Error("The issuer has no metadata.");
}

/** In the order of the MCP authorization specification: RFC 8414, then OpenID Connect Discovery. */
function metadataUrls(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  const urls = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  return [...new Set(urls)];
}

/** The issuer must name itself (RFC 8414, 3.3), so that no other server can answer for it. */
function jwksUriOf(metadata: unknown, issuer: string): string {
  const { issuer: named, jwks_uri: uri } = metadata as { issuer?: unknown; jwks_uri?: unknown };
  if (named !== issuer) throw new Error("The issuer's metadata names another issuer.");
  if (typeof uri !== "string" || !isSecureUrl(uri))
    throw new Error("The issuer's metadata has no secure jwks_uri.");
  return uri;
}

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
