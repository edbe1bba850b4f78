// The geometry that make.mjs needs, in the plane of longitude and latitude.

const known = new WeakMap();

/** The rings of a polygon in degrees, made once. */
export function ringsOf(layer, polygon) {
  let rings = known.get(polygon);
  if (!rings) {
    const joined = (position, i) => (i > 0 ? position.slice(1) : position);
    rings = polygon.map((arcs) => arcs.map((arc) => arcPositions(layer, arc)).flatMap(joined));
    known.set(polygon, rings);
  }
  return rings;
}

function arcPositions(layer, index) {
  layer.decoded ??= new Map();
  const at = index < 0 ? ~index : index;
  let positions = layer.decoded.get(at);
  if (!positions) {
    const { scale, translate, arcs } = layer;
    let [x, y] = [0, 0];
    positions = arcs[at].map(([dx, dy]) => {
      x += dx;
      y += dy;
      const lon = Math.min(180, Math.max(-180, x * scale[0] + translate[0]));
      return [lon, y * scale[1] + translate[1]];
    });
    layer.decoded.set(at, positions);
  }
  return index < 0 ? positions.toReversed() : positions;
}

export function boxOf(layer, polygons) {
  const all = polygons.flatMap((polygon) => ringsOf(layer, polygon).flat());
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of all) {
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return box;
}

export function contains(layer, polygons, [x, y]) {
  let inside = false;
  for (const polygon of polygons)
    for (const ring of ringsOf(layer, polygon))
      for (let i = 1; i < ring.length; i++) {
        const [[ax, ay], [bx, by]] = [ring[i - 1], ring[i]];
        if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
      }
  return inside;
}

export function isIn([west, south, east, north], [x, y]) {
  return x >= west && x <= east && y >= south && y <= north;
}

/** About a hundred positions in the polygons on a grid, or else on their border. */
export function positionsIn(layer, polygons) {
  const [west, south, east, north] = boxOf(layer, polygons);
  const steps = 14;
  const grid = Array.from({ length: steps * steps }, (_, i) => [
    west + ((i % steps) + 0.5) * ((east - west) / steps),
    south + (Math.floor(i / steps) + 0.5) * ((north - south) / steps),
  ]).filter((at) => contains(layer, polygons, at));
  return grid.length > 0 ? grid : polygons.flatMap((polygon) => ringsOf(layer, polygon).flat());
}
