export type { LiveArea, LiveBox } from "./live/settings/live-areas.ts";
export type { LiveConfig } from "./live/settings/live-config.ts";
export { type LiveSettings, liveOf, liveSettings } from "./live/settings/live-settings.ts";
