import { type Bbox, isBbox } from "@emberline/geo";
import { checkLinks, isObject, type Link } from "../values/bbox.ts";
import type { Open } from "../values/errors.ts";

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

type QueryableType = Open<
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

type SimulationStatus = Open<"QUEUED" | "COMPLETED" | "NO_SPREAD" | "FAILED">;

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

/*
 * One list of members per answer of the service (`types.ts`). Its type, check and public schema
 * (`schemas.ts`) are derived from it.
 */

/** The types of members. With `?` a member may be absent, with `null` absent or null. */
export interface Kinds {
  string: string;
  "string?": string;
  "string | null": string | null;
  number: number;
  "number | null": number | null;
  integer: number;
  "count?": number;
  boolean: boolean;
  "strings?": string[];
  links: Link[];
  "links?": Link[];
  "extent?": Extent;
  "object?": { [member: string]: unknown };
}

export type Kind = keyof Kinds;
export type Members = Readonly<Record<string, Kind>>;

/** The spatial and temporal extent of a collection. */
interface Extent {
  /** In WGS 84 longitude and latitude. */
  spatial?: { bbox?: Bbox[]; crs?: string; [member: string]: unknown };
  /** Pairs of RFC 3339 instants; null is an open end. */
  temporal?: {
    interval?: [string | null, string | null][];
    trs?: string;
    [member: string]: unknown;
  };
  [member: string]: unknown;
}

type Values<List extends Members> = { -readonly [Name in keyof List]: Kinds[List[Name]] };
type Optional<List extends Members> = {
  [Name in keyof List]: List[Name] extends `${string}?` ? Name : never;
}[keyof List];

/** The type of an object with these members. */
type ObjectWith<List extends Members> = Omit<Values<List>, Optional<List>> &
  Partial<Pick<Values<List>, Optional<List>>>;

/**
 * The problem with the first member that does not fit, as `title: expected a string`. An optional
 * one that is null is removed: that is how some servers leave it out.
 */
export function membersProblem(value: Record<string, unknown>, list: Members): string | undefined {
  for (const name in list) {
    if (value[name] === null && list[name]!.endsWith("?")) delete value[name];
    const problem = problems[list[name]!](value[name]);
    if (problem) return name + problem;
  }
  return undefined;
}

type Check = (value: unknown) => string | undefined;

const expected =
  (words: string, isRight: (value: unknown) => boolean): Check =>
  (value) =>
    isRight(value) ? undefined : `: expected ${words}`;

const ifPresent =
  (check: Check): Check =>
  (value) =>
    value === undefined ? undefined : check(value);

const problems: Readonly<Record<Kind, Check>> = {
  string: expected("a string", isString),
  "string?": ifPresent(expected("a string", isString)),
  "string | null": expected("a string or null", (value) => value == null || isString(value)),
  number: expected("a number", Number.isFinite),
  "number | null": expected("a number or null", (value) => value == null || Number.isFinite(value)),
  integer: expected("an integer", Number.isInteger),
  "count?": ifPresent(
    expected("a whole number", (value) => Number.isInteger(value) && (value as number) >= 0),
  ),
  boolean: expected("true or false", (value) => typeof value === "boolean"),
  "strings?": ifPresent(expected("an array of strings", (value) => isArrayOf(value, isString))),
  links: checkLinks,
  "links?": ifPresent(checkLinks),
  "extent?": ifPresent(extentProblem),
  "object?": ifPresent(expected("an object", isObject)),
};

function extentProblem(extent: unknown): string | undefined {
  if (!isObject(extent)) return ": expected an object";
  const { spatial = {}, temporal = {} } = extent;
  if (!isObject(spatial)) return ".spatial: expected an object";
  if (spatial.bbox !== undefined && !isArrayOf(spatial.bbox, isBbox)) {
    return ".spatial.bbox: expected boxes of four or six numbers";
  }
  if (!isObject(temporal)) return ".temporal: expected an object";
  if (temporal.interval !== undefined && !isArrayOf(temporal.interval, isOpenInterval)) {
    return ".temporal.interval: expected pairs of an instant or null";
  }
  return undefined;
}

function isOpenInterval(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((end) => end === null || isString(end))
  );
}

export function isArrayOf(value: unknown, check: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => check(item));
}

export function isString(value: unknown): value is string {
  return typeof value === "string";
}
