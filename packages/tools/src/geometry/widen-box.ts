import {
  type Box,
  boxWidthDeg,
  leastKmPerDegree,
  unrolledEast,
  wrapLongitude,
} from "@emberline/geo";

/** A box around everything within a distance (km) of a box; rounded outward, never too small. */
export function widenBox(box: Box, km: number): Box {
  // A degree of longitude on the equator is longer than the shortest degree of latitude.
  const halfLat = km / leastKmPerDegree;
  const south = Math.max(-90, down(box[1] - halfLat));
  const north = Math.min(90, up(box[3] + halfLat));
  const poleward = Math.max(Math.abs(south), Math.abs(north));
  const halfLon = poleward >= 89.9 ? 360 : halfLat / Math.cos((poleward * Math.PI) / 180);
  if (boxWidthDeg(box) + halfLon * 2 >= 360) return [-180, south, 180, north];
  return [wrap(down(box[0] - halfLon)), south, wrap(up(unrolledEast(box) + halfLon)), north];
}

/** To a grid of 0.00001°, a metre. */
function down(degrees: number): number {
  return Math.floor(degrees * 1e5) / 1e5;
}

function up(degrees: number): number {
  return Math.ceil(degrees * 1e5) / 1e5;
}

/** A sum of degrees is off in its last decimals; rounding keeps it on the grid. */
function wrap(longitude: number): number {
  return Math.abs(longitude) <= 180 ? longitude : Math.round(wrapLongitude(longitude) * 1e5) / 1e5;
}
