export type { ApiClient } from "./auth/api-client.ts";
export type { CollectionId } from "./collections.ts";
export { type EmbeddedService, type EmbedOptions, embed } from "./embed.ts";
export type { Connection } from "./http/environment.ts";
export type { Fault, FaultRule } from "./http/faults.ts";
export type { LogEntry } from "./http/log.ts";
export { type BrokenLine, ImportError, type LoadReport } from "./import/report.ts";
export type { ReferenceServiceOptions } from "./options.ts";
export { createReferenceService, type ReferenceService } from "./service.ts";
