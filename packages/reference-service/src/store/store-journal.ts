import type { FeedFeature, Journal, Layer } from "@emberline/feeds";

/** A journal in the database of the stores: what it commits, they have. */
export interface StoreJournal extends Journal {
  /** Stores features that are shipped rather than read, instead of those shipped before. */
  ship(layer: Layer, features: readonly FeedFeature[]): Promise<void>;
  /** Removes features of feeds that ended before, except for these ids. */
  removeOld(layer: Layer, epochMs: number, listed: ReadonlySet<string>): Promise<void>;
}

export function isStoreJournal(journal: Journal): journal is StoreJournal {
  return "removeOld" in journal;
}
