// node packages/mcp-server/install/server-json.mjs: writes server.json, the entry of the MCP
// Registry, from package.json and the built table of settings.
import { readFileSync, writeFileSync } from "node:fs";
import { serverJson } from "../dist/install/server-json.js";

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const entry = JSON.stringify(serverJson(manifest), null, 2);
writeFileSync(new URL("../server.json", import.meta.url), `${entry}\n`);
