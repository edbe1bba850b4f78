import {
  type Box,
  boxCenter,
  boxWidthDeg,
  type Geometry,
  kmPerDegree,
  type LonLat,
  narrowestBox,
  type Position,
  positionsOf,
} from "@emberline/geo";
import type { MapArea } from "@emberline/map";
import { geoCircle } from "d3-geo";
import { type Content, drawablesOf, geometryOf } from "./content.ts";

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

/** The outline of an area: of a circle on the sphere. */
export function areaOutline(area: MapArea): Geometry {
  if (area.kind !== "circle") return boxOutline(area.box);
  const { coordinates } = geoCircle()
    .center([...area.center])
    .radius(area.radiusKm / kmPerDegree)
    .precision(2)();
  // d3-geo types positions as lists of numbers.
  return { type: "Polygon", coordinates: coordinates as Position[][] };
}

export function isLonLat(value: unknown): value is LonLat {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
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
