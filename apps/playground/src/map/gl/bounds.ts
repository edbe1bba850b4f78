import { boxCenter, boxWidthDeg, narrowestBox, type Position, positionsOf } from "@emberline/geo";
import { type Content, drawablesOf, geometryOf } from "../content/content.ts";
import { areaOutline } from "../geometry.ts";

/** The limit of Web Mercator, which the moving map uses. */
const mercatorMaxLat = 85;

/** West, south, east, north; longitudes may exceed ±180. */
export type Bounds = [number, number, number, number];

/** Results and the area asked for; null without any. */
export function boundsOf(content: Content): Bounds | null {
  const box = narrowestBox(positionsIn(content));
  if (!box) return null;
  const [lon] = boxCenter(box);
  const halfWidthDeg = boxWidthDeg(box) / 2;
  return [lon - halfWidthDeg, box[1], lon + halfWidthDeg, box[3]];
}

/** Whether something lies where the moving map has no place. */
export function isPolar(content: Content): boolean {
  return positionsIn(content).some(([, lat]) => Math.abs(lat) > mercatorMaxLat);
}

function positionsIn(content: Content): Position[] {
  const { area } = content;
  // The box around a region is wider than what was asked for.
  const asked = area && area.kind !== "extent" ? positionsOf(areaOutline(area)) : [];
  const found = drawablesOf(content).flatMap((each) => positionsOf(geometryOf(each)));
  return found.length + asked.length > 0 || !area
    ? [...found, ...asked]
    : positionsOf(areaOutline(area));
}
