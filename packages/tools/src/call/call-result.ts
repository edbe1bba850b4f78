import type { Attachment } from "./context.ts";
import type { ToolError } from "./tool-error.ts";

/** How a call ended. `text` is `output` as compact JSON. */
export type CallResult =
  | {
      readonly ok: true;
      readonly output: Record<string, unknown>;
      readonly text: string;
      readonly attachment?: Attachment;
      /** Most of the call's time was used, so the reading may have stopped early. */
      readonly isLate?: true;
      /** The age of an answer that another call was given before; absent if it is new. */
      readonly ageSeconds?: number;
    }
  | { readonly ok: false; readonly error: ToolError };
