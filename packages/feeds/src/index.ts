export { type CaptureNote, replayCapture, writeCapture } from "./captures/capture-files.ts";
export type { CapturedAnswer } from "./captures/recorder.ts";
export { type TryOptions, tryFeed, type Understood } from "./captures/try-feed.ts";
export { type DescribedOptions, describedFeed } from "./described/described-feed.ts";
export { readDescription, shippedDescriptions } from "./described/shipped.ts";
export { type Description, DescriptionError, parseDescription } from "./description/description.ts";
export { fedsFeed } from "./feds/feds-feed.ts";
export { type FirmsOptions, firmsFeeds } from "./firms/firms-feeds.ts";
export { createFeedRequest, type FeedFetch } from "./http/feed-request.ts";
export { redact } from "./http/redact.ts";
export { userAgentOf } from "./http/user-agent.ts";
export { openJournal } from "./journal/disk-journal.ts";
export { JournalError } from "./journal/journal-error.ts";
export { memoryJournal } from "./journal/memory-journal.ts";
export { staticHeatSources } from "./static/static-heat-sources.ts";
export {
  type Change,
  type ChangeCounts,
  type Clock,
  type CountriesOf,
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
} from "./values/feed.ts";
export type { FeedRecord, Journal, JournalEntry, Lease } from "./values/journal.ts";
