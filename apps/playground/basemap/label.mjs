import polylabel from "polylabel";

/** Positions beyond this do not move a label by a pixel. */
const maxPositions = 400;

/**
 * Where the name of an area stands: in the middle of its largest part, and how wide that part is.
 *
 * @param polygons rings of alternating longitudes and latitudes
 */
export function labelOf(polygons) {
  let largest = null;
  for (const [outer] of polygons) {
    const ring = coarse(outer);
    const box = boxOf(ring);
    const size = (box.east - box.west) * (box.north - box.south);
    if (!largest || size > largest.size) largest = { ring, box, size };
  }
  if (!largest) return null;
  const { ring, box } = largest;
  const widthDeg = box.east - box.west;
  const [lon, lat] = polylabel([ring], Math.max(widthDeg / 50, 0.01));
  return { position: [lon, lat], widthDeg };
}

function coarse(ring) {
  const step = Math.max(1, Math.floor(ring.length / 2 / maxPositions));
  const positions = [];
  for (let i = 0; i < ring.length / 2; i += step) positions.push([ring[2 * i], ring[2 * i + 1]]);
  positions.push(positions[0]);
  return positions;
}

function boxOf(ring) {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [lon, lat] of ring) {
    west = Math.min(west, lon);
    east = Math.max(east, lon);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  return { west, south, east, north };
}
