#!/usr/bin/env node
import { run } from "./program/run.ts";

// Idle connections would keep some runtimes from ending by themselves.
process.exit(await run({ args: process.argv.slice(2), environment: process.env }));
