import {
  type Box,
  kmPerDegree,
  type LonLat,
  longitudeNear,
  narrowestBox,
  type Position,
  planeDistanceKm,
  positionsOf,
  unrolledEast,
  wrapLongitude,
} from "@emberline/geo";
import { type GeoProjection, geoAzimuthalEqualArea, geoDistance, geoEqualEarth } from "d3-geo";
import type { MapArea, MapLayers } from "./map-request.ts";

/** A part of the picture in pixels, y downwards. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The projection of the earth onto the map. */
export interface View {
  readonly kind: "world" | "polar" | "local";
  readonly projection: GeoProjection;
  readonly frame: Rect;
  /** Horizontal, at the centre of the frame, on the WGS 84 ellipsoid. */
  readonly kmPerPixel: number;
  /** The span that the frame shows; null on a map of the world. */
  readonly visible: Span | null;
}

/** Spans that extend farther from their centre use a map of the world. */
const localRadiusDeg = 60;
const paddingShare = 0.04;
/** Lines are cut this far outside the frame, which hides their cut ends. */
const bleedPx = 12;

/**
 * A projection that shows the whole span: Lambert's azimuthal equal-area around its centre, or
 * around a pole that it encloses; Equal Earth (Šavrič, Patterson, Jenny 2018) for large parts of
 * the world.
 */
export function viewOf(span: Span, frame: Rect): View {
  const center = centerOf(span);
  const kind = kindOf(span);
  const poleLat = Math.sign(center[1]) * 90;
  const projection =
    kind === "world"
      ? geoEqualEarth().rotate([-center[0], 0])
      : geoAzimuthalEqualArea().rotate([-center[0], kind === "polar" ? -poleLat : -center[1]]);
  const padding = Math.min(frame.width, frame.height) * paddingShare;
  const isWholeWorld = kind === "world" && span.east - span.west >= 300;
  projection.fitExtent(
    [
      [frame.x + padding, frame.y + padding],
      [frame.x + frame.width - padding, frame.y + frame.height - padding],
    ],
    isWholeWorld ? { type: "Sphere" } : { type: "MultiPoint", coordinates: outlineOf(span) },
  );
  return finished(kind, projection, frame);
}

/** Clips the projection to what the frame shows, and says what that is. */
function finished(kind: View["kind"], projection: GeoProjection, frame: Rect): View {
  const radiusDeg = viewRadius(projection, frame, kind);
  if (kind !== "world") {
    projection.clipAngle(Math.min(179, Math.max(5, radiusDeg * 1.2)));
    // Straight lines between basemap positions are exact to the pixel; resampling is slow.
    if (radiusDeg < 20) projection.precision(0);
  }
  projection.clipExtent([
    [frame.x - bleedPx, frame.y - bleedPx],
    [frame.x + frame.width + bleedPx, frame.y + frame.height + bleedPx],
  ]);
  return {
    kind,
    projection,
    frame,
    kmPerPixel: kmPerPixelAt(projection, frame),
    visible: kind === "world" ? null : visibleSpan(projection, frame),
  };
}

/** A position at the middle of the frame, and how large the Earth is drawn. */
export interface Camera {
  readonly center: LonLat;
  /** Radius of the Earth in pixels. */
  readonly radiusPx: number;
}

/**
 * The view of a map that moves: azimuthal around the camera's centre, or a map of the world where
 * the frame would show too much of it.
 */
export function viewAt({ center: [lon, lat], radiusPx }: Camera, frame: Rect): View {
  const reachDeg = (Math.hypot(frame.width, frame.height) / 2 / radiusPx) * (180 / Math.PI);
  const middle: [number, number] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
  if (reachDeg > localRadiusDeg) {
    const projection = geoEqualEarth().rotate([-lon, 0]).scale(radiusPx).translate([0, 0]);
    const [, y] = projection([lon, lat])!;
    projection.translate([middle[0], middle[1] - y]);
    return finished("world", projection, frame);
  }
  const projection = geoAzimuthalEqualArea().rotate([-lon, -lat]).scale(radiusPx).translate(middle);
  return finished("local", projection, frame);
}

/** The camera that shows the whole span in the frame. */
export function cameraOn(span: Span, frame: Rect): Camera {
  const { projection, kind } = viewOf(span, frame);
  const [lon, lat] = centerOf(span);
  const middle: LonLat = kind === "polar" ? [lon, Math.sign(lat) * 90] : [lon, lat];
  return { center: middle, radiusPx: projection.scale() };
}

function kindOf(span: Span): View["kind"] {
  const goesAround = span.east - span.west >= 180;
  if (goesAround && (span.south >= 30 || span.north <= -30)) return "polar";
  return goesAround || radiusOf(span) > localRadiusDeg ? "world" : "local";
}

/** Points around the frame, in pixels. */
function edgeOf({ x, y, width, height }: Rect): [number, number][] {
  const steps = 32;
  return Array.from({ length: steps + 1 }, (_, i) => i / steps).flatMap((t): [number, number][] => [
    [x + width * t, y],
    [x + width * t, y + height],
    [x, y + height * t],
    [x + width, y + height * t],
  ]);
}

function viewRadius(projection: GeoProjection, frame: Rect, kind: View["kind"]): number {
  if (kind === "world") return 180;
  const middle = projection.invert!([frame.x + frame.width / 2, frame.y + frame.height / 2])!;
  const angle = edgeOf(frame).reduce((widest, point) => {
    const angle = geoDistance(middle, projection.invert!(point)!);
    // Beyond the antipode of an azimuthal map the angle is NaN.
    return Math.max(widest, Number.isFinite(angle) ? angle : Math.PI);
  }, 0);
  return angle * (180 / Math.PI);
}

