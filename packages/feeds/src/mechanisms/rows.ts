import type { Bbox } from "@emberline/geo";
import type { FeedContext, Validators } from "../values/feed.ts";

/** One reading of all rows of a source. */
export interface Rows {
  /** The source says that nothing has changed. */
  readonly isUnchanged: boolean;
  /** The list has changed between two pages: read again at once, it may be whole. */
  readonly hasMoved: boolean;
  /** For the next request, where that may be conditional. */
  readonly validators: Validators | undefined;
  /**
   * The rows, each as a GeoJSON feature, however the source sends them.
   * @throws {FeedError} when not all of them can be read
   */
  rows(): AsyncGenerator<unknown, void>;
}

export interface Asked {
  /** Of the feed, for errors. */
  readonly name: string;
  /** Empty for the world. */
  readonly areas: readonly Bbox[];
  /** What `{now}` and `{since}` mean; epoch milliseconds. */
  readonly nowMs: number;
  readonly sinceMs: number;
  /** Of the reading before, if it asked for the same. */
  readonly validators: Validators | undefined;
  readonly context: Pick<FeedContext, "request" | "pause">;
}

/** Of all pages together, since the whole list is held. */
export const maxListBytes = 100e6;
export const maxPages = 1000;
