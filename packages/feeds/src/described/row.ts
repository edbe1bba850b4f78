import {
  type Geometry,
  geometryProblem,
  type Point,
  type Properties,
  printInstant,
} from "@emberline/geo";
import type { Description, GeometryFrom } from "../description/description.ts";
import { isRecord } from "../geojson/read-features.ts";
import { readOutline } from "../geojson/read-outline.ts";
import type { FeedFeature } from "../values/feed.ts";
import { type Fields, fieldOf, hasEach, hasOneOf, ourValue, plainOf, timeOf } from "./values.ts";

/** A row that is a feature; one that does not count; or why it is not valid. */
export type Row =
  | { readonly kind: "feature"; readonly feature: FeedFeature; readonly timeMs: number | null }
  | { readonly kind: "left_out" }
  | { readonly kind: "rejected"; readonly reason: string };

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
  const id = idOf(value, fields, description);
  if (id === undefined) return rejected(`it has no ${description.id.flat().join(" or ")}`);
  const geometry = geometryOf(value, fields, description);
  if (typeof geometry === "string") return rejected(geometry);
  const given = description.time === undefined ? undefined : fieldOf(fields, description.time);
  const givenMs = given === undefined ? undefined : timeOf(given, timeForm);
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
  return {
    kind: "feature",
    feature: { type: "Feature", id, geometry, properties, time },
    timeMs,
  };
}

function rejected(reason: string): Row {
  return { kind: "rejected", reason };
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
function idOf({ id: own }: Fields, fields: Fields, { name, id }: Description): string | undefined {
  const parts = id.map((field) => fieldOf({ "{id}": own, ...fields }, field));
  if (parts.some((part) => part === undefined || plainOf(part) === null)) return undefined;
  const text = parts.map((part) => normal(String(part))).join("_");
  return `${name}_${text}`.slice(0, maxIdLength);
}

/** The same id, however a source writes it: without braces, spaces as hyphens. */
function normal(part: string): string {
  const bare = part.trim();
  const guid = /^\{?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\}?$/i.exec(bare)?.[1];
  return guid ? guid.toUpperCase() : bare.replace(/[\s/\\]+/gu, "-");
}

/** The geometry of a row, or why it has none. */
function geometryOf(
  feature: Fields,
  fields: Fields,
  { geometry = ["feature"], layer }: Description,
): Geometry | string {
  for (const from of geometry) {
    const given = givenGeometry(feature, fields, from);
    if (given === undefined || given === null) continue;
    return checked(given, layer);
  }
  return "it has no position";
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

function checked(given: unknown, layer: Description["layer"]): Geometry | string {
  if (layer === "perimeters" || layer === "evacuationZones") {
    const outline = readOutline(given);
    if (outline) return outline;
    return outline === null
      ? "its outline is empty"
      : `its outline is not valid${problemOf(given)}`;
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
