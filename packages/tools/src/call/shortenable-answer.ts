import type { Attachment } from "./context.ts";

/** An answer that can be shortened to fit the caller's budget. */
export interface ShortenableAnswer<Output> {
  /** How many parts can be left out, such as rows. */
  readonly parts: number;
  /** Makes the first `kept` parts, where making them takes long; waited for before `keep`. */
  prepare?(kept: number): Promise<void>;
  /**
   * The answer with its first `kept` parts, saying what it leaves
   * out; with all of them it is whole.
   */
  keep(kept: number): Output;
  readonly attachment?: Attachment;
  /** Removes what the tool created, when the answer reaches nobody. */
  discard?(): Promise<void>;
}
