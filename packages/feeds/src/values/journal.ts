import type { FeedFeature, Layer } from "./feed.ts";

/** What is kept about a feed. */
export interface FeedRecord {
  /** State of its last change. */
  readonly state: unknown;
  /** Epoch milliseconds at which its last complete reading began; null before the first. */
  readonly readAt: number | null;
}

/** One transaction. */
export interface JournalEntry {
  readonly layer: Layer;
  /** New features, and those that replace the feature of the same id in this layer. */
  readonly put: readonly FeedFeature[];
  readonly remove: readonly string[];
  /** By the names of feeds of this layer. */
  readonly records: Readonly<Record<string, FeedRecord>>;
}

/** A part of what was committed. */
export interface News extends Pick<JournalEntry, "layer" | "put" | "remove"> {
  /** What came before of this layer counts no more, such as the features of a damaged file. */
  readonly isAnew?: boolean;
}

/** The right to write. */
export interface Lease {
  /** Aborts when another process took over. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** Features and records of feeds, kept for the next start and for other processes. */
export interface Journal {
  /**
   * The right to write; null while any journal of this folder has it. That of a process that
   * died is taken over at once, that of one that hangs after some seconds.
   */
  tryLease(): Promise<Lease | null>;
  /**
   * Stored whole and durable when it resolves; a crash before that leaves nothing of it, or all.
   * @throws {JournalError} without the lease, or if it was lost (`not_leased`), or when the disk
   *   is full or fails (`storage`): later commits may work again
   */
  commit(entry: JournalEntry): Promise<void>;
  /**
   * What others committed since the last call, in batches, of each layer in its order; everything
   * at the first call. Applying a batch twice gives the same as applying it once.
   */
  news(): AsyncIterable<News>;
  records(): Promise<ReadonlyMap<string, FeedRecord>>;
  /**
   * Frees the space of files of which all features with a time ended before.
   *
   * @param kept called before a file goes; gives those of its features that stay
   * @throws {JournalError} as `commit`
   */
  removeBefore(
    layer: Layer,
    epochMs: number,
    kept: () => Promise<readonly FeedFeature[]>,
  ): Promise<void>;
  /** Releases the lease. */
  close(): Promise<void>;
}
