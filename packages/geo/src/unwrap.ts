import { extentOf } from "./bbox.ts";
import type { Geometry, Position } from "./geojson.ts";

type Line = Position[];

/**
 * The same geometry on a plane of longitudes that may exceed ±180: each part begins within 180° of
 * `nearLon`, and no line jumps from one edge of the world to the other. A ring around a pole is
 * closed along the plane's edge.
 */
export function unwrap(geometry: Geometry, nearLon: number): Geometry {
  switch (geometry.type) {
    case "Point":
      return { ...geometry, coordinates: shifted(geometry.coordinates, nearLon) };
    case "MultiPoint":
      return { ...geometry, coordinates: geometry.coordinates.map((at) => shifted(at, nearLon)) };
    case "LineString":
      return { ...geometry, coordinates: unwrapLine(geometry.coordinates, nearLon) };
    case "MultiLineString":
      return {
        ...geometry,
        coordinates: geometry.coordinates.map((line) => unwrapLine(line, nearLon)),
      };
    case "Polygon":
      return { ...geometry, coordinates: unwrapRings(geometry.coordinates, nearLon) };
    case "MultiPolygon":
      return {
        ...geometry,
        coordinates: geometry.coordinates.map((rings) => unwrapRings(rings, nearLon)),
      };
    case "GeometryCollection":
      return { ...geometry, geometries: geometry.geometries.map((each) => unwrap(each, nearLon)) };
  }
}

function shifted([lon, ...rest]: Position, nearLon: number): Position {
  return [longitudeNear(lon, nearLon), ...rest];
}

function unwrapLine(line: Line, nearLon: number): Line {
  let near = nearLon;
  return line.map((position) => {
    const next = shifted(position, near);
    near = next[0];
    return next;
  });
}

function unwrapRings([outer, ...holes]: Line[], nearLon: number): Line[] {
  if (!outer) return [];
  const shell = unwrapLine(outer, nearLon);
  const extent = extentOf({ type: "LineString", coordinates: shell });
  const middle = extent ? (extent[0] + extent[2]) / 2 : nearLon;
  return [closeAboutPole(shell), ...holes.map((hole) => unwrapLine(hole, middle))];
}

/** Closes a ring around a pole: it ends 360° from where it began. */
function closeAboutPole(ring: Line): Line {
  const [first, last] = [ring[0], ring.at(-1)];
  if (!first || !last) return ring;
  const [firstLon, firstLat] = first;
  const [lastLon] = last;
  if (Math.abs(lastLon - firstLon) < 180) return ring;
  const poleLat = firstLat < 0 ? -90 : 90;
  return [...ring, [lastLon, poleLat], [firstLon, poleLat], [firstLon, firstLat]];
}

/** The same longitude within ±180; 180 and -180 stay as they are. Degrees. */
export function wrapLongitude(longitude: number): number {
  return longitudeNear(longitude, 0);
}

/** The same longitude within half a turn of another, so possibly beyond ±180. Degrees. */
export function longitudeNear(longitude: number, near: number): number {
  const apart = near - longitude;
  return Math.abs(apart) <= 180 ? longitude : longitude + 360 * Math.round(apart / 360);
}
