// The tools over MCP HTTP; argument: how many.
import { mcpHttpHandler } from "@emberline/mcp-server";
import { listen } from "./listen.mjs";
import { surfaceOptions } from "./trivial-tool.mjs";

const mcp = mcpHttpHandler(surfaceOptions(Number(process.argv[2])));
listen((request) => mcp.fetch(request));