/** The box in degrees around everything that the frame shows. */
function visibleSpan(projection: GeoProjection, frame: Rect): Span {
  // The projection's central meridian: a pole at the centre has no longitude of its own.
  const lon0 = wrapLongitude(-projection.rotate()[0]);
  const lat0 = projection.invert!([frame.x + frame.width / 2, frame.y + frame.height / 2])![1];
  let span = { west: lon0, south: lat0, east: lon0, north: lat0 };
  for (const point of edgeOf(frame)) {
    const [lon, lat] = projection.invert!(point)!;
    const near = longitudeNear(lon, lon0);
    span = {
      west: Math.min(span.west, near),
      south: Math.min(span.south, lat),
      east: Math.max(span.east, near),
      north: Math.max(span.north, lat),
    };
  }
  for (const lat of [-90, 90]) {
    const pole = projection([lon0, lat]);
    if (pole && isInside(pole, frame)) {
      const ends = lat > 0 ? { north: 90 } : { south: -90 };
      span = { ...span, ...ends, west: lon0 - 180, east: lon0 + 180 };
    }
  }
  return span;
}

export function isInside([px, py]: readonly [number, number], rect: Rect, marginPx = 0): boolean {
  return (
    px >= rect.x - marginPx &&
    px <= rect.x + rect.width + marginPx &&
    py >= rect.y - marginPx &&
    py <= rect.y + rect.height + marginPx
  );
}

/** Width of the centre pixel in kilometres on the ellipsoid. */
function kmPerPixelAt(projection: GeoProjection, frame: Rect): number {
  const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
  return planeDistanceKm(projection.invert!([x - 0.5, y])!, projection.invert!([x + 0.5, y])!);
}

/** A box in degrees whose east may exceed 180, so that it is never less than its west. */
export interface Span {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export const worldSpan: Span = { west: -180, south: -90, east: 180, north: 90 };

const radians = Math.PI / 180;

export function spanOfBox(box: Box): Span {
  return { west: box[0], south: box[1], east: unrolledEast(box), north: box[3] };
}

export function boxOfSpan({ west, south, east, north }: Span): Box {
  return [west, south, east, north];
}

/** The box around a circle on the sphere. */
function spanOfCircle([lon, lat]: LonLat, radiusKm: number): Span {
  const radiusDeg = radiusKm / kmPerDegree;
  const south = Math.max(-90, lat - radiusDeg);
  const north = Math.min(90, lat + radiusDeg);
  const holdsPole = Math.abs(lat) + radiusDeg >= 90;
  const widthDeg = holdsPole
    ? 180
    : Math.asin(Math.sin(radiusDeg * radians) / Math.cos(lat * radians)) / radians;
  return { west: lon - widthDeg, south, east: lon + widthDeg, north };
}

/** The span of the area, with no side shorter than about 200 m, so that the map has a scale. */
export function spanOfArea(area: MapArea): Span {
  const span =
    area.kind === "circle" ? spanOfCircle(area.center, area.radiusKm) : spanOfBox(area.box);
  return atLeast(span, 0.2);
}

/** The smallest box around all features, at least about 20 km wide; null without positions. */
export function spanOfLayers(layers: MapLayers): Span | null {
  const box = narrowestBox(positionsIn(layers));
  return box ? atLeast(spanOfBox(box), 20) : null;
}

function* positionsIn(layers: MapLayers): Iterable<Position | LonLat> {
  for (const { position } of layers.detections ?? []) yield position;
  for (const each of Object.values(layers.changes ?? {}))
    for (const { position } of each) yield position;
  for (const { geometry } of layers.growth ?? []) yield* positionsOf(geometry);
  yield* layers.staticSources ?? [];
  yield* layers.simulations ?? [];
  for (const { geometry } of layers.perimeters ?? []) yield* positionsOf(geometry);
  for (const { geometry } of layers.shapes ?? []) yield* positionsOf(geometry);
}

function atLeast(span: Span, widthKm: number): Span {
  const lat = (span.south + span.north) / 2;
  const heightDeg = widthKm / kmPerDegree;
  const widthDeg = Math.min(360, heightDeg / Math.max(Math.cos(lat * radians), 0.001));
  const moreLat = Math.max(0, heightDeg - (span.north - span.south)) / 2;
  const moreLon = Math.max(0, widthDeg - (span.east - span.west)) / 2;
  return {
    west: span.west - moreLon,
    south: Math.max(-90, span.south - moreLat),
    east: span.east + moreLon,
    north: Math.min(90, span.north + moreLat),
  };
}

export function centerOf({ west, south, east, north }: Span): [number, number] {
  return [wrapLongitude((west + east) / 2), (south + north) / 2];
}

/** A closed line along the sides of the span, with points at most a degree apart. */
export function outlineOf({ west, south, east, north }: Span): [number, number][] {
  const steps = (degrees: number) => Math.max(8, Math.ceil(degrees));
  const [across, up] = [steps(east - west), steps(north - south)];
  const lon = (i: number) => west + ((east - west) * i) / across;
  const lat = (i: number) => south + ((north - south) * i) / up;
  const along = (count: number, at: (i: number) => [number, number]) =>
    Array.from({ length: count }, (_, i) => at(i));
  return [
    ...along(across, (i) => [lon(i), south]),
    ...along(up, (i) => [east, lat(i)]),
    ...along(across, (i) => [lon(across - i), north]),
    ...along(up + 1, (i) => [west, lat(up - i)]),
  ];
}

/** The greatest angle in degrees from the span's centre to its outline. */
function radiusOf(span: Span): number {
  const center = centerOf(span);
  return (
    outlineOf(span).reduce((most, each) => Math.max(most, geoDistance(center, each)), 0) / radians
  );
}
