import { list, serverUrl, WrongValue } from "@emberline/settings";

/** How access tokens are checked. */
export interface OAuthSettings {
  /** The authorization server, exactly as tokens name it. */
  readonly issuer: string;
  /** The public URL of this server, without a trailing slash. */
  readonly publicUrl: string;
  /** A token must be for one of these. */
  readonly audiences: readonly string[];
  /** A token must have all of these. */
  readonly scopes: readonly string[];
}

/** Paths of the protected resources. */
export const resourcePaths = ["/mcp", "/tools"] as const;

interface Given {
  readonly oauthIssuer: string | undefined;
  readonly oauthAudience: readonly string[] | undefined;
  readonly oauthScopes: readonly string[] | undefined;
  readonly publicUrl: string | undefined;
}

/**
 * The OAuth settings, or null without an issuer.
 *
 * @throws {Error} when a setting is missing: one sentence for the operator
 */
export function oauthOf({
  oauthIssuer: issuer,
  oauthAudience,
  oauthScopes = [],
  publicUrl,
}: Given): OAuthSettings | null {
  if (issuer === undefined) {
    if (oauthAudience === undefined && oauthScopes.length === 0) return null;
    throw new Error(
      "EMBERLINE_OAUTH_AUDIENCE or EMBERLINE_OAUTH_SCOPES is set, but EMBERLINE_OAUTH_ISSUER is missing: set it too.",
    );
  }
  // A Host header is the caller's word, so it cannot decide for whom a token is.
  if (publicUrl === undefined) {
    throw new Error(
      "EMBERLINE_OAUTH_ISSUER is set, but EMBERLINE_PUBLIC_URL is missing: set it to the URL that clients call, for which tokens are issued.",
    );
  }
  const own = [publicUrl, `${publicUrl}/`, ...resourcePaths.map((path) => publicUrl + path)];
  return { issuer, publicUrl, audiences: oauthAudience ?? own, scopes: oauthScopes };
}

export function parseIssuer(given: string): string {
  const issuer = serverUrl("https://login.example")(given);
  if (isSecureUrl(issuer)) return issuer;
  throw new WrongValue("give an https URL such as https://login.example");
}

/** Characters of a scope (RFC 6749, 3.3), which need no escape in a header. */
export function parseScopes(given: string): readonly string[] {
  const scopes = list(given);
  if (scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))) return scopes;
  throw new WrongValue("give scopes separated by commas, such as fires:read");
}

/** Keys and tokens travel over https; plain http is for this machine. */
export function isSecureUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return protocol === "https:" || (protocol === "http:" && isLocal);
}
