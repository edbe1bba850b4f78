import type { Bbox } from "@emberline/geo";
import type { Link } from "../values/geojson.ts";

/** Keeps the known words in completion while any other word of the service stays allowed. */
export type Open<Known extends string> = Known | (string & {});

/** Describes one collection. Members that the interface does not name are kept. */
export interface CollectionDescription {
  id: string;
  title?: string;
  description?: string;
  links: Link[];
  extent?: {
    /** Boxes in WGS 84 longitude and latitude. */
    spatial?: { bbox?: Bbox[]; crs?: string; [member: string]: unknown };
    /** Pairs of RFC 3339 instants; null is an open end. */
    temporal?: {
      interval?: [string | null, string | null][];
      trs?: string;
      [member: string]: unknown;
    };
    [member: string]: unknown;
  };
  itemType?: string;
  /** CRS URIs in which geometries may be asked for; the first is the default. */
  crs?: string[];
  storageCrs?: string;
  [member: string]: unknown;
}

export type QueryableType = Open<
  "string" | "uri" | "number" | "integer" | "date" | "dateTime" | "boolean" | "geometry"
>;

/** A property that filters may use. A property with values of several types is listed once per type. */
export interface Queryable {
  id: string;
  type: QueryableType;
}

export type SimulationStatus = Open<"QUEUED" | "COMPLETED" | "NO_SPREAD" | "FAILED">;

/** One fire-spread simulation of the organization. Members that the interface does not name are kept. */
export interface Simulation {
  id: string;
  /** `NO_SPREAD` is a result, not a failure. */
  status: SimulationStatus;
  clusterId: string | null;
  fireName: string | null;
  locationName: string | null;
  /** Degrees, WGS 84. */
  latitude: number;
  /** Degrees, WGS 84. */
  longitude: number;
  model: string;
  durationHours: number;
  ensembleMembers: number;
  /** Square metres, forecast over `durationHours` from `createdAt`. */
  burnedAreaM2: number | null;
  /** True when the service ran it by itself. */
  auto: boolean;
  /** RFC 3339 instant. */
  createdAt: string;
  errorMessage: string | null;
  links?: { self?: string; [member: string]: unknown };
  [member: string]: unknown;
}

/** One page of simulations, newest first; `nextCursor` is null on the last page. */
export interface SimulationPage {
  items: Simulation[];
  nextCursor: string | null;
}
