import { type Bbox, flatBox } from "@emberline/geo";

/** One box around all areas, as text; undefined without areas, and across the antimeridian. */
export function envelopeOf(areas: readonly Bbox[]): string | undefined {
  const boxes = areas.map(flatBox);
  if (boxes.length === 0 || boxes.some(([west, , east]) => west > east)) return undefined;
  return [
    Math.min(...boxes.map(([west]) => west)),
    Math.min(...boxes.map(([, south]) => south)),
    Math.max(...boxes.map(([, , east]) => east)),
    Math.max(...boxes.map(([, , , north]) => north)),
  ].join(",");
}
