import type { CallContext, PictureFormat, Tool } from "@emberline/tools";
import type { Context } from "hono";
import type { IdempotencyStore } from "../idempotency/idempotency-store.ts";

export interface HttpToolsOptions {
  readonly tools: readonly Tool[];
  /** Tools for the program's own pages: they can be called, but no list or document names them. */
  readonly unlisted?: readonly Tool[];
  readonly context: Omit<CallContext, "signal" | "offered">;
  /** Request-specific additions to `context`. */
  readonly forRequest?: (c: Context) => Partial<CallContext>;
  readonly version: string;
  /** The picture formats that `Accept` can select; default none. */
  readonly pictures?: readonly PictureFormat[];
  /** Remembers requests with `Idempotency-Key`; default: in memory, for a day. */
  readonly idempotency?: IdempotencyStore;
}
