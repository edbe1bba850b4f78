import type { Box } from "@emberline/geo";
import type { GroundPart, MapPlace } from "@emberline/map";

/** A part of the world, and the scale at which it is shown. */
export interface GroundRequest {
  readonly box: Box;
  readonly kmPerPixel: number;
}

/** The basemap there, with the most populous places. */
export interface Ground {
  /** Null at scales for which a coarse atlas of the world is enough. */
  readonly part: GroundPart | null;
  readonly places: readonly MapPlace[];
}
