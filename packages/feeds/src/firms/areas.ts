import { type Bbox, type Box, boxContains, cutBox, flatBox } from "@emberline/geo";

const world: Box = [-180, -90, 180, 90];

/** Sides of the cells by which FIRMS counts transactions, in degrees. */
const cellDeg = 60;

/** A box of the area API, which does not cross the antimeridian. */
export interface Area {
  readonly box: Box;
  /** `world`, or west, south, east, north. */
  readonly path: string;
  /** Cells of 60 by 60 degrees. */
  readonly cells: number;
}

/** The areas of requests; without boxes the world. */
export function areasOf(boxes: readonly Bbox[]): Area[] {
  const parts = boxes.length === 0 ? [world] : boxes.flatMap((box) => cutBox(flatBox(box)));
  const areas = parts.map(areaOf);
  return areas.find(({ path }) => path === "world") ? [areaOf(world)] : areas;
}

function areaOf(box: Box): Area {
  const [west, south, east, north] = box;
  const across = Math.max(1, Math.ceil((east - west) / cellDeg));
  const along = Math.max(1, Math.ceil((north - south) / cellDeg));
  const isWorld = box.every((edge, i) => edge === world[i]);
  return { box, path: isWorld ? "world" : box.join(","), cells: across * along };
}

/** Whether a position lies in one of the boxes; without boxes it always does. */
export function isInAreas(boxes: readonly Bbox[], position: readonly [number, number]): boolean {
  return boxes.length === 0 || boxes.some((box) => boxContains(flatBox(box), position));
}
