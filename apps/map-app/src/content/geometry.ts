import {
  type Box,
  boxCenter,
  boxWidthDeg,
  flatBox,
  type Geometry,
  isBbox,
  kmPerDegree,
  type LonLat,
  narrowestBox,
  type Position,
  positionsOf,
} from "@emberline/geo";
import type { MapArea } from "@emberline/map";
import { geoCircle } from "d3-geo";
import { type Content, drawablesOf, geometryOf } from "./content.ts";
import type { Area } from "./map-state.ts";

/** Longest step along a parallel, so that great arcs between the steps stay close to it. */
const stepDeg = 1;

/** The outline of a box: along parallels and meridians, not along great arcs. */
export function boxOutline(box: Box): Geometry {
  const [west, south, , north] = box;
  const widthDeg = boxWidthDeg(box);
  const steps = Math.max(1, Math.ceil(widthDeg / stepDeg));
  const along = (lat: number) =>
    Array.from({ length: steps + 1 }, (_, i): Position => [west + (widthDeg * i) / steps, lat]);
  const corner: Position = [west, south];
  return {
    type: "Polygon",
    coordinates: [[...along(south), ...along(north).reverse(), corner]],
  };
}

/** The outline of a circle on the sphere. */
export function circleOutline(center: LonLat, radiusKm: number): Geometry {
  const { coordinates } = geoCircle()
    .center([...center])
    .radius(radiusKm / kmPerDegree)
    .precision(2)();
  // d3-geo types positions as lists of numbers.
  return { type: "Polygon", coordinates: coordinates as Position[][] };
}

/** The outline of an area of the answer or of the form. */
export function areaOutline(area: MapArea | Area): Geometry {
  if (area.kind === "circle") return circleOutline(area.center, area.radiusKm);
  return boxOutline("bbox" in area ? flatBox(area.bbox) : area.box);
}

export function isLonLat(value: unknown): value is LonLat {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
}

/** Whether an area can be drawn: forms may hold half of one. */
export function isArea(area: Area): boolean {
  return area.kind === "box"
    ? isBbox(area.bbox)
    : isLonLat(area.center) && Number.isFinite(area.radiusKm) && area.radiusKm > 0;
}

/** Whether an area of a form is what its answer was asked for. */
export function isSameArea(asked: MapArea, edited: Area): boolean {
  if (asked.kind === "circle" && edited.kind === "circle")
    return asked.radiusKm === edited.radiusKm && `${asked.center}` === `${edited.center}`;
  return asked.kind === "box" && edited.kind === "box" && `${asked.box}` === `${edited.bbox}`;
}

/** West, south, east, north; longitudes may exceed ±180. */
type Bounds = [number, number, number, number];

/** Results and the area asked for; null without any. */
export function boundsOf(content: Content): Bounds | null {
  const box = narrowestBox(positionsIn(content));
  if (!box) return null;
  const [lon] = boxCenter(box);
  const halfWidthDeg = boxWidthDeg(box) / 2;
  return [lon - halfWidthDeg, box[1], lon + halfWidthDeg, box[3]];
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
