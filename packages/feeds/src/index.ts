export type { Change, ChangeCounts, Credit, Feed, FeedContext, StoredFeatures } from "./feed.ts";
export { FeedError, type FeedErrorCode } from "./feed-error.ts";
export type { FeedFeature, FeedInterval, Layer } from "./feed-feature.ts";
export { detectionId } from "./firms/detection-id.ts";
export type { FeedRecord, Journal, JournalEntry } from "./journal.ts";
export type { FeedAnswer, FeedRequest, FeedRequestOptions, Validators } from "./request.ts";
