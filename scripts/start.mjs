// npm start: installs what is missing, builds what is stale, serves.
import { bin, ensureInstalled, runQuietly } from "./install.mjs";

ensureInstalled({ development: false });
runQuietly(bin("turbo"), ["run", "build", "--filter=@emberline/server"]);
// In this process: Ctrl-C reaches the server itself, and its exit code is ours.
await import("../apps/server/dist/bin.js");
