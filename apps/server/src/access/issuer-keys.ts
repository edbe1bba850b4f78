import { readText } from "@emberline/core";
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import { isSecureUrl } from "./oauth-settings.ts";

const timeoutMs = 5000;
/** Of the metadata, and of the keys: a key with certificates takes some kilobytes. */
const maxBytes = 2 ** 18;
/** Older keys are read again before they are used. */
const keptMs = 600_000;
/** How long the issuer is left alone after an answer or a failure, whatever tokens come. */
const restMs = 10_000;

/** The public keys of an authorization server. */
export class IssuerKeys {
  readonly #issuer: string;
  #keys: JWTVerifyGetKey | undefined;
  #staleAtMs = 0;
  #asked = Promise.resolve();
  #restsUntilMs = 0;

  constructor(issuer: string) {
    this.#issuer = issuer;
  }

  /**
   * The key of a token. The issuer is asked for a key that is not known, if it does not rest.
   *
   * @throws {JWKSNoMatchingKey} when the issuer has no such key
   * @throws {Error} when the issuer's keys cannot be read: the same error until it is asked again
   */
  readonly keyOf: JWTVerifyGetKey = async (header, token) => {
    if (this.#keys && Date.now() < this.#staleAtMs) {
      try {
        return await this.#keys(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      }
    }
    await this.#ask();
    return this.#keys!(header, token);
  };

  #ask(): Promise<void> {
    if (Date.now() >= this.#restsUntilMs) {
      this.#restsUntilMs = Number.POSITIVE_INFINITY;
      this.#asked = this.#read();
    }
    return this.#asked;
  }

  async #read(): Promise<void> {
    try {
      this.#keys = createLocalJWKSet(await readKeys(this.#issuer));
      this.#staleAtMs = Date.now() + keptMs;
    } finally {
      this.#restsUntilMs = Date.now() + restMs;
    }
  }
}

/** @throws {Error} when they cannot be read, or the metadata is not the issuer's own */
export async function readKeys(issuer: string): Promise<JSONWebKeySet> {
  for (const url of metadataUrls(issuer)) {
    const metadata = await readJson(url);
    if (metadata === null) continue;
    const keys = await readJson(jwksUriOf(metadata, issuer));
    if (keys !== null) return keys as JSONWebKeySet;
    throw new Error("The issuer's keys are not where its metadata says.");
  }
  throw new Error("The issuer has no metadata.");
}

/** Null without such a page. */
async function readJson(url: string): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: "application/json" },
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.ok) return JSON.parse(await readText(response, maxBytes));
  await response.body?.cancel();
  return null;
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
