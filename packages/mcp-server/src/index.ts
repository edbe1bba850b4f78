export { type McpHttpHandler, mcpHttpHandler } from "./http.ts";
export { type McpOptions, mcpServerFactory } from "./mcp-server.ts";
