// node -C @emberline/source --import tsx apps/mcp/install/server-json.mjs: writes server.json, the
// entry of the MCP Registry, from package.json and the table of settings.
import { readFileSync, writeFileSync } from "node:fs";
import { serverJson } from "../src/install/server-json.ts";

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const entry = JSON.stringify(serverJson(manifest), null, 2);
writeFileSync(new URL("../server.json", import.meta.url), `${entry}\n`);
