import type { FeedFeature, Layer } from "./feed-feature.ts";

/** What a journal keeps about a feed. */
export interface FeedRecord {
  /** State of its last change. */
  readonly state: unknown;
  /** Epoch milliseconds at which its last complete reading began; null before the first. */
  readonly readAt: number | null;
}

/** One transaction. */
export interface JournalEntry {
  readonly feed: string;
  readonly layer: Layer;
  readonly put: readonly FeedFeature[];
  readonly remove: readonly string[];
  readonly record: FeedRecord;
}

/** Features and states of feeds on disk. */
export interface Journal {
  /** Stored whole and durable when it resolves; a crash before that leaves nothing of it. */
  commit(entry: JournalEntry): Promise<void>;
  /** All features of a layer, in batches. */
  features(layer: Layer): AsyncIterable<readonly FeedFeature[]>;
  records(): Promise<ReadonlyMap<string, FeedRecord>>;
  /** Removes the features whose time ended before; returns how many. */
  removeBefore(layer: Layer, epochMs: number): Promise<number>;
  close(): Promise<void>;
}
