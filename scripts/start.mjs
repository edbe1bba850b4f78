// npm start: installs what is missing, builds what is stale, serves.
import { ensureInstalled } from "./install.mjs";

ensureInstalled({ development: false });
await import("./build.mjs");
// In this process: Ctrl-C reaches the server itself, and its exit code is ours.
await import("../apps/server/dist/bin.js");
