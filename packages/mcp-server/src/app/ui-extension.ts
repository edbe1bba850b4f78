import type { ClientCapabilities } from "@modelcontextprotocol/server";

// Names of the extension MCP Apps (SEP-1865, 2026-01-26). The package of the extension would make
// every start of the program load its schemas.
export const uiExtension = "io.modelcontextprotocol/ui";
export const pageMimeType = "text/html;profile=mcp-app";

/** Whether the client shows pages of tools. */
export function showsPages(capabilities: ClientCapabilities | undefined): boolean {
  const { extensions } = (capabilities ?? {}) as { extensions?: Record<string, unknown> };
  const ui = extensions?.[uiExtension] as { mimeTypes?: unknown } | null | undefined;
  return Array.isArray(ui?.mimeTypes) && ui.mimeTypes.includes(pageMimeType);
}
