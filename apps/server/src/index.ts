export { createApp } from "./app.ts";
export { Audit } from "./audit/audit.ts";

export { readSettings, type Settings } from "./read-settings.ts";
export { type RunningServer, startServer } from "./server.ts";
export { settings, usage } from "./settings.ts";
export { openUpstream, type Upstream } from "./upstream.ts";
