import type { Geometry, LonLat, Position } from "@emberline/geo";
import type { MapLayout } from "./layout.ts";
import type { MapLink, Perimeter, Shape } from "./map-request.ts";
import {
  circlePath,
  diamondPath,
  dotPath,
  type Outline,
  outlineOn,
  woundForDrawing,
} from "./path.ts";
import {
  changePath,
  changeSymbols,
  changes,
  detectionSymbols,
  plainDetections,
} from "./symbols.ts";
import { escapeXml, strengthRadiiPx, strengthStep } from "./text.ts";
import { ageSteps, type Theme } from "./theme.ts";
import { isInside, type View } from "./view.ts";

/** A smaller outline is drawn as a diamond of this size, since dots are places. */
const leastPx = 6;

interface Fire {
  readonly perimeter: Pick<Perimeter, "timeMs" | "name" | "change">;
  readonly outline: Outline;
}

/** Outlines deviate from the data by less than half a pixel of the picture, rounding included. */
const finestPx = 0.4;

/** The perimeters on the map, oldest first, so that the newest lies on top. */
export function firesOn({ request, view, ages, scale }: MapLayout): Fire[] {
  const fires = (request.layers.perimeters ?? []).flatMap((perimeter) => {
    const outline = perimeterOn(view, woundForDrawing(perimeter.geometry), finestPx / scale);
    return outline ? [{ perimeter, outline }] : [];
  });
  const step = ({ perimeter }: Fire) => ages.stepOf(perimeter.timeMs);
  return fires.sort((a, b) => step(b) - step(a));
}

/** The steps of a growth, newest first, so that older ones lie on top. */
export function growthOn({ request, view, scale }: MapLayout): (Fire & { step: number })[] {
  const steps = (request.layers.growth ?? []).flatMap((perimeter, step) => {
    const wound = woundForDrawing(perimeter.geometry);
    const outline = perimeterOn(view, wound, finestPx / scale);
    return outline ? [{ perimeter, outline, step }] : [];
  });
  return steps.reverse();
}

/** The outline of a wound perimeter, never too small to be seen; null outside the map. */
export function perimeterOn(
  { projection }: View,
  wound: Geometry,
  mergePx?: number,
): Outline | null {
  const outline = outlineOn(projection, wound, mergePx);
  return isSeen(outline) ? atLeast(outline) : null;
}

export function shapeOn(view: View, { geometry, title }: Shape, theme: Theme): string {
  const path = shapePath(view, geometry, 3.5);
  if (!path) return "";
  const named = title === undefined ? "" : `<title>${escapeXml(title)}</title>`;
  const isFilled = isAreal(geometry) || pointsOf(geometry).length > 0;
  const fill = isFilled ? theme.shape : "none";
  return `<g>${named}<path d="${path}" fill="${fill}" fill-opacity="0.35" fill-rule="evenodd" stroke="${theme.shape}" stroke-width="1.2"/></g>`;
}

/** Wider than the symbols, so that a pointer meets them. */
const linkRadiusPx = 9;

export function linkOn(view: View, { geometry, title, href }: MapLink): string {
  const path = shapePath(view, geometry, linkRadiusPx);
  if (!path) return "";
  // Hundreds of marks would be hundreds of stops of the keyboard.
  return `<a href="${escapeXml(href)}" tabindex="-1"><title>${escapeXml(title)}</title><path d="${path}" fill="transparent" fill-rule="evenodd"/></a>`;
}

/** Lines, areas, and points as circles, as far as they are on the map. */
function shapePath({ projection, frame }: View, geometry: Geometry, radiusPx: number): string {
  const outline = outlineOn(projection, woundForDrawing(geometry));
  const dots = pointsOf(geometry).flatMap((position) => {
    const point = projection([position[0], position[1]]);
    return point && isInside(point, frame) ? [circlePath(point[0], point[1], radiusPx)] : [];
  });
  return (isSeen(outline) ? atLeast(outline).path : "") + dots.join("");
}

function isAreal(geometry: Geometry): boolean {
  if (geometry.type === "GeometryCollection") return geometry.geometries.some(isAreal);
  return geometry.type.endsWith("Polygon");
}

function pointsOf(geometry: Geometry): Position[] {
  if (geometry.type === "GeometryCollection") return geometry.geometries.flatMap(pointsOf);
  if (geometry.type === "Point") return [geometry.coordinates];
  return geometry.type === "MultiPoint" ? geometry.coordinates : [];
}

/** Whether any part lies on the map, however small. */
function isSeen({ minX, maxX }: Outline): boolean {
  return minX <= maxX;
}

/** An outline that is too small to be seen becomes a diamond. */
function atLeast(outline: Outline): Outline {
  const { path: drawn, minX, minY, maxX, maxY } = outline;
  if (drawn && Math.max(maxX - minX, maxY - minY) >= leastPx) return outline;
  const path = diamondPath((minX + maxX) / 2, (minY + maxY) / 2, leastPx);
  return { path, minX, minY, maxX, maxY };
}

/** Detections of a comparison, what is new on top. */
export function changePaths({ theme, changed }: MapLayout): string {
  return changes
    .map((change) => {
      const { drawn } = changed[change];
      const path = drawn.map(({ x, y }) => changePath(change, x, y, changeRadiusPx)).join("");
      return path && changeSymbols(theme, change, path);
    })
    .join("");
}

const changeRadiusPx = 3.4;

/** Paths by style: older ones below newer ones, and within an age, stronger below weaker. */
export function detectionPaths({ request, theme, ages, thinned }: MapLayout): string {
  if (request.layers.growth) {
    const dots = thinned.drawn.map(({ x, y }) => dotPath(x, y)).join("");
    return dots && plainDetections(theme, dots);
  }
  const paths = Array.from({ length: ageSteps }, () => strengthRadiiPx.map(() => ""));
  for (const { x, y, detection } of thinned.drawn) {
    const strength = strengthStep(detection.frpMw);
    const ofAge = paths[ages.stepOf(detection.timeMs)]!;
    ofAge[strength] += dotPath(x, y);
  }
  return paths
    .flatMap((ofAge, age) =>
      ofAge.map(
        (dots, strength) => dots && detectionSymbols(theme, age, dots, strengthRadiiPx[strength]!),
      ),
    )
    .reverse()
    .join("");
}

/** All points of one kind, as one path. */
export function pathOfPoints(
  positions: readonly LonLat[],
  { projection, frame }: View,
  symbol: (x: number, y: number) => string,
  draw: (path: string) => string,
): string {
  const path = positions
    .map((position) => projection([...position]))
    .map((point) => (point && isInside(point, frame) ? symbol(point[0], point[1]) : ""))
    .join("");
  return path && draw(path);
}
