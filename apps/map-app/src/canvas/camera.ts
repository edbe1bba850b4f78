import { flatBox, kmPerDegree, type LonLat } from "@emberline/geo";
import { type Camera, cameraOn, type Rect, spanOfArea, type View, viewAt } from "@emberline/map";
import type { Content } from "../content/content.ts";
import { boundsOf } from "../content/geometry.ts";
import type { MapView } from "../content/map-state.ts";
import { bboxOfSpan } from "../content/seen.ts";

const kmPerRadian = (kmPerDegree * 180) / Math.PI;
/** At the closest, a pixel shows 2 m: less than any position is known to. */
const closestPx = kmPerRadian / 0.002;
/** Closer, no town may be in view. */
const fitClosestPx = kmPerRadian / 0.05;
const equatorKm = 360 * kmPerDegree;
const tilePx = 512;

/** The whole frame, from its upper left corner. */
export function frameOf({ width, height }: { width: number; height: number }): Rect {
  return { x: 0, y: 0, width, height };
}

/** The camera moved so that what was at `from` is at `to`, in pixels. */
export function pan(camera: Camera, frame: Rect, [dx, dy]: readonly [number, number]): Camera {
  const view = viewAt(camera, frame);
  const middle = [frame.width / 2 - dx, frame.height / 2 - dy] as const;
  return { ...camera, center: positionAt(view, middle) ?? camera.center };
}

/** The camera closer by `factor`, with the same place at the point. */
export function zoom(
  camera: Camera,
  frame: Rect,
  factor: number,
  point: readonly [number, number] = [frame.width / 2, frame.height / 2],
): Camera {
  const place = positionAt(viewAt(camera, frame), point);
  const radiusPx = Math.min(closestPx, Math.max(farthestPx(frame), camera.radiusPx * factor));
  const closer = { ...camera, radiusPx };
  const moved = place && viewAt(closer, frame).projection([...place]);
  return moved ? pan(closer, frame, [point[0] - moved[0], point[1] - moved[1]]) : closer;
}

/** The camera on what was asked for and found; null if there is nothing. */
export function fit(content: Content, frame: Rect): Camera | null {
  const bounds = boundsOf(content);
  if (!bounds) return null;
  const [west, south, east, north] = bounds;
  const span = { west, south, east, north };
  const isWorld = east - west >= 360;
  // No side is shorter than a map can show.
  const box = flatBox(bboxOfSpan(span));
  const camera = cameraOn(isWorld ? span : spanOfArea({ kind: "box", box }), frame);
  return content.area ? camera : { ...camera, radiusPx: Math.min(camera.radiusPx, fitClosestPx) };
}

/** The zoom of Web Mercator that shows the middle of the view at the same scale. */
export function zoomOf({ projection, frame, kmPerPixel }: View): number {
  const [, lat] = projection.invert!([frame.width / 2, frame.height / 2]) ?? [0, 0];
  return Math.log2((equatorKm * cosine(lat!)) / (tilePx * kmPerPixel));
}

/** The camera that looks where a map of Web Mercator does. */
export function cameraAt({ lon, lat, zoom: level }: MapView): Camera {
  const kmPerPixel = (equatorKm * cosine(lat)) / (tilePx * 2 ** level);
  return { center: [lon, lat], radiusPx: kmPerRadian / kmPerPixel };
}

function cosine(lat: number): number {
  return Math.max(0.05, Math.cos((lat * Math.PI) / 180));
}

/** Longitude and latitude at a pixel; null outside the world. */
export function positionAt({ projection, kind }: View, point: readonly [number, number]) {
  const [lon, lat] = projection.invert!([...point]) ?? [Number.NaN, Number.NaN];
  if (!Number.isFinite(lon) || !Number.isFinite(lat)) return null;
  // A map of the world ends at its poles.
  const limit = kind === "world" ? 75 : 90;
  return [lon, Math.min(limit, Math.max(-limit, lat))] as LonLat;
}

/** At the farthest, the world is as wide as the frame: Equal Earth is 5.4 radii wide. */
function farthestPx({ width, height }: Rect): number {
  return Math.min(width / 5.5, height / 2.7);
}
