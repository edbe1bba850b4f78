import type { Attachment } from "./context.ts";

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
