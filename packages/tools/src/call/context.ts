import type { Client } from "@emberline/core";
import type { Pause } from "@emberline/turns";
import type { RoleSettings } from "../values/roles.ts";
import type { LayerSettings } from "../values/service-notices.ts";
import type { HeavyContext, Workers } from "../work/workers.ts";
import type { CallMemory } from "./call-memory.ts";
import type { ExportStore } from "./export-store.ts";
import type { Geocoder } from "./geocoder.ts";
import type { Presentation } from "./presentation.ts";
import { ToolError } from "./tool-error.ts";

/** An answer that can be shortened to fit the caller's budget. */
export interface ShortenableAnswer<Output> {
  /** How many parts can be left out, such as rows. */
  readonly parts: number;
  /** Makes the first `kept` parts if that takes long; awaited before `keep`. */
  prepare?(kept: number): Promise<void>;
  /** The answer with its first `kept` parts; it states what it leaves out. */
  keep(kept: number): Output;
  readonly attachment?: Attachment;
  /** Removes what the tool created if the answer is never delivered. */
  discard?(): Promise<void>;
}

/** How a call ended. `text` is `output` as compact JSON. */
export type CallResult =
  | {
      readonly ok: true;
      readonly output: Record<string, unknown>;
      readonly text: string;
      readonly attachment?: Attachment;
    }
  | { readonly ok: false; readonly error: ToolError };

/** What the surface provides to a tool; never set by an argument. */
export interface ToolContext {
  readonly client: Client;
  /** In a plan, whose `client` sends nothing for features: the client that does, for samples. */
  readonly sampled?: Client;
  /** The clock, in milliseconds since 1970-01-01T00:00Z. */
  readonly now: () => number;
  /** Aborted when the caller cancels or the call's time is over. */
  readonly signal: AbortSignal;
  /** Aborted when most of the call's time is used: answer with what was read so far. */
  readonly softDeadline: AbortSignal;
  /** How many more pages the call may request. */
  readonly pages: PageBudget;
  /** What the call holds, so that calls do not fill the memory together. */
  readonly memory: CallMemory;
  /** The longest answer, in tokens. */
  readonly maxTokens: number;
  /** Awaited between steps of work, so that other calls get the event loop too. */
  readonly pause: Pause;
  /** Threads for heavy work; absent if the program has none. */
  readonly workers?: Workers;
  /** Sentences that every answer carries, for example that the data is synthetic. */
  readonly notices: readonly string[];
  /** How the answer shows times and measures. */
  readonly presentation: Presentation;
  /** Whether the caller asked for the request URLs. */
  readonly explain?: boolean;
  /** Adds a sentence to the notices of this call's answer. */
  note(sentence: string): void;
  /** Roles of properties that the operator set. */
  readonly roles?: RoleSettings;
  /** Collections of layers that the operator chose among those of several services. */
  readonly layers?: LayerSettings;
  /** Receives the number of features on each page; absent if the surface reports no progress. */
  readonly onRead?: (features: number) => void;
  /**
   * Receives each selection as it is resolved. Only plans of calls set it: they read no features,
   * so why an answer is empty needs no explanation.
   */
  readonly onSelection?: (selection: object) => void;
  /** Format of pictures; absent if the surface cannot show any. */
  readonly pictures?: PictureFormat;
  /**
   * Says where a picture is, for readers of the JSON alone; with it, pictures are kept with the
   * exports, if there are any.
   *
   * @param input the tool's arguments
   * @param isKept whether the answer has a link to it
   */
  readonly aboutPicture?: (
    input: Readonly<Record<string, unknown>>,
    isKept: boolean,
  ) => string | undefined;
  /** Where exports are written; absent if the operator does not allow exports. */
  readonly exports?: ExportStore;
  /**
   * Signs cursors; default: a random key of this process. Where keys change, a function of those
   * that are valid now: the first signs, and each is accepted.
   */
  readonly cursorKey?: Uint8Array | (() => readonly Uint8Array[]);
  /** The operator's geocoder, for names that the gazetteer lacks. */
  readonly geocoder?: Geocoder;
}

/** The format in which a surface wants pictures. */
export interface PictureFormat {
  readonly mimeType: string;
  /**
   * Converts an SVG document to that format, in a thread if the context has any.
   *
   * @throws {ToolError} when too many pictures are waiting already (`busy`)
   */
  encode(svg: string, context?: HeavyContext): Promise<Uint8Array>;
}

/** An addition to an answer whose facts never depend on it. */
export type Attachment =
  | { readonly kind: "picture"; readonly mimeType: string; readonly bytes: Uint8Array }
  | {
      readonly kind: "file";
      readonly uri: string;
      readonly name: string;
      readonly mimeType: string;
      readonly sizeBytes: number;
    };

/** More than fits into the time of a call. */
const maxPages = 1000;

/** A listing with this many empty pages in a row is given up. */
const maxEmptyPages = 5;

/** Limits the pages of a call, so that an endless listing cannot keep it going. */
export class PageBudget {
  #left: number;
  #emptyInARow = 0;

  constructor(pages = maxPages) {
    this.#left = pages;
  }

  /**
   * Counts a page that arrived.
   *
   * @param items features or simulations on the page, including those skipped as invalid
   * @returns why no further page may be requested, as half a sentence; null if one may
   */
  spend(items: number): string | null {
    this.#left--;
    this.#emptyInARow = items === 0 ? this.#emptyInARow + 1 : 0;
    if (this.#left <= 0) return `no call reads more than ${maxPages} pages`;
    if (this.#emptyInARow > maxEmptyPages)
      return "the service answers page after page without features";
    return null;
  }

  /**
   * Like `spend`, for lists that are useless in part.
   *
   * @throws {ToolError} when the reading has to end (`service_failed`)
   */
  spendOrThrow(items: number): void {
    const reason = this.spend(items);
    if (reason !== null) {
      throw new ToolError("service_failed", `The service's list never ends: ${reason}.`);
    }
  }
}
