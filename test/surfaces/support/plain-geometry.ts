/*
 * Geometry by the book, for expected values: even-odd rule, and distances in a plane that is true
 * to scale around one position (WGS 84 radii of curvature). It shares no code with the packages.
 */

type Position = readonly number[];

export interface PlainGeometry {
  readonly type: string;
  readonly coordinates: unknown;
}

/** All rings of a polygon or multipolygon. */
function ringsOf({ type, coordinates }: PlainGeometry): Position[][] {
  if (type === "Polygon") return coordinates as Position[][];
  if (type === "MultiPolygon") return (coordinates as Position[][][]).flat();
  return [];
}

/** Whether a position lies inside by the even-odd rule. */
export function isInside([x, y]: Position, geometry: PlainGeometry): boolean {
  let inside = false;
  for (const ring of ringsOf(geometry)) {
    for (let i = 1; i < ring.length; i++) {
      const [ax, ay] = ring[i - 1]!;
      const [bx, by] = ring[i]!;
      if (ay! > y! !== by! > y! && x! < ax! + ((y! - ay!) / (by! - ay!)) * (bx! - ax!))
        inside = !inside;
    }
  }
  return inside;
}

/** The distance to the nearest edge in km, to some 0.1 % within a few tens of km. */
export function edgeKm([lon, lat]: Position, geometry: PlainGeometry): number {
  const [a, e2] = [6378.137, 0.00669437999014];
  const phi = (lat! * Math.PI) / 180;
  const w = 1 - e2 * Math.sin(phi) ** 2;
  const kmLat = ((a * (1 - e2)) / w ** 1.5) * (Math.PI / 180);
  const kmLon = (a / Math.sqrt(w)) * Math.cos(phi) * (Math.PI / 180);
  let nearest = Number.POSITIVE_INFINITY;
  for (const ring of ringsOf(geometry)) {
    for (let i = 1; i < ring.length; i++) {
      const [ax, ay] = [(ring[i - 1]![0]! - lon!) * kmLon, (ring[i - 1]![1]! - lat!) * kmLat];
      const [bx, by] = [(ring[i]![0]! - lon!) * kmLon, (ring[i]![1]! - lat!) * kmLat];
      const [dx, dy] = [bx - ax, by - ay];
      const length = dx * dx + dy * dy;
      const t = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
      nearest = Math.min(nearest, Math.hypot(ax + dx * t, ay + dy * t));
    }
  }
  return nearest;
}
