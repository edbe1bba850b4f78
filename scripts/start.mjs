// npm start: installs what is missing, builds what is stale, serves.
import { ensureInstalled, root, runQuietly } from "./install.mjs";

ensureInstalled({ development: false });
runQuietly(`${root}/node_modules/.bin/turbo`, ["run", "build", "--filter=@emberline/server"]);
// In this process: Ctrl-C reaches the server itself, and its exit code is ours.
await import("../apps/server/dist/bin.js");
