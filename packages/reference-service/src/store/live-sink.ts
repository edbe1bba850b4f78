import type { FeedFeature, FeedRecord, JournalEntry, Layer, Lease } from "@emberline/feeds";

/** Where changes of live feeds go: stores, and what outlives the process, if anything does. */
export interface LiveSink {
  /** The right to read the feeds, which one process has; null while another one has it. */
  tryLease(): Promise<Lease | null>;
  /** Kept and in the store when it resolves; a failure leaves nothing of it. */
  commit(entry: JournalEntry): Promise<void>;
  /** Brings the stores to what other processes committed; what is known of the feeds then. */
  catchUp(): Promise<ReadonlyMap<string, FeedRecord>>;
  /** Stores features that are shipped rather than read, instead of those shipped before. */
  ship(layer: Layer, features: readonly FeedFeature[]): Promise<void>;
  /** Removes features of feeds that ended before, except for these ids. */
  removeOld(layer: Layer, epochMs: number, listed: ReadonlySet<string>): Promise<void>;
  close(): Promise<void>;
}
