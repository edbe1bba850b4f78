import type { Attachment } from "./context.ts";
import type { ToolError } from "./tool-error.ts";

/** How a call ended. `text` is `output` as compact JSON. */
export type CallResult =
  | {
      readonly ok: true;
      readonly output: Record<string, unknown>;
      readonly text: string;
      readonly attachment?: Attachment;
    }
  | { readonly ok: false; readonly error: ToolError };
