import { type GeoProjection, geoAzimuthalEqualArea, geoDistance, geoEqualEarth } from "d3-geo";
import { earthRadiusKm, type Position } from "./geometry.ts";

export interface View {
  readonly projection: GeoProjection;
  /** On a map of large parts of the world no scale holds everywhere. */
  readonly isWorld: boolean;
  /** At the centre of the data. */
  readonly kmPerPixel: number;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
}

/** Data that spans more from its centre is drawn on a map of the world. */
const localRadius = (60 * Math.PI) / 180;
/** Coastlines tell nothing on a smaller map. */
const minWidthKm = 40;
const paddingShare = 0.1;

/**
 * A projection that shows all positions: equal-area about the data's centre, or
 * Equal Earth rotated to it, so that data on both sides of the antimeridian stays together.
 *
 * @param positions at least one
 * @param zoom doublings: 1 shows half the width, -1 twice of it
 */
export function viewOf(positions: readonly Position[], frame: Frame, zoom = 0): View {
  const center = centerOf(positions);
  const isWorld = positions.some(
    (position) => geoDistance([...center], [...position]) > localRadius,
  );
  const projection = isWorld
    ? geoEqualEarth().rotate([-center[0], 0])
    : geoAzimuthalEqualArea().rotate([-center[0], -center[1]]);
  const padding = Math.min(frame.width, frame.height) * paddingShare;
  const coordinates = positions.map((position) => [...position]);
  projection.fitExtent(
    [
      [padding, padding],
      [frame.width - padding, frame.height - padding],
    ],
    { type: "MultiPoint", coordinates },
  );
  magnify(projection, frame, fittingScale(projection, center, frame) * 2 ** zoom);
  projection.clipExtent([
    [0, 0],
    [frame.width, frame.height],
  ]);
  return { projection, isWorld, kmPerPixel: earthRadiusKm / projection.scale() };
}

/** The middle of the smallest span of longitudes that holds all positions, and of their latitudes. */
export function centerOf(positions: readonly Position[]): Position {
  const lons = positions.map(([lon]) => wrap(lon)).sort((a, b) => a - b);
  const lats = positions.map(([, lat]) => lat);
  const gaps = lons.map((lon, i) => (lons[i + 1] ?? lons[0]! + 360) - lon);
  const widest = gaps.reduce((best, gap, i) => (gap > gaps[best]! ? i : best), 0);
  const west = lons[(widest + 1) % lons.length]!;
  const widthDeg = 360 - gaps[widest]!;
  return [wrap(west + widthDeg / 2), (extreme(Math.min, lats) + extreme(Math.max, lats)) / 2];
}

/** A lone position leaves the scale infinite. */
function fittingScale(projection: GeoProjection, center: Position, frame: Frame): number {
  const largest = (earthRadiusKm * frame.width) / minWidthKm;
  const scale = projection.scale();
  if (scale <= largest) return scale;
  projection.scale(largest).translate([0, 0]);
  const [x, y] = projection([...center])!;
  projection.translate([frame.width / 2 - x, frame.height / 2 - y]);
  return largest;
}

/** Scales about the middle of the frame. */
function magnify(projection: GeoProjection, { width, height }: Frame, scale: number): void {
  const factor = scale / projection.scale();
  const [x, y] = projection.translate();
  projection
    .scale(scale)
    .translate([width / 2 + (x - width / 2) * factor, height / 2 + (y - height / 2) * factor]);
}

function wrap(lon: number): number {
  return ((((lon + 180) % 360) + 360) % 360) - 180;
}

/** Spreading many values into Math.min overflows the stack. */
function extreme(pick: (a: number, b: number) => number, values: readonly number[]): number {
  return values.reduce((a, b) => pick(a, b));
}
