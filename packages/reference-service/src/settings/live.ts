export { captureIn } from "./capture-option.ts";
export type { LiveArea, LiveBox } from "./live-areas.ts";
export type { LiveConfig } from "./live-config.ts";
export { type LiveSettings, liveOf, liveSettings } from "./live-settings.ts";
