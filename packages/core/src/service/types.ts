import type { Open } from "../values/open.ts";
import type { Members, ObjectWith } from "./members.ts";

export const collectionMembers = {
  id: "string",
  title: "string?",
  description: "string?",
  links: "links",
  extent: "extent?",
  itemType: "string?",
  /** CRS URIs in which geometries may be requested; the first is the default. */
  crs: "strings?",
  storageCrs: "string?",
} as const satisfies Members;

/** Describes one collection. Other members are kept. */
export interface CollectionDescription extends ObjectWith<typeof collectionMembers> {
  [member: string]: unknown;
}

export type QueryableType = Open<
  "string" | "uri" | "number" | "integer" | "date" | "dateTime" | "boolean" | "geometry"
>;

/** A property that filters may use, once per type of its values. */
export interface Queryable {
  id: string;
  type: QueryableType;
}

/** The members of a page of features, besides the features. */
export const featureCollectionMembers = {
  links: "links?",
  /** RFC 3339 instant at which the service answered. */
  timeStamp: "string?",
  /** Total number of matches, including features without location or time. */
  numberMatched: "count?",
  numberReturned: "count?",
} as const satisfies Members;

export type FeatureCollectionMembers = ObjectWith<typeof featureCollectionMembers>;

export type SimulationStatus = Open<"QUEUED" | "COMPLETED" | "NO_SPREAD" | "FAILED">;

export const simulationMembers = {
  id: "string",
  /** `NO_SPREAD` is a result, not a failure. */
  status: "string",
  clusterId: "string | null",
  fireName: "string | null",
  locationName: "string | null",
  /** Degrees, WGS 84. */
  latitude: "number",
  /** Degrees, WGS 84. */
  longitude: "number",
  model: "string",
  durationHours: "integer",
  ensembleMembers: "integer",
  /** Square metres, forecast over `durationHours` from `createdAt`. */
  burnedAreaM2: "number | null",
  /** True if the service started it automatically. */
  auto: "boolean",
  /** RFC 3339 instant. */
  createdAt: "string",
  errorMessage: "string | null",
  links: "object?",
} as const satisfies Members;

/** One fire-spread simulation of the organization. Other members are kept. */
export interface Simulation extends ObjectWith<typeof simulationMembers> {
  status: SimulationStatus;
  links?: { self?: string; [member: string]: unknown };
  [member: string]: unknown;
}

/** One page of simulations, newest first; `nextCursor` is null on the last page. */
export interface SimulationPage {
  items: Simulation[];
  nextCursor: string | null;
  /** Sentences about the whole list: an extension that few services have. */
  notices?: string[];
}
