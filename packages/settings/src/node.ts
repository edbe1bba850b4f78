export { folder } from "./node/folder.ts";
export { type Given, readSettings, type Source } from "./node/read-settings.ts";
