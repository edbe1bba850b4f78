// The tools over MCP stdio, as the program serves them; argument: how many.

import { mcpServerFactory } from "@emberline/mcp-server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { surfaceOptions } from "./trivial-tool.mjs";

serveStdio(mcpServerFactory(surfaceOptions(Number(process.argv[2]))));
