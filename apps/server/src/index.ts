export { createApp } from "./app.ts";
export { type RunningServer, startServer } from "./server.ts";
export { readSettings, type Settings, settings, usage } from "./settings.ts";
export { openUpstream, type Upstream } from "./upstream.ts";
