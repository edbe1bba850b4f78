import { hour } from "./clock.ts";
import type { Span } from "./detections.ts";
import { type Draw, rounded } from "./draw.ts";
import { type Polygon, ring } from "./perimeters.ts";

/** A zone from `from` until its next state. */
export interface ZoneState {
  /** Epoch milliseconds. */
  readonly from: number;
  /** In the words of California; null while the zone is not listed. */
  readonly status: string | null;
  readonly geometry: Polygon;
}

export interface Zone {
  readonly number: number;
  readonly id: string;
  readonly county: string;
  readonly states: readonly ZoneState[];
}

const statuses = ["Evacuation Order", "Evacuation Warning", "Shelter in Place", "Normal", null];

/** Zones of which orders and warnings are issued, changed and lifted. */
export function makeZones(draw: Draw, { start, end }: Span, count = 90): Zone[] {
  return Array.from({ length: count }, (_, number) => {
    const centre = [
      rounded(draw.between(-123, -116), 5),
      rounded(draw.between(34, 41), 5),
    ] as const;
    const outline = () => ({ type: "Polygon" as const, coordinates: [ring(draw, centre, 0.02)] });
    let geometry = outline();
    const states: ZoneState[] = [];
    for (let at = start - hour; at <= end; at += Math.floor(draw.between(7, 60) * hour)) {
      if (draw.chance(0.2)) geometry = outline();
      states.push({ from: at, status: draw.of(statuses), geometry });
    }
    return { number, id: `BUT-${number}`, county: draw.of(["Butte", "Shasta"]), states };
  });
}
