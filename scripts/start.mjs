// npm start: installs what is missing, builds what is stale, serves.
import { ensureInstalled } from "./install.mjs";

// The build compiles the adapters, which needs the types of the agent frameworks.
ensureInstalled({ development: true });
await import("./build.mjs");
// In this process: Ctrl-C reaches the server itself, and its exit code is ours.
await import("../apps/server/dist/bin.js");
