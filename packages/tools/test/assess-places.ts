/**
 * Places on the equator, where a degree of longitude measures a·π/180 on WGS 84:
 * distances that are known without computing a geodesic.
 */
const kmPerDegree = (6378.137 * Math.PI) / 180;

/** The longitude `km` east of the prime meridian, on the equator. */
export function east(km: number): number {
  return km / kmPerDegree;
}

type Json = Record<string, unknown>;

export interface DetectionProperties {
  datetime?: string;
  frp?: number;
  scan?: number;
  track?: number;
}

/** A hotspot on the equator, `km` east of the meridian 0; VIIRS-sized by default. */
export function hotspot(
  id: string,
  km: number,
  { datetime = "2025-06-19T12:00:00Z", ...more }: DetectionProperties = {},
): Json {
  return {
    type: "Feature",
    id,
    geometry: { type: "Point", coordinates: [east(km), 0] },
    properties: { datetime, frp: 10, scan: 0.4, track: 0.4, ...more },
  };
}

/** The perimeter of a fire: from `from` to `to` km east, and 0.1° to both sides of the equator. */
export function perimeter(
  id: string,
  [from, to]: readonly [number, number],
  properties: Json = {},
): Json {
  const [west, right] = [east(from), east(to)];
  const ring = [
    [west, -0.1],
    [right, -0.1],
    [right, 0.1],
    [west, 0.1],
    [west, -0.1],
  ];
  return {
    type: "Feature",
    id,
    geometry: { type: "Polygon", coordinates: [ring] },
    properties: {
      incident_id: "F1",
      incident_name: "First",
      sequence: 0,
      datetime: "2025-06-18T00:00:00Z",
      ...properties,
    },
  };
}

export function staticSource(id: string, km: number, category: string): Json {
  return {
    type: "Feature",
    id,
    geometry: { type: "Point", coordinates: [east(km), 0] },
    properties: { name: `Name of ${id}`, category },
  };
}

export const queryables = [
  { id: "datetime", type: "dateTime" },
  { id: "frp", type: "number" },
  { id: "scan", type: "number" },
  { id: "track", type: "number" },
  { id: "incident_id", type: "string" },
  { id: "incident_name", type: "string" },
  { id: "sequence", type: "integer" },
  { id: "category", type: "string" },
  { id: "name", type: "string" },
  { id: "geom", type: "geometry" },
];

export function simulation(id: string, km: number, more: Json = {}): Json {
  return {
    id,
    status: "COMPLETED",
    clusterId: null,
    fireName: "First",
    locationName: null,
    latitude: 0,
    longitude: east(km),
    model: "spread-1",
    durationHours: 24,
    ensembleMembers: 10,
    burnedAreaM2: 2_500_000,
    auto: true,
    createdAt: "2025-06-19T18:00:00Z",
    errorMessage: null,
    links: { self: `https://service.test/v1/fire-spread/simulations/${id}` },
    ...more,
  };
}
