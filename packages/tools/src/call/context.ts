import type { Client } from "@emberline/core";
import type { Pause } from "@emberline/turns";
import type { RoleSettings } from "../values/roles.ts";
import type { HeavyContext, Workers } from "../work/workers.ts";
import type { ExportStore } from "./export-store.ts";
import type { Geocoder } from "./geocoder.ts";
import type { PageBudget } from "./page-budget.ts";

/** What a tool needs from its surroundings; given by the surface, never by an argument. */
export interface ToolContext {
  readonly client: Client;
  /** The clock, in milliseconds since 1970-01-01T00:00Z. */
  readonly now: () => number;
  /** Ends when the caller cancels or the call's time is over. */
  readonly signal: AbortSignal;
  /** Ends when most of the call's time is used: answer with what was read so far. */
  readonly softDeadline: AbortSignal;
  /** How many pages the call may still ask for. */
  readonly pages: PageBudget;
  /** To be asked between steps of work: other calls want the event loop too. */
  readonly pause: Pause;
  /** Threads for heavy work; absent where the program has none. */
  readonly workers?: Workers;
  /** Sentences that every answer carries, for example that the data is synthetic. */
  readonly notices: readonly string[];
  /** Roles of properties that the operator set. */
  readonly roles?: RoleSettings;
  /**
   * Receives the number of features of each page read; absent if the surface reports no progress.
   */
  readonly onRead?: (features: number) => void;
  /** How pictures are wanted; absent where the surface can show none. */
  readonly pictures?: PictureFormat;
  /** Where files go; absent where the operator allows none. */
  readonly exports?: ExportStore;
  /** Signs cursors; without it a key of this process does. */
  readonly cursorKey?: Uint8Array;
  /** The operator's geocoder, asked for names that the gazetteer lacks. */
  readonly geocoder?: Geocoder;
}

/** The form in which a surface wants pictures. */
export interface PictureFormat {
  readonly mimeType: string;
  /**
   * Turns a drawing, an SVG document, into that form, in a thread of the context where it has any.
   *
   * @throws {ToolError} when too many pictures are waiting already (`busy`)
   */
  encode(svg: string, context?: HeavyContext): Promise<Uint8Array>;
}

/** Attached to the facts of an answer; the facts never depend on it. */
export type Attachment =
  | { readonly kind: "picture"; readonly mimeType: string; readonly bytes: Uint8Array }
  | {
      readonly kind: "file";
      readonly uri: string;
      readonly name: string;
      readonly mimeType: string;
      readonly sizeBytes: number;
    };
