import type { Pause } from "@emberline/turns";
import type { FeedFeature, FeedInterval, Layer } from "./feed-feature.ts";
import type { FeedRequest } from "./request.ts";

/** Whom a feed's data come from, and under which terms. */
export interface Credit {
  /** The source in few words, for every answer about its data. */
  readonly name: string;
  /** The acknowledgement that the source asks for, in its words. */
  readonly text: string;
  readonly url: string;
  /** SPDX identifier or name of the licence or terms. */
  readonly licence: string;
  /** What the source says that its data are not for; null if it says nothing. */
  readonly disclaimer: string | null;
}

/** A source on the web that is read again and again. */
export interface Feed {
  /** From a closed set, such as `firms-viirs-noaa20-nrt`: a label of metrics and a key on disk. */
  readonly name: string;
  readonly title: string;
  readonly layer: Layer;
  readonly credit: Credit;
  /** The pace that the source allows, in minutes: never shorter. */
  readonly minMinutes: number;
  /**
   * One reading: yields a change for each complete, valid answer of the source, and returns when
   * all of the feed was read. The state of a change is what the next reading finds in its context.
   * @throws {FeedError} when the source cannot be read: whatever was yielded before stands
   */
  read(context: FeedContext): AsyncGenerator<Change, void>;
  /** Ids of the features that the source still lists by this state: they stay at any age. */
  listed?(state: unknown): readonly string[];
  /** Epoch milliseconds of the newest observation, by this state. */
  newestAt?(state: unknown): number | undefined;
  /** A source whose newest observation is older than this may have stopped, whatever it answers. */
  readonly usualAgeHours?: number;
}

export interface FeedContext {
  /** Aborts with the program. */
  readonly signal: AbortSignal;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly request: FeedRequest;
  /** The state of the last change of this feed; undefined before the first. */
  readonly state: unknown;
  /** The stored features of the feed's layer, of all its feeds. */
  readonly stored: StoredFeatures;
  /** Called between parts of the work. */
  readonly pause: Pause;
}

/** Features that were stored by earlier changes. */
export interface StoredFeatures {
  get(id: string): Promise<FeedFeature | undefined>;
  /** Those whose time meets the interval. */
  during(interval: FeedInterval): AsyncIterable<FeedFeature>;
}

/** What one complete answer of a source changes: stored as a whole or not at all. */
export interface Change {
  /** New features, and those that replace the feature of the same id. */
  readonly put: readonly FeedFeature[];
  /** Ids of features that give way. */
  readonly remove: readonly string[];
  /** JSON for the next reading, such as entity tags. */
  readonly state: unknown;
  readonly counts: ChangeCounts;
}

/** How the features of an answer were taken. */
export interface ChangeCounts {
  /** Rows of the answer. */
  readonly received: number;
  /** Rows that were not valid. */
  readonly rejected: number;
  /** Features that were not stored before. */
  readonly added: number;
  /** Features that were stored before with another content. */
  readonly replaced: number;
  readonly removed: number;
}
