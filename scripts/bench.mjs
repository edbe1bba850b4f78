// npm run bench [-- ROW…]: benchmarks, as ratios to a named baseline of the same run.
import { ensureInstalled, run } from "./install.mjs";

ensureInstalled({ development: true });
await import("./build.mjs");
// Reading extra certificates costs Node 20 some 80 ms at every start.
delete process.env.NODE_EXTRA_CA_CERTS;
run(process.execPath, ["--import", "tsx", "bench/main.ts", ...process.argv.slice(2)]);
