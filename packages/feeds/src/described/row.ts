import {
  type Geometry,
  geometryProblem,
  type Point,
  type Properties,
  printInstant,
} from "@emberline/geo";
import type { Description, Field, GeometryFrom } from "../description/description.ts";
import { isRecord } from "../geojson/read-features.ts";
import { readOutline } from "../geojson/read-outline.ts";
import type { FeedFeature } from "../values/feed.ts";
import {
  type Fields,
  fieldOf,
  hasEach,
  hasOneOf,
  normal,
  ourValue,
  plainOf,
  timeIn,
  timeOf,
} from "./values.ts";

/** A row that is a feature; one that does not count; or why it is not valid. */
export type Row =
  | FeatureRow
  | { readonly kind: "left_out" }
  /** A row of a history without an outline. */
  | { readonly kind: "unmapped"; readonly key: string }
  | { readonly kind: "rejected"; readonly reason: string; readonly key?: string };

export interface FeatureRow {
  readonly kind: "feature";
  /** What identifies the feature among those of its feed. */
  readonly key: string;
  readonly feature: FeedFeature;
  /** Epoch milliseconds; not ahead of the clock. */
  readonly timeMs: number | null;
  /** As the source gives it. */
  readonly givenMs: number | null;
  readonly fields: Fields;
}

const maxIdLength = 200;
const maxOthers = 100;

/** What a row means by its description; a time ahead of the clock is that of the reading. */
export function readRow(value: unknown, description: Description, readMs: number): Row {
  if (!isRecord(value) || !isRecord(value.properties)) return rejected("it is not a feature");
  const fields = { ...value.properties };
  const { keep, drop, during, timeForm } = description;
  if (drop && hasOneOf(fields, drop)) return { kind: "left_out" };
  if (keep && !hasEach(fields, keep)) return { kind: "left_out" };
  if (during && !isDuring(fields, during, timeForm, readMs)) return { kind: "left_out" };
  const key = keyIn(value, fields, description);
  if (key === undefined) return rejected(`it has no ${description.id.flat().join(" or ")}`);
  const geometry = geometryOf(value, fields, description);
  if (geometry === null && description.sameId === "history") return { kind: "unmapped", key };
  if (geometry === null) return rejected("it has no position", key);
  if (typeof geometry === "string") return rejected(geometry, key);
  const given = description.time === undefined ? undefined : fieldOf(fields, description.time);
  const givenMs = timeIn(fields, description.time, timeForm);
  const needsTime = ["hotspots", "incidents"].includes(description.layer);
  if (needsTime && givenMs === undefined)
    return rejected(given === undefined ? "it has no time" : "its time cannot be read");
  const timeMs = givenMs === undefined ? null : Math.min(givenMs, readMs);
  const isAhead = givenMs !== undefined && givenMs > readMs;
  const properties: Properties = {
    ...(description.others && othersOf(fields)),
    ...Object.fromEntries(
      Object.entries(description.properties).map(([name, each]) => [
        name,
        ourValue(fields, each, timeForm),
      ]),
    ),
    ...(description.layer !== "assets" && {
      datetime: timeMs === null ? null : printInstant(timeMs),
      ...(isAhead && { datetime_given: printInstant(givenMs) }),
    }),
    ...(description.leaves !== "stay" && description.layer !== "assets" && { listed_until: null }),
  };
  const time = timeMs === null ? undefined : { start: timeMs, end: timeMs };
  const id = idOf(description, key);
  const feature: FeedFeature = { type: "Feature", id, geometry, properties, time };
  return { kind: "feature", key, feature, timeMs, givenMs: givenMs ?? null, fields };
}

/** The id of the feature that a key identifies. */
export function idOf({ name, idPrefix = name }: Description, key: string): string {
  return `${idPrefix}_${key}`.slice(0, maxIdLength);
}

function rejected(reason: string, key?: string): Row {
  return { kind: "rejected", reason, ...(key !== undefined && { key }) };
}

function isDuring(
  fields: Fields,
  { from, until }: NonNullable<Description["during"]>,
  form: string | undefined,
  nowMs: number,
): boolean {
  const start = timeOf(fieldOf(fields, from), form);
  const end = timeOf(fieldOf(fields, until), form);
  return (start ?? nowMs) <= nowMs && (end ?? Number.POSITIVE_INFINITY) > nowMs;
}

/** All parts have to be there, so that no two features share an id by what they lack. */
function keyIn(
  { id: own }: Fields,
  fields: Fields,
  { id, otherIds = [] }: Description,
): string | undefined {
  const known = { "{id}": own, ...fields };
  const partsOf = (names: readonly Field[]) => {
    const parts = names.map((name) => plainOf(fieldOf(known, name)));
    return parts.includes(null) ? undefined : parts.map(String);
  };
  const parts = partsOf(id);
  if (parts) return parts.map(normal).join("_");
  const others = otherIds.map(partsOf).find((each) => each !== undefined);
  return others?.map((each) => each.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-")).join("_");
}

/** The geometry of a row; null if it has none, or why it is not valid. */
function geometryOf(
  feature: Fields,
  fields: Fields,
  { geometry = ["feature"], layer }: Description,
): Geometry | string | null {
  for (const from of geometry) {
    const given = givenGeometry(feature, fields, from);
    if (given === undefined || given === null) continue;
    return checked(given, layer);
  }
  return null;
}

function givenGeometry(feature: Fields, fields: Fields, from: GeometryFrom): unknown {
  if (from === "feature") return feature.geometry;
  if ("field" in from) {
    const value = fieldOf(fields, from.field);
    return typeof value === "string" ? parsed(value) : value;
  }
  const [longitude, latitude] = [from.longitude, from.latitude].map((name) => {
    const value = fieldOf(fields, name);
    return value === undefined ? undefined : Number(value);
  });
  if (longitude === undefined || latitude === undefined) return undefined;
  return { type: "Point", coordinates: [longitude, latitude] };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { type: "not GeoJSON" };
  }
}

function checked(given: unknown, layer: Description["layer"]): Geometry | string | null {
  if (layer === "perimeters" || layer === "evacuationZones") {
    const outline = readOutline(given);
    return outline === undefined ? `its outline is not valid${problemOf(given)}` : outline;
  }
  const geometry = layer === "assets" ? given : pointOf(given);
  const problem = geometryProblem(geometry, { maxLongitude: 180 });
  if (problem !== undefined) return `its position is not valid${problemOf(geometry)}`;
  if (layer !== "assets" && (geometry as Geometry).type !== "Point") return "it is not a point";
  return geometry as Geometry;
}

function problemOf(geometry: unknown): string {
  const problem = geometryProblem(geometry, { maxLongitude: 180 });
  return problem === undefined ? "" : ` (geometry${problem})`;
}

/** Some services send a point as a list of one. */
function pointOf(given: unknown): unknown {
  if (!isRecord(given) || given.type !== "MultiPoint" || !Array.isArray(given.coordinates))
    return given;
  const { coordinates } = given;
  if (coordinates.length !== 1) return given;
  return { type: "Point", coordinates: coordinates[0] } as Point;
}

function othersOf(fields: Fields): Properties {
  return Object.fromEntries(
    Object.entries(fields)
      .slice(0, maxOthers)
      .filter(([name]) => name !== "__proto__")
      .map(([name, value]) => [name, plainOf(value)]),
  );
}
