export { type McpHttpHandler, type McpHttpOptions, mcpHttpHandler, serveHttp } from "./http.ts";
export { type McpOptions, mcpServerFactory } from "./mcp-server.ts";
export type { ServerFactory } from "./server-factory.ts";
export { offeredSkills, type Skill } from "./skills/skills.ts";
export type { Look } from "./subscriptions/watches.ts";
