import { getOAuthProtectedResourceMetadataUrl } from "@modelcontextprotocol/server";
import { Hono } from "hono";
import { cors } from "hono/cors";
import { type OAuthSettings, resourcePaths } from "./oauth-settings.ts";

type Resource = (typeof resourcePaths)[number];

const wellKnown = "/.well-known/oauth-protected-resource";

/** Where a caller of this path finds the metadata of the resource (RFC 9728, 3.1). */
export function metadataUrlOf(path: string, { publicUrl }: OAuthSettings): string {
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
