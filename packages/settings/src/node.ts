export { fileOrJson } from "./node/file-or-json.ts";
export { folder } from "./node/folder.ts";
export { isProcessAlive } from "./node/is-process-alive.ts";
export { isTraced } from "./node/is-traced.ts";
export { networkOf } from "./node/network-of.ts";
export { type Given, type Invocation, parseValue, readSettings } from "./node/read-settings.ts";
export { stopOnSignal } from "./node/stop-on-signal.ts";
export { programVariables, refuseUnknownVariables } from "./node/unknown-variables.ts";
