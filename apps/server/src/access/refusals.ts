import { problem } from "@emberline/http-tools";
import { getOAuthProtectedResourceMetadataUrl } from "@modelcontextprotocol/server";
import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import { type OAuthSettings, resourcePaths } from "./oauth-settings.ts";

/** Answers to requests without valid credentials, with the challenges of RFC 6750 and RFC 9728. */
export class Refusals {
  readonly #oauth: OAuthSettings | null;

  constructor(oauth: OAuthSettings | null) {
    this.#oauth = oauth;
  }

  /** No credentials, or a wrong key. */
  keyNeeded(c: Context): Response {
    const detail = this.#oauth
      ? `Credentials are needed: send the header Authorization: Bearer with a key that the operator gave you, or with an access token from ${this.#oauth.issuer}.`
      : "A key is needed: send the header Authorization: Bearer KEY with a key that the operator gave you.";
    return problem("unauthorized", detail, this.#challenge(c));
  }

  /** @param reason a phrase such as `The token has expired` */
  invalidToken(c: Context, reason: string): Response {
    const error = { error: "invalid_token", error_description: reason };
    const detail = `${reason}: get another token from the authorization server.`;
    return problem("invalid_token", detail, this.#challenge(c, error));
  }

  scopesMissing(c: Context, missing: readonly string[]): Response {
    const reason = `The token lacks ${missing.join(" ")}`;
    const error = { error: "insufficient_scope", error_description: reason };
    const detail = `${reason}: get a token with these scopes from the authorization server.`;
    return problem("insufficient_scope", detail, this.#challenge(c, error));
  }

  #challenge(c: Context, error: Readonly<Record<string, string>> = {}): Record<string, string> {
    const oauth = this.#oauth;
    const parameters = {
      ...error,
      ...(oauth && oauth.scopes.length > 0 && { scope: oauth.scopes.join(" ") }),
      ...(oauth && { resource_metadata: metadataUrlOf(c.req.path, oauth) }),
    };
    const texts = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`);
    return { "www-authenticate": ["Bearer", texts.join(", ")].filter(Boolean).join(" ") };
  }
}

type Resource = (typeof resourcePaths)[number];

const wellKnown = "/.well-known/oauth-protected-resource";

/** Where a caller of this path finds the metadata of the resource (RFC 9728, 3.1). */
function metadataUrlOf(path: string, { publicUrl }: OAuthSettings): string {
  const resource: Resource = /^\/mcp\/?$/.test(path) ? "/mcp" : "/tools";
  return getOAuthProtectedResourceMetadataUrl(new URL(publicUrl + resource));
}

/** The metadata of the protected resources (RFC 9728), which anyone may read. */
export function resourceMetadata(oauth: OAuthSettings): Hono {
  const app = new Hono();
  app.use(`${wellKnown}/*`, cors());
  for (const path of resourcePaths) {
    const body = JSON.stringify(metadataOf(path, oauth));
    const serve = () =>
      new Response(body, {
        headers: { "content-type": "application/json", "cache-control": "public, max-age=3600" },
      });
    const own = new URL(metadataUrlOf(path, oauth)).pathname;
    // A proxy may strip the path of the public URL; some clients ask at the root.
    const root = path === "/mcp" ? [wellKnown] : [];
    for (const each of new Set([own, wellKnown + path, ...root])) app.get(each, serve);
  }
  return app;
}

function metadataOf(path: Resource, { issuer, publicUrl, scopes }: OAuthSettings) {
  return {
    resource: publicUrl + path,
    resource_name: "Emberline",
    authorization_servers: [issuer],
    bearer_methods_supported: ["header"],
    ...(scopes.length > 0 && { scopes_supported: scopes }),
  };
}
