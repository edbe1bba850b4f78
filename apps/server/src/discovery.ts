import { createHash } from "node:crypto";
import { entryOf, offeredSkills, serverInfo, skillMimeType } from "@emberline/mcp-server";
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { type Context, Hono } from "hono";
import { needsCredentials } from "./access-guard.ts";
import type { Settings } from "./read-settings.ts";
import { version } from "./version.ts";

const cardType = "application/mcp-server-card+json";
/** Where SEP-2127 has the card, and where scanners and clients of its drafts look. */
const cardPaths = ["/mcp/server-card", "/.well-known/mcp/server-card.json"];
const skillsPath = "/.well-known/agent-skills";

/** Public data, which pages of any origin may read (discovery.md of SEP-2127). */
const publicHeaders = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET",
  "access-control-allow-headers": "Content-Type, If-None-Match",
  "access-control-expose-headers": "ETag",
  "cache-control": "public, max-age=3600",
};

/**
 * What programs find before they connect: the card of the MCP server (SEP-2127), the AI Catalog of
 * this host, which names it, and the skills for hosts that install them (Agent Skills Discovery
 * 0.2.0). None of it is secret, so none needs a key.
 */
export function discovery(
  settings: Pick<Settings, "publicUrl" | "tools" | "apiKeys" | "keysPath" | "oauth">,
): Hono {
  const app = new Hono();
  const addressOf = (c: Context) => settings.publicUrl ?? new URL(c.req.url).origin;
  const serve = (path: string, type: string, bodyOf: (c: Context) => string | Promise<string>) =>
    app.on(["GET", "OPTIONS"], path, async (c) => {
      if (c.req.method === "OPTIONS") return c.body(null, 204, publicHeaders);
      const body = await bodyOf(c);
      const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
      const headers = { ...publicHeaders, etag };
      return c.req.header("if-none-match")?.includes(etag)
        ? c.body(null, 304, headers)
        : c.body(body, 200, { ...headers, "content-type": type });
    });

  for (const path of cardPaths)
    serve(path, cardType, (c) => JSON.stringify(serverCard(addressOf(c), settings)));
  serve("/.well-known/ai-catalog.json", "application/ai-catalog+json", (c) =>
    JSON.stringify(catalogOf(addressOf(c))),
  );
  const names = settings.tools.map(({ name }) => name);
  const skills = offeredSkills((tool) => names.includes(tool));
  serve(`${skillsPath}/index.json`, "application/json", async () => {
    const entries = await Promise.all(skills.map(entryOf));
    return JSON.stringify({
      $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
      skills: entries.map(({ frontmatter: { name, description }, resources: [{ digest }] }) => ({
        ...{ name, type: "skill-md", description, url: `${name}/SKILL.md`, digest },
      })),
    });
  });
  for (const { frontmatter, text } of skills)
    serve(
      `${skillsPath}/${frontmatter.name}/SKILL.md`,
      `${skillMimeType}; charset=utf-8`,
      () => text,
    );
  return app;
}

/** @param address of this server, without a slash at the end */
function serverCard(address: string, settings: Pick<Settings, "apiKeys" | "keysPath" | "oauth">) {
  const { title, description, websiteUrl, icons } = serverInfo(version);
  const key = {
    name: "Authorization",
    description: settings.oauth
      ? "Bearer KEY with a key of the operator; without it, clients sign in by OAuth."
      : "Bearer KEY, with a key of the operator.",
    isRequired: settings.oauth === null,
    isSecret: true,
  };
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    // As in the MCP Registry (apps/mcp/server.json).
    name: "io.github.emberline/emberline",
    ...{ version, title, description, websiteUrl, icons },
    repository: { url: websiteUrl, source: "github", subfolder: "apps/server" },
    remotes: [
      {
        type: "streamable-http",
        url: `${address}/mcp`,
        supportedProtocolVersions: [...new Set(["2026-07-28", ...SUPPORTED_PROTOCOL_VERSIONS])],
        ...(needsCredentials(settings) && { headers: [key] }),
      },
    ],
  };
}

function catalogOf(address: string) {
  return {
    specVersion: "1.0",
    entries: [
      {
        identifier: `urn:air:${new URL(address).hostname}:mcp:emberline`,
        type: cardType,
        url: `${address}${cardPaths[0]}`,
      },
    ],
  };
}
