import type { Pause } from "@emberline/turns";
import type { DrawnMap, MapDrawing } from "./map-drawing.ts";
import type { Packed } from "./packed.ts";

/** What exact geometry says of outlines, one after the other. */
export interface Measured {
  /** What is areal in each, in km² on the WGS 84 ellipsoid; null where nothing is. */
  readonly areasKm2: readonly (number | null)[];
  /** Which of them are invalid, by their index, and their valid forms (decisions, row 25). */
  readonly repaired: Replaced;
}

/** Outlines that take the place of some of those that were given. */
export interface Replaced {
  readonly indices: readonly number[];
  readonly shapes: Packed;
}

/** Work that may keep a thread for long, by name: what it is given, and what it comes to. */
export interface HeavyWork {
  measure: { input: Packed; output: Measured };
  /** Without those that stay as they are. */
  simplify: { input: Packed; output: Replaced };
  /** The area in km² that valid polygons cover together. */
  unite: { input: Packed; output: number };
  draw: { input: MapDrawing; output: DrawnMap };
  /** A drawing, an SVG document, as PNG. */
  png: { input: string; output: Uint8Array };
}

/** How one kind of work is done at once, as threads do it. */
export type HeavyTask<Name extends keyof HeavyWork> = (
  input: HeavyWork[Name]["input"],
) => Promise<HeavyWork[Name]["output"]>;

/** Threads beside the event loop's own, kept from call to call. */
export interface Workers {
  /**
   * Runs one piece of heavy work. When the signal is aborted the work ends, and its thread with it.
   *
   * @param moved memory of the input that is handed over instead of copied
   * @throws {ToolError} when too much work waits already (`busy`)
   */
  run<Name extends keyof HeavyWork>(
    name: Name,
    input: HeavyWork[Name]["input"],
    signal: AbortSignal,
    moved?: readonly ArrayBuffer[],
  ): Promise<HeavyWork[Name]["output"]>;
}

/** Where heavy work runs: in threads, where the program has any, else in turns with other work. */
export interface HeavyContext {
  readonly workers?: Workers | undefined;
  readonly pause: Pause;
  readonly signal: AbortSignal;
}
