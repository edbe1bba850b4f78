#!/usr/bin/env node
import { run } from "./program/run.ts";

process.exitCode = await run(process.argv.slice(2));
