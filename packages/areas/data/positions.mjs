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
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const polygon of polygons)
    for (const ring of ringsOf(layer, polygon))
      for (const position of ring) {
        const x = position[0];
        const y = position[1];
        if (x < west) west = x;
        if (x > east) east = x;
        if (y < south) south = y;
        if (y > north) north = y;
      }
  return [west, south, east, north];
}

export function contains(layer, polygons, [x, y]) {
  let inside = false;
  // By index, since patterns take most of the time of a build of the data here.
  for (const polygon of polygons)
    for (const ring of ringsOf(layer, polygon))
      for (let i = 1; i < ring.length; i++) {
        const a = ring[i - 1];
        const b = ring[i];
        if (a[1] > y === b[1] > y) continue;
        if (x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
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
