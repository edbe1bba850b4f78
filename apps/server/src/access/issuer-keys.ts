import { createRemoteJWKSet, type JWTVerifyGetKey } from "jose";
import { isSecureUrl } from "./secure-url.ts";

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
