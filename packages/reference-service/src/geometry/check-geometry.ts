const MAX_DEPTH = 20;

/**
 * What breaks RFC 7946 in a geometry, as a short phrase, or undefined when nothing does.
 * Coordinates must be degrees (longitude −180…180, latitude −90…90) and rings closed; whether a
 * ring touches itself is not asked, since agencies publish such rings.
 */
export function geometryProblem(value: unknown, depth = 0): string | undefined {
  if (typeof value !== "object" || value === null) return "the geometry is not an object";
  if (depth > MAX_DEPTH) return `geometry collections nested deeper than ${MAX_DEPTH}`;
  const { type, coordinates, geometries } = value as Record<string, unknown>;
  switch (type) {
    case "Point":
      return positionProblem(coordinates);
    case "MultiPoint":
      return listProblem(coordinates, 0, positionProblem);
    case "LineString":
      return lineProblem(coordinates);
    case "MultiLineString":
      return listProblem(coordinates, 0, lineProblem);
    case "Polygon":
      return listProblem(coordinates, 0, ringProblem);
    case "MultiPolygon":
      return listProblem(coordinates, 0, (rings) => listProblem(rings, 0, ringProblem));
    case "GeometryCollection":
      return listProblem(geometries, 0, (member) => geometryProblem(member, depth + 1));
    default:
      return `the geometry type ${JSON.stringify(type) ?? "is missing"} is not one of GeoJSON's`;
  }
}

function positionProblem(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length < 2) return "a position needs at least two numbers";
  for (const number of value) {
    if (typeof number !== "number" || !Number.isFinite(number)) return "a coordinate is no number";
  }
  if (value[0] < -180 || value[0] > 180) return `longitude ${value[0]} is outside -180 to 180`;
  if (value[1] < -90 || value[1] > 90) return `latitude ${value[1]} is outside -90 to 90`;
  return undefined;
}

function lineProblem(value: unknown): string | undefined {
  return listProblem(value, 2, positionProblem);
}

function ringProblem(value: unknown): string | undefined {
  const problem = listProblem(value, 4, positionProblem);
  if (problem) return problem;
  const ring = value as number[][];
  const first = ring[0]!;
  const last = ring[ring.length - 1]!;
  return first[0] === last[0] && first[1] === last[1] ? undefined : "a ring is not closed";
}

function listProblem(
  value: unknown,
  least: number,
  problemOf: (item: unknown) => string | undefined,
): string | undefined {
  if (!Array.isArray(value)) return "coordinates are not nested as the type asks";
  if (value.length < least) return `a line or ring has ${value.length} positions, not ${least}`;
  for (const item of value) {
    const problem = problemOf(item);
    if (problem) return problem;
  }
  return undefined;
}
