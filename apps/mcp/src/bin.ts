#!/usr/bin/env node
import { main } from "@emberline/mcp-server/program";

main();
