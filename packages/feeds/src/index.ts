export { type FedsOptions, fedsFeed, fedsUrl } from "./feds/feds-feed.ts";
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
export { type StaticList, staticHeatSources } from "./static/static-heat-sources.ts";
export {
  type Change,
  type ChangeCounts,
  type Clock,
  type Credit,
  type Feed,
  type FeedAnswer,
  type FeedContent,
  type FeedContext,
  FeedError,
  type FeedErrorCode,
  type FeedFeature,
  type FeedInterval,
  type FeedRequest,
  type FeedRequestOptions,
  type Layer,
  type StoredFeatures,
  systemClock,
  type UnchangedAnswer,
  type Validators,
} from "./values/feed.ts";
export type { FeedRecord, Journal, JournalEntry, Lease } from "./values/journal.ts";
export { type WfigsOptions, wfigsFeed, wfigsUrl } from "./wfigs/wfigs-feed.ts";
