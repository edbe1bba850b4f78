import { type Bbox, flatBox } from "@emberline/geo";

/** One box around all areas, as text; undefined without areas, and across the antimeridian. */
export function envelopeOf(areas: readonly Bbox[]): string | undefined {
  const boxes = areas.map(flatBox);
  if (boxes.length === 0 || boxes.some(([west, , east]) => west > east)) return undefined;
  const whole = boxes.reduce(([west, south, east, north], each) => [
    Math.min(west, each[0]),
    Math.min(south, each[1]),
    Math.max(east, each[2]),
    Math.max(north, each[3]),
  ]);
  return whole.join(",");
}
