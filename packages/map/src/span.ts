import {
  type Box,
  kmPerDegree,
  type LonLat,
  narrowestBox,
  type Position,
  positionsOf,
  unrolledEast,
  wrapLongitude,
} from "@emberline/geo";
import { geoDistance } from "d3-geo";
import type { MapArea, MapLayers } from "./map-request.ts";

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
export function radiusOf(span: Span): number {
  const center = centerOf(span);
  return (
    outlineOf(span).reduce((most, each) => Math.max(most, geoDistance(center, each)), 0) / radians
  );
}
