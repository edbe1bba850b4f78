import type { McpUiHostContext } from "@modelcontextprotocol/ext-apps";
import type { JsonObject } from "../json.ts";

/** How far the call whose answer is shown got. */
export type CallState =
  | { readonly phase: "waiting" }
  /** The model writes its arguments, or the tool runs. */
  | { readonly phase: "running"; readonly args: JsonObject; readonly isPartial: boolean }
  | { readonly phase: "answered"; readonly args: JsonObject; readonly answer: JsonObject }
  | { readonly phase: "failed"; readonly message: string }
  | { readonly phase: "cancelled"; readonly reason: string | null };

/** What the host told the page. */
export interface HostState {
  readonly call: CallState;
  readonly context: McpUiHostContext;
  /** What the host offers. */
  readonly can: {
    readonly callTools: boolean;
    readonly ask: boolean;
    readonly fullscreen: boolean;
  };
  readonly isClosed: boolean;
}
