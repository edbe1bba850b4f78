export { type McpHttpHandler, mcpHttpHandler, serveHttp } from "./http.ts";
export { type McpOptions, mcpServerFactory } from "./mcp-server.ts";
export type { ServerFactory } from "./server-factory.ts";
