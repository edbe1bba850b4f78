export { type Clock, systemClock } from "./clock.ts";
export { type FedsOptions, fedsFeed, fedsUrl } from "./feds/feds-feed.ts";
export type { Change, ChangeCounts, Credit, Feed, FeedContext, StoredFeatures } from "./feed.ts";
export { FeedError, type FeedErrorCode } from "./feed-error.ts";
export type { FeedFeature, FeedInterval, Layer } from "./feed-feature.ts";
export { type FirmsOptions, firmsFeeds, firmsUrl } from "./firms/firms-feeds.ts";
export { type SourceName, sourceNames } from "./firms/sources.ts";
export {
  createFeedRequest,
  type FeedFetch,
  type FeedRequestSettings,
} from "./http/feed-request.ts";
export { redact } from "./http/redact.ts";
export { userAgentOf } from "./http/user-agent.ts";
export { type JournalOptions, openJournal } from "./journal/disk-journal.ts";
export { JournalError, type JournalErrorCode } from "./journal/journal-error.ts";
export { memoryJournal } from "./journal/memory-journal.ts";
export type { FeedRecord, Journal, JournalChange, JournalEntry, Lease } from "./journal.ts";
export type {
  FeedAnswer,
  FeedContent,
  FeedRequest,
  FeedRequestOptions,
  UnchangedAnswer,
  Validators,
} from "./request.ts";
export { type StaticList, staticHeatSources } from "./static/static-heat-sources.ts";
export { type WfigsOptions, wfigsFeed, wfigsUrl } from "./wfigs/wfigs-feed.ts";
