import type { Pause } from "@emberline/turns";
import type { DrawnMap, MapDrawing } from "./map-drawing.ts";
import type { Packed } from "./packed.ts";

/** What exact geometry says of outlines, one after the other. */
interface Measured {
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

/** Work that may keep a thread for long, by name. */
export interface HeavyWork {
  measure(outlines: Packed): Promise<Measured>;
  /** Without those that stay as they are. */
  simplify(outlines: Packed): Promise<Replaced>;
  /** The area that valid polygons cover together, as polygons that do not overlap. */
  unite(polygons: Packed): Promise<Packed>;
  draw(map: MapDrawing): Promise<DrawnMap>;
  /** A drawing, an SVG document, as PNG. */
  png(svg: string): Promise<Uint8Array>;
}

/** What a piece of work is given. */
export type Input<Name extends keyof HeavyWork> = Parameters<HeavyWork[Name]>[0];

/** What it comes to. */
export type Output<Name extends keyof HeavyWork> = Awaited<ReturnType<HeavyWork[Name]>>;

/** Threads beside the event loop's own, kept from call to call. */
export interface Workers {
  /**
   * Runs one piece of heavy work. When the signal is aborted the work ends, and its thread with it.
   *
   * @param moved memory of the input that is handed over instead of copied
   * @throws ToolError `busy` when too much work waits already
   */
  run<Name extends keyof HeavyWork>(
    name: Name,
    input: Input<Name>,
    signal: AbortSignal,
    moved?: readonly ArrayBuffer[],
  ): Promise<Output<Name>>;
}

/** Where heavy work runs: in threads, where the program has any, else in turns with other work. */
export interface HeavyContext {
  readonly workers?: Workers | undefined;
  readonly pause: Pause;
  readonly signal: AbortSignal;
}
