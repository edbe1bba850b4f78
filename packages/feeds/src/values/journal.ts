import type { FeedFeature, Layer } from "./feed.ts";

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
  /** New features, and those that replace the feature of the same id in this layer. */
  readonly put: readonly FeedFeature[];
  readonly remove: readonly string[];
  readonly record: FeedRecord;
}

/** What another process wrote. Applying a change twice gives the same as applying it once. */
export type JournalChange =
  | { readonly kind: "entry"; readonly sequence: number; readonly entry: JournalEntry }
  | {
      readonly kind: "removal";
      readonly sequence: number;
      readonly layer: Layer;
      readonly before: number;
    }
  /** Older changes were merged: read all features and records anew, then go on after `sequence`. */
  | { readonly kind: "reset"; readonly sequence: number };

/** The right to write. */
export interface Lease {
  /** Aborts when another process took over. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** Features and states of feeds on disk. Several processes may read it; one of them writes. */
export interface Journal {
  /**
   * The right to write; null while any journal of this folder has it. That of a process that
   * died is taken over at once, that of one that hangs after some seconds.
   */
  tryLease(): Promise<Lease | null>;
  /**
   * Stored whole and durable when it resolves to the number of the commit; a crash before that
   * leaves nothing of it, or all.
   * @throws {JournalError} without the lease, or if it was lost (`not_leased`), or when the disk
   *   is full or fails (`storage`): later commits may work again
   */
  commit(entry: JournalEntry): Promise<number>;
  /** All features of a layer, in batches, the newest commits first. */
  features(layer: Layer): AsyncIterable<readonly FeedFeature[]>;
  records(): Promise<ReadonlyMap<string, FeedRecord>>;
  /** The number of the newest commit; 0 before the first. */
  sequence(): Promise<number>;
  /** What any process committed after a number, in order; ends with the newest. */
  changes(after: number): AsyncIterable<JournalChange>;
  /**
   * Removes the features whose time ended before; their disk space is freed in the background.
   * @throws {JournalError} as `commit`
   */
  removeBefore(layer: Layer, epochMs: number): Promise<void>;
  /** Releases the lease. */
  close(): Promise<void>;
}
