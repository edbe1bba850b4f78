export type { ApiClient } from "./auth/client-records.ts";
export type { Connection } from "./http/environment.ts";
export type { FaultRule } from "./http/faults.ts";
export type { FeedStatus } from "./http/feed-notices.ts";
export { ImportError } from "./import/report.ts";
export type { LogEntry } from "./service/app.ts";
export { type EmbeddedService, embed } from "./service/embed.ts";
export type { LiveOptions, ReferenceServiceOptions } from "./service/options.ts";
export { createReferenceService, type ReferenceService } from "./service/service.ts";
