import type { Feature, Geometry, Position } from "../../src/index.ts";

/** Random lines and polygons around given features, the same for the same source of numbers. */
export function randomShapes(
  count: number,
  around: readonly Feature[],
  random: () => number,
): Geometry[] {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const vertices = (feature: Feature): Position[] => {
    const geometry = feature.geometry;
    if (geometry?.type === "Polygon") return geometry.coordinates.flat();
    return geometry?.type === "MultiPolygon" ? geometry.coordinates.flat(2) : [];
  };
  /** A star around a centre, which never crosses itself. */
  const ring = (centre: Position, radius: number): Position[] => {
    const corners = 3 + Math.floor(random() * 10);
    const positions = Array.from({ length: corners }, (_, i): Position => {
      const angle = ((i + random() * 0.8) / corners) * 2 * Math.PI;
      const reach = radius * (0.3 + 0.7 * random());
      return [centre[0] + reach * Math.cos(angle), centre[1] + reach * Math.sin(angle)];
    });
    return [...positions, [...positions[0]!]];
  };
  return Array.from({ length: count }, (_, i): Geometry => {
    const own = vertices(pick(around));
    const centre = pick(own);
    const radius = 0.0005 * 200 ** random();
    if (i % 2 === 0) {
      // Every fifth polygon has its corners at vertices of a perimeter, so that they touch.
      if (i % 10 === 0) {
        const corners = [centre, pick(own), pick(own)] as const;
        return { type: "Polygon", coordinates: [[...corners, centre]] };
      }
      const shell = ring(centre, radius);
      if (i % 6 !== 0) return { type: "Polygon", coordinates: [shell] };
      const hole = shell.map(
        ([x, y]): Position => [centre[0] + (x - centre[0]) / 4, centre[1] + (y - centre[1]) / 4],
      );
      return { type: "Polygon", coordinates: [shell, hole.reverse()] };
    }
    if (i % 10 === 1) {
      const start = Math.floor(random() * (own.length - 4));
      return {
        type: "LineString",
        coordinates: own.slice(start, start + 2 + Math.floor(random() * 3)),
      };
    }
    const [x, y] = centre;
    return {
      type: "LineString",
      coordinates: Array.from({ length: 2 + Math.floor(random() * 6) }, () => [
        x + radius * (2 * random() - 1),
        y + radius * (2 * random() - 1),
      ]),
    };
  });
}
