import { seededRandom } from "@emberline/test-support/random";
import { day, hour } from "./world/clock.ts";
import { type DetectionWorld, makeDetections } from "./world/detections.ts";
import { Draw } from "./world/draw.ts";
import { makeSteps, type Step } from "./world/feds.ts";
import { type Fire, makeFires } from "./world/perimeters.ts";
import { makeZones, type Zone } from "./world/zones.ts";

/** What the sources know at every instant of a simulated time. */
export interface World {
  /** Epoch milliseconds: start and end of the simulated time. */
  readonly start: number;
  readonly end: number;
  readonly detections: DetectionWorld;
  readonly fires: readonly Fire[];
  readonly steps: readonly Step[];
  readonly zones: readonly Zone[];
}

export interface WorldOptions {
  readonly seed?: number;
  readonly days?: number;
  /** Epoch milliseconds of a UTC midnight. */
  readonly start?: number;
  readonly pixelsPerPass?: number;
}

/**
 * The same world for the same options. Its last overpass is half a day before its end, so that
 * at the end all rows are final.
 */
export function makeWorld({
  seed = 17,
  days = 14,
  start = Date.UTC(2026, 7, 1),
  pixelsPerPass = 25,
}: WorldOptions = {}): World {
  const end = start + days * day;
  const draw = new Draw(seededRandom(seed));
  // Sources remember days before the first reading.
  const span = { start: start - 3 * day, end: end - 12 * hour };
  return {
    start,
    end,
    detections: makeDetections(draw, span, pixelsPerPass),
    fires: makeFires(draw, span),
    steps: makeSteps(draw, span),
    zones: makeZones(draw, span),
  };
}
