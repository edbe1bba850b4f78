import { day, hour, startOfDay } from "./clock.ts";
import type { Span } from "./detections.ts";
import { type Draw, rounded } from "./draw.ts";
import { type Polygon, ring } from "./perimeters.ts";

/** A perimeter of FEDS of one time step, and when the source has it. */
export interface Step {
  /** Epoch milliseconds: the source answers with the row from here, and up to `until`. */
  readonly from: number;
  readonly until: number;
  /** `CONUS|17726.0|2026-03-30T00:00:00`. */
  readonly primarykey: string;
  readonly fireid: number;
  readonly region: string;
  /** The observation; may be older than the time in the key. */
  readonly t: number;
  readonly geometry: Polygon;
  readonly farea: number;
  readonly newPixels: number;
  readonly meanFrp: number | null;
}

/** The time steps of some fires: 00 and 12 hours UTC, late and run again at times. */
export function makeSteps(draw: Draw, { start, end }: Span, count = 12): Step[] {
  const steps: Step[] = [];
  for (let fire = 0; fire < count; fire++) {
    // The same number names fires of two regions.
    const fireid = 17_726 + Math.floor(fire / 2);
    const region = fire % 2 === 0 ? "CONUS" : "BOREAL_NA";
    const centre: [number, number] = [draw.between(-120, -100), draw.between(40, 60)];
    let radius = draw.between(0.01, 0.05);
    let seen = 0;
    for (let step = startOfDay(start) - 2 * day; step <= end; step += day / 2) {
      const carried = seen > 0 && draw.chance(0.2);
      if (!carried) seen = step;
      radius *= draw.between(1, 1.1);
      const row = (from: number, until: number): Step => ({
        from,
        until,
        primarykey: `${region}|${fireid.toFixed(1)}|${isoWithoutZone(step)}`,
        fireid,
        region,
        t: seen,
        geometry: { type: "Polygon", coordinates: [ring(draw, centre, radius)] },
        farea: rounded(radius * radius * 31_000, 3),
        newPixels: carried ? 0 : draw.integer(1, 90),
        meanFrp: carried ? null : rounded(draw.between(1, 60), 2),
      });
      const late = draw.chance(0.1) ? draw.between(14, 40) * hour : 0;
      const from = step + draw.between(4, 12) * hour + late;
      // A run from t-2 makes earlier steps anew, with the late data.
      const again = draw.chance(0.2) ? from + day : Infinity;
      steps.push(row(from, again));
      if (again < Infinity) steps.push(row(again, Infinity));
    }
  }
  return steps;
}

/** ISO 8601 as FEDS writes it: `2026-03-30T00:00:00`. */
export function isoWithoutZone(time: number): string {
  return new Date(time).toISOString().slice(0, 19);
}
