// npm run evals [-- QUESTION…] [-- --model NAME --base-url URL]: runs the evals.
import { ensureInstalled, run } from "./install.mjs";

ensureInstalled({ development: true });
await import("./build.mjs");
run(process.execPath, ["--import", "tsx", "evals/main.ts", ...process.argv.slice(2)]);
