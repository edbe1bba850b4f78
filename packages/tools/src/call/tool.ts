import type { Client } from "@emberline/core";
import type { z } from "zod";
import type { ExportStore } from "../export/store.ts";
import type { Geocoder } from "../places/geocoder.ts";
import type { RoleSettings } from "../role-settings.ts";

/** What a tool needs from its surroundings; given by the surface, never by an argument. */
export interface ToolContext {
  readonly client: Client;
  /** The clock, in milliseconds since 1970-01-01T00:00Z. */
  readonly now: () => number;
  /** Ends when the caller cancels or the call's time is over. */
  readonly signal: AbortSignal;
  /** Ends when most of the call's time is over: what is read so far should be answered. */
  readonly late: AbortSignal;
  /** Sentences that every answer carries, for example that the data is synthetic. */
  readonly notices: readonly string[];
  /** Roles of properties that the operator set. */
  readonly roles?: RoleSettings;
  /** Hears of each page that a long reading reads: how many features; absent where the surface tells nobody. */
  readonly onRead?: (features: number) => void;
  /** How pictures are wanted; absent where the surface can show none. */
  readonly pictures?: PictureFormat;
  /** Where files go; absent where the operator allows none. */
  readonly exports?: ExportStore;
  /** The operator's geocoder, asked for names that the gazetteer lacks. */
  readonly geocoder?: Geocoder;
}

/** The form in which a surface wants pictures. */
export interface PictureFormat {
  readonly mimeType: string;
  /** Turns a drawing, an SVG document, into that form. */
  encode(svg: string): Promise<Uint8Array>;
}

/** What goes beside the facts of an answer; the facts never depend on it. */
export type Attachment =
  | { readonly kind: "picture"; readonly mimeType: string; readonly bytes: Uint8Array }
  | {
      readonly kind: "file";
      readonly uri: string;
      readonly name: string;
      readonly mimeType: string;
      readonly sizeBytes: number;
    };

/**
 * An answer that can be made smaller. `build(size)` is the whole answer,
 * `build(kept)` one that leaves out all but `kept` of its parts and says so.
 */
export interface Draft<Output> {
  readonly size: number;
  build(kept: number): Output;
  readonly attachment?: Attachment;
  /** Takes back what the tool made, where the answer reaches nobody. */
  discard?(): Promise<void>;
}

export type Toolset = "core" | "analysis" | "output";

export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** One tool, as every surface offers it. Inputs arrive parsed; errors are thrown. */
export interface Tool<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly toolset: Toolset;
  /** Whether its answers have a picture where the surface shows pictures. */
  readonly hasPicture?: boolean;
  readonly annotations: ToolAnnotations;
  /** The longest that a call may take, in milliseconds, where it is not the usual one. */
  readonly timeoutMs?: number;
  readonly input: Input;
  readonly output: Output;
  // A method, not a property: only so may tools of different inputs stand in one list.
  run(input: z.output<Input>, context: ToolContext): Promise<Draft<z.input<Output>>>;
}

/** Annotations of a tool that only reads from the service. */
export const readOnly: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
};

/** Returns the tool as it is; infers the types of `run` from the schemas. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> {
  return tool;
}
