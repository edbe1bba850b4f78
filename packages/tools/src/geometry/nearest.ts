import { bearingDeg, distanceKm } from "@emberline/core";
import {
  type Box,
  type Geometry,
  type LonLat,
  leastKmPerDegree,
  longitudeNear,
  meanRadiusKm,
  type Position,
  pathsOf,
  polygonsOf,
  wrapLongitude,
} from "@emberline/geo";
import { booleanPointInPolygon } from "@turf/boolean-point-in-polygon";

/** Distance in km and bearing in degrees from north, from the centre of a circle to a geometry. */
export interface Bearing {
  readonly distanceKm: number;
  readonly bearingDeg: number;
}

/** Distance and bearing from the centre to the nearest part of the geometry. */
export function bearingTo(center: LonLat, geometry: Geometry): Bearing {
  const { distanceKm, position } = nearestOf(center, geometry);
  return { distanceKm, bearingDeg: distanceKm === 0 ? 0 : bearingDeg(center, position) };
}

const compassPoints = [
  "N",
  "NNE",
  "NE",
  "ENE",
  "E",
  "ESE",
  "SE",
  "SSE",
  "S",
  "SSW",
  "SW",
  "WSW",
  "W",
  "WNW",
  "NW",
  "NNW",
];

/** The compass point (of 16) of a bearing in degrees. */
export function compassPoint(degreesFromNorth: number): string {
  return compassPoints[Math.round((((degreesFromNorth % 360) + 360) % 360) / 22.5) % 16]!;
}

/** A position and its distance. */
export interface Nearest {
  readonly distanceKm: number;
  readonly position: LonLat;
}

/**
 * The nearest part of a geometry: its distance in km on the WGS 84 ellipsoid
 * (0 inside a polygon) and its position `[lon, lat]`.
 */
export function nearestOf(from: LonLat, geometry: Geometry): Nearest {
  if (geometry.type === "Point") {
    const position: LonLat = [geometry.coordinates[0], geometry.coordinates[1]];
    return { distanceKm: distanceKm(from, position), position };
  }
  if (polygonsOf(geometry).some((rings) => contains(rings, from))) {
    return { distanceKm: 0, position: from };
  }
  return nearestOnEdges(from, edgesOf(pathsOf(geometry)));
}

function contains(rings: Position[][], [lon, lat]: LonLat): boolean {
  // Shift longitudes to within 180° of the point, so that the antimeridian splits nothing.
  const near = rings.map((ring) =>
    ring.every((position) => Math.abs(position[0] - lon) <= 180)
      ? ring
      : ring.map((position): Position => [longitudeNear(position[0], lon), position[1]]),
  );
  return booleanPointInPolygon([lon, lat], { type: "Polygon", coordinates: near });
}

type Segment = readonly [Position, Position];

/** Upper bound of the relative error of distances on a sphere. */
const sphereShare = 0.012;

/**
 * How much nearer a segment may be than its nearest position in the plane, as shares of the
 * distance and of the segment's length.
 */
const planeShares = { distance: 0.0001, length: 0.02 };

/** The edges of paths, four numbers each: from longitude, latitude to longitude, latitude. */
function edgesOf(paths: readonly (readonly Position[])[]): Float64Array {
  const count = paths.reduce((sum, { length }) => sum + (length > 1 ? length - 1 : length), 0);
  const ends = new Float64Array(4 * count);
  let at = 0;
  for (const path of paths) {
    // A single position is an edge without length.
    for (let i = Math.min(1, path.length - 1); i >= 0 && i < path.length; i++) {
      const [from, to] = [path[Math.max(0, i - 1)]!, path[i]!];
      ends[at++] = from[0];
      ends[at++] = from[1];
      ends[at++] = to[0];
      ends[at++] = to[1];
    }
  }
  return ends;
}

/**
 * The nearest position on edges. Ranks them in three passes, each with a margin so that the nearest
 * is never dropped: by the sphere; by the ellipsoid's distance to the nearest position in the
 * plane; by a search along the edge on the ellipsoid, at whose end the geodesic is measured.
 *
 * @param among numbers of the edges to consider; all by default
 */
export function nearestOnEdges(
  from: LonLat,
  ends: Float64Array,
  among: ArrayLike<number> = new Uint32Array(ends.length / 4).map((_, edge) => edge),
): Nearest {
  const [lon, lat] = from;
  const shareOf = (at: number) =>
    planarShare(lon, lat, ends[at]!, ends[at + 1]!, ends[at + 2]!, ends[at + 3]!);
  const angles = new Float64Array(among.length);
  let leastAngle = Number.POSITIVE_INFINITY;
  for (let i = 0; i < among.length; i++) {
    const at = 4 * among[i]!;
    const t = shareOf(at);
    const ax = longitudeNear(ends[at]!, lon) - lon;
    const dx = longitudeNear(ends[at + 2]!, lon) - lon - ax;
    const ay = ends[at + 1]!;
    const angle = haversine(lat, ay + (ends[at + 3]! - ay) * t, ax + dx * t);
    angles[i] = angle;
    if (angle < leastAngle) leastAngle = angle;
  }
  const measured: { segment: Segment; km: number; slackKm: number }[] = [];
  let leastKm = Number.POSITIVE_INFINITY;
  for (let i = 0; i < among.length; i++) {
    if (angles[i]! > leastAngle * (1 + sphereShare) + 1e-12) continue;
    const at = 4 * among[i]!;
    const segment: Segment = [
      [ends[at]!, ends[at + 1]!],
      [ends[at + 2]!, ends[at + 3]!],
    ];
    const km = aboutKm(from, along(segment, shareOf(at)));
    const slackKm = km * planeShares.distance + lengthKm(segment) * planeShares.length;
    measured.push({ segment, km, slackKm });
    if (km < leastKm) leastKm = km;
  }
  return measured
    .filter(({ km, slackKm }) => km - slackKm <= leastKm)
    .map(({ segment }) => nearestOnSegment(from, segment))
    .reduce<Nearest>((best, found) => (found.distanceKm < best.distanceKm ? found : best), {
      distanceKm: Number.POSITIVE_INFINITY,
      position: from,
    });
}

