import { kmPerDegree, type LonLat } from "@emberline/geo";
import {
  type Camera,
  cameraOn,
  type MapArea,
  type MapLayers,
  type Rect,
  type Span,
  spanOfArea,
  spanOfLayers,
  type View,
  viewAt,
  worldSpan,
} from "@emberline/map";
import type { Features } from "../features/features.ts";

const kmPerRadian = (kmPerDegree * 180) / Math.PI;
/** At the closest, a pixel shows 2 m: less than any position is known to. */
const closestPx = kmPerRadian / 0.002;

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

/** The camera on what was asked for, and without that on all features. */
export function fit(area: MapArea | null, features: Features, frame: Rect): Camera {
  return cameraOn(spanOf(area, features), frame);
}

function spanOf(area: MapArea | null, features: Features): Span {
  if (area) return spanOfArea(area);
  const layers: MapLayers = {
    detections: features.detections,
    perimeters: features.perimeters,
    shapes: features.others,
    staticSources: features.sources.map(({ position }) => position),
    simulations: features.simulations.map(({ position }) => position),
  };
  return spanOfLayers(layers) ?? worldSpan;
}

/** Longitude and latitude at a pixel; null outside the world. */
function positionAt({ projection, kind }: View, point: readonly [number, number]) {
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
