import type { Pause } from "@emberline/turns";
import type { DrawnMap, MapDrawing } from "./map-drawing.ts";
import type { Ground, GroundRequest } from "./map-ground.ts";
import type { Packed } from "./packed.ts";

/** Results of exact geometry for a list of outlines. */
export interface Measured {
  /** The area of each in km² on the WGS 84 ellipsoid; null without polygons. */
  readonly areasKm2: readonly (number | null)[];
  /** Indices of the invalid ones, with their valid forms (decisions, row 25). */
  readonly repaired: Replaced;
  /** Numbers of outlines without a known area or valid form, by reason. */
  readonly unmeasured: Readonly<Record<Unmeasured, number>>;
}

/** The outline crosses itself too often to be repaired, or has an edge of 180° or more. */
export type Unmeasured = "tangled" | "wide";

/** Outlines that replace some of the input. */
export interface Replaced {
  readonly indices: readonly number[];
  readonly shapes: Packed;
}

/** Kinds of work that may occupy a thread for long, by name, with input and output. */
export interface HeavyWork {
  measure: { input: Packed; output: Measured };
  /** The output contains only changed outlines. */
  simplify: { input: Packed; output: Replaced };
  /** The area in km² that valid polygons cover together; null if they cross too often. */
  unite: { input: Packed; output: number | null };
  draw: { input: MapDrawing; output: DrawnMap };
  /** The basemap and the places of a part of the world. */
  ground: { input: GroundRequest; output: Ground };
  /** An SVG document as PNG. */
  png: { input: string; output: Uint8Array };
}

/** One kind of work, done in one go, as in a thread. */
export type HeavyTask<Name extends keyof HeavyWork> = (
  input: HeavyWork[Name]["input"],
) => Promise<HeavyWork[Name]["output"]>;

/** Worker threads, kept between calls. */
export interface Workers {
  /**
   * Runs one piece of heavy work. An aborted signal ends the work and its thread.
   *
   * @param moved parts of the input to transfer instead of copy
   * @throws {ToolError} when too much work waits already (`busy`)
   */
  run<Name extends keyof HeavyWork>(
    name: Name,
    input: HeavyWork[Name]["input"],
    signal: AbortSignal,
    moved?: readonly ArrayBuffer[],
  ): Promise<HeavyWork[Name]["output"]>;
}

/** Where heavy work runs: in threads if the program has any, else in turns with other work. */
export interface HeavyContext {
  readonly workers?: Workers | undefined;
  readonly pause: Pause;
  readonly signal: AbortSignal;
}
