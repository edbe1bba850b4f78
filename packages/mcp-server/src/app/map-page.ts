import type { ToolDescription } from "@emberline/tools";
import type { ClientCapabilities } from "@modelcontextprotocol/server";
import type { Handlers } from "../common/handlers.ts";

// Names of the extension MCP Apps (SEP-1865, 2026-01-26). The package of the extension would make
// every start of the program load its schemas.
export const uiExtension = "io.modelcontextprotocol/ui";
const pageMimeType = "text/html;profile=mcp-app";

/** Whether the client shows pages of tools. */
export function showsPages(capabilities: ClientCapabilities | undefined): boolean {
  const { extensions } = (capabilities ?? {}) as { extensions?: Record<string, unknown> };
  const ui = extensions?.[uiExtension] as { mimeTypes?: unknown } | null | undefined;
  return Array.isArray(ui?.mimeTypes) && ui.mimeTypes.includes(pageMimeType);
}

const pageUri = "ui://emberline/map";

/** Tools whose answers the page shows. */
const shown: ReadonlySet<string> = new Set([
  "show_map",
  "assess_location",
  "assess_fire",
  "compare_periods",
]);

export function hasPage({ name }: Pick<ToolDescription, "name">): boolean {
  return shown.has(name);
}

/** The tool as a listing has it: with its page, if it has one. */
export function withPage<Tool extends ToolDescription>(tool: Tool) {
  return hasPage(tool) ? { ...tool, _meta: { ui: { resourceUri: pageUri } } } : tool;
}

/** A tool that only the page calls: hosts hide it from the model. */
export function forPage({ outputSchema: _, ...tool }: ToolDescription) {
  return { ...tool, _meta: { ui: { resourceUri: pageUri, visibility: ["app"] } } };
}

/** The page changes with the program only. */
const cacheHint = { ttlMs: 3_600_000, cacheScope: "public" } as const;

/** The page loads nothing, from nowhere. */
const security = { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true };

/** The methods that also read the page; listings of resources leave it out, as tools name it. */
export function withPageResource(handlers: Handlers): Handlers {
  const { "resources/read": readOther } = handlers;
  return {
    ...handlers,
    async "resources/read"(params, run) {
      if (params.uri !== pageUri) return readOther!(params, run);
      // Loaded on demand: hosts without pages never need it.
      const { page } = await import("../../page/page.js");
      const content = { uri: pageUri, mimeType: pageMimeType, text: page };
      return { contents: [{ ...content, _meta: { ui: security } }], ...cacheHint };
    },
  };
}
