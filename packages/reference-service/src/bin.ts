#!/usr/bin/env node
import { run } from "./program/run.ts";

// Idle connections keep some runtimes alive.
process.exit(await run({ args: process.argv.slice(2), environment: process.env }));
