export type { CollectionId } from "./collections.ts";
export type { Fault, FaultRule } from "./http/faults.ts";
export type { LogEntry } from "./http/log.ts";
export { type BrokenLine, ImportError, type LoadReport } from "./import/report.ts";
export type { ApiClient, ReferenceServiceOptions } from "./options.ts";
export { reportLines } from "./program/print-report.ts";
export { createReferenceService, type ReferenceService } from "./service.ts";
