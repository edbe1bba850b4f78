export { type McpHttpHandler, type McpHttpOptions, mcpHttpHandler, serveHttp } from "./http.ts";
export { type McpOptions, mcpServerFactory } from "./mcp-server.ts";
export { type ServerFactory, serverInfo } from "./server-factory.ts";
export {
  entryOf,
  offeredSkills,
  type Skill,
  type SkillEntry,
  skillMimeType,
} from "./skills/skills.ts";
export type { Look } from "./subscriptions/watches.ts";
