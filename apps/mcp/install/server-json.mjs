// node -C @emberline/source --import tsx apps/mcp/install/server-json.mjs: writes server.json, the
// entry of the MCP Registry, from package.json and the table of settings. With the address of a
// public server it prints an entry with `remotes` instead, and with a name one of its operator's.
import { readFileSync, writeFileSync } from "node:fs";
import { serverJson } from "../src/install/server-json.ts";

const [url, name] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const made = serverJson(manifest, url === undefined ? undefined : { url, name });
const entry = `${JSON.stringify(made, null, 2)}\n`;
if (url === undefined) writeFileSync(new URL("../server.json", import.meta.url), entry);
else process.stdout.write(entry);
