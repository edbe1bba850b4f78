import { type GeoProjection, geoAzimuthalEqualArea, geoDistance, geoEqualEarth } from "d3-geo";
import { centerOf } from "../extent.ts";
import { earthRadiusKm, type Position } from "../geometry.ts";

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
 */
export function viewOf(positions: readonly Position[], frame: Frame): View {
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
  limitScale(projection, center, frame);
  projection.clipExtent([
    [0, 0],
    [frame.width, frame.height],
  ]);
  return { projection, isWorld, kmPerPixel: earthRadiusKm / projection.scale() };
}

/** A lone position leaves the scale infinite. */
function limitScale(projection: GeoProjection, center: Position, frame: Frame): void {
  const largest = (earthRadiusKm * frame.width) / minWidthKm;
  if (projection.scale() <= largest) return;
  projection.scale(largest).translate([0, 0]);
  const [x, y] = projection([...center])!;
  projection.translate([frame.width / 2 - x, frame.height / 2 - y]);
}