function lengthKm([a, b]: Segment): number {
  return haversine(a[1], b[1], longitudeNear(b[0], a[0]) - a[0]) * meanRadiusKm;
}

/** The position at share `t` of a segment: straight in longitude and latitude (RFC 7946, 3.1.1). */
function along([a, b]: Segment, t: number): LonLat {
  const east = longitudeNear(b[0], a[0]) - a[0];
  return [a[0] + east * t, a[1] + (b[1] - a[1]) * t];
}

/** How closely the nearest position of a segment is found: a millimetre. */
const precisionKm = 1e-6;
const goldenShare = (Math.sqrt(5) - 1) / 2;

/** Golden-section search along the segment. */
function nearestOnSegment(from: LonLat, segment: Segment): Nearest {
  const at = (t: number) => ({ t, km: aboutKm(from, along(segment, t)) });
  const ends = [at(0), at(1)];
  const length = lengthKm(segment);
  let [low, high] = [0, 1];
  let [left, right] = [at(1 - goldenShare), at(goldenShare)];
  while ((high - low) * length > precisionKm) {
    if (left.km <= right.km) {
      high = right.t;
      [left, right] = [at(high - goldenShare * (high - low)), left];
    } else {
      low = left.t;
      [left, right] = [right, at(low + goldenShare * (high - low))];
    }
  }
  const nearest = [...ends, left, right].reduce((best, each) => (each.km < best.km ? each : best));
  const [lon, lat] = along(segment, nearest.t);
  return { distanceKm: distanceKm(from, [lon, lat]), position: [wrapLongitude(lon), lat] };
}

const equatorKm = 6378.137;
const flattening = 1 / 298.257223563;

/** Farther than this around the Earth, in radians, Lambert's formula fails. */
const nearlyOpposite = 3;

/**
 * The distance in km on the WGS 84 ellipsoid, within 3 × 10⁻⁵ of itself and 3 × 10⁻⁶ up to 60°, at a
 * tenth of the cost of the geodesic: Lambert's formula for long lines, on reduced latitudes (W. D.
 * Lambert, "The distance between two widely separated points on the surface of the earth", 1942).
 */
function aboutKm(from: LonLat, to: LonLat): number {
  const [a, b] = [reduced(from[1]), reduced(to[1])];
  const [mean, half] = [(a + b) / 2, (b - a) / 2];
  const h =
    Math.sin(half) ** 2 +
    Math.cos(a) * Math.cos(b) * Math.sin(((to[0] - from[0]) * radians) / 2) ** 2;
  const angle = 2 * Math.asin(Math.min(1, Math.sqrt(h)));
  if (h === 0) return 0;
  if (angle > nearlyOpposite) return distanceKm(from, to);
  const x = (angle - Math.sin(angle)) * (Math.sin(mean) * Math.cos(half)) ** 2;
  const y = (angle + Math.sin(angle)) * (Math.cos(mean) * Math.sin(half)) ** 2;
  return equatorKm * (angle - (flattening / 2) * (x / (1 - h) + y / h));
}

function reduced(latitude: number): number {
  return Math.atan((1 - flattening) * Math.tan(latitude * radians));
}

const radians = Math.PI / 180;

/** The share of an edge at which it is nearest to a position, in a plane true to scale. */
function planarShare(
  lon: number,
  lat: number,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
): number {
  const ax = longitudeNear(fromX, lon) - lon;
  const dx = longitudeNear(toX, lon) - lon - ax;
  const dy = toY - fromY;
  const scale = Math.cos(((lat + (fromY + toY) / 2) / 2) * radians) ** 2;
  const length = dx * dx * scale + dy * dy;
  if (length === 0) return 0;
  return Math.min(1, Math.max(0, -(ax * dx * scale + (fromY - lat) * dy) / length));
}

function haversine(latA: number, latB: number, deltaLon: number): number {
  const h =
    Math.sin(((latB - latA) * radians) / 2) ** 2 +
    Math.cos(latA * radians) * Math.cos(latB * radians) * Math.sin((deltaLon * radians) / 2) ** 2;
  return 2 * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** A position and how far around it to look. */
export interface Reach {
  readonly position: LonLat;
  readonly km: number;
  /** A box around the circle with a margin; longitudes may exceed ±180. */
  readonly box: Box;
}

export function reachOf(position: LonLat, km: number): Reach {
  const [lon, lat] = position;
  // The shortest degree of latitude is shorter than a degree of longitude on the equator.
  const halfLat = km / leastKmPerDegree;
  const poleward = Math.abs(lat) + halfLat;
  const halfLon =
    poleward >= 89.9 ? 180 : Math.min(180, halfLat / Math.cos((poleward * Math.PI) / 180));
  return { position, km, box: [lon - halfLon, lat - halfLat, lon + halfLon, lat + halfLat] };
}
