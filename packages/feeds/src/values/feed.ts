import { setTimeout as timer } from "node:timers/promises";
import type { Geometry, Properties } from "@emberline/geo";
import type { Pause } from "@emberline/turns";

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

/** The countries that a source covers. */
export interface CountriesOf {
  /** Of its features, where a layer has several; a value of their property `kind`. */
  readonly category: string;
  /** ISO 3166-1, two letters. */
  readonly codes: readonly string[];
}

/** A source on the web that is read again and again. */
export interface Feed {
  /** From a closed set, such as `firms-viirs-noaa20-nrt`: a label of metrics and a key on disk. */
  readonly name: string;
  readonly title: string;
  readonly layer: Layer;
  readonly credit: Credit;
  /** The pace that the source allows, in minutes: no shorter between readings that succeed. */
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
  /** Where it is read, days without an observation are usual while no other feed has any. */
  readonly isSparse?: boolean;
  /**
   * Of which time all that the source has was read, by this state: merged, oldest first. A feed
   * without it says nothing of the completeness of its layer.
   */
  covered?(state: unknown): readonly FeedInterval[];
  /** Observations may reach the source this much later, as it states; default 0. */
  readonly delayHours?: number;
  /** Times without a row of a source that sees some every day, by this state. */
  gaps?(state: unknown): readonly FeedInterval[];
  /** What the source is of; undefined for the world. */
  readonly countries?: CountriesOf;
  /** Whose detections these are, such as `FIRMS`: those of several systems are never added up. */
  readonly system?: string;
  /** How well the source is known, such as `live capture of 2026-07-29`. */
  readonly known?: string;
  /** Why it is read another way than the operator set, by this state; without full stop. */
  standIn?(state: unknown): string | undefined;
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
  /** Told why a row was not taken. */
  readonly report?: ((reason: string) => void) | undefined;
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

/**
 * - `unreachable`: no answer, or a server error; asked again later
 * - `refused`: the key or the request is wrong; an operator has to act
 * - `quota`: too many requests; asked again after `retryAfterMs`
 * - `invalid_answer`: an answer that is not the data, such as an HTML page
 */
export type FeedErrorCode = "unreachable" | "refused" | "quota" | "invalid_answer";

/** A source that could not be read: never the same as a source without fires. */
export class FeedError extends Error {
  override readonly name = "FeedError";
  readonly code: FeedErrorCode;
  readonly retryAfterMs: number | undefined;

  /** @param message without keys, and without more than a few words of the answer */
  constructor(code: FeedErrorCode, message: string, retryAfterMs?: number) {
    super(message);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** What a feed has features of. */
export type Layer =
  | "hotspots"
  | "perimeters"
  | "staticHeatSources"
  | "incidents"
  | "evacuationZones"
  | "assets";

/** A feature of a feed: RFC 7946, with an id that stays the same from reading to reading. */
export interface FeedFeature {
  readonly type: "Feature";
  readonly id: string;
  readonly geometry: Geometry | null;
  readonly properties: Properties;
  /** Epoch milliseconds, both ends included; undefined without time. */
  readonly time: FeedInterval | undefined;
}

/** A closed interval of epoch milliseconds (UTC). */
export interface FeedInterval {
  readonly start: number;
  readonly end: number;
}

/** One request to a source: polite, limited, and without keys in its errors. */
export type FeedRequest = (url: URL, options?: FeedRequestOptions) => Promise<FeedAnswer>;

export interface FeedRequestOptions {
  /** Validators of the answer before: the request is conditional. */
  readonly validators?: Validators | undefined;
  readonly accept?: string | undefined;
  /** Default 256 MB. */
  readonly maxBytes?: number | undefined;
  /** Parts of the URL that no error, log or page may show, such as a key in its path. */
  readonly secrets?: readonly string[] | undefined;
}

/** RFC 9110, 8.8. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

export type FeedAnswer = UnchangedAnswer | FeedContent;

/** Status 304: the answer to the validators is the one before. */
interface UnchangedAnswer {
  readonly kind: "unchanged";
}

/** An answer of any other status. */
export interface FeedContent {
  readonly kind: "content";
  readonly status: number;
  /** Media type in lower case, without parameters; "" if absent. */
  readonly mediaType: string;
  readonly validators: Validators;
  /** From `Retry-After`; undefined without. */
  readonly retryAfterMs: number | undefined;
  /** The body as UTF-8, in pieces; may be read once. */
  readonly body: AsyncIterable<string>;
}

/** The clock of feeds; tests and simulations hand in their own. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Resolves after this time. Rejects with the signal's reason once it aborts, without a timer. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** Longer timers would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

/** The clock of this machine; its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: Date.now,
  async wait(ms, signal) {
    try {
      await timer(Math.min(ms, maxTimerMs), undefined, { signal, ref: false });
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    }
  },
};
