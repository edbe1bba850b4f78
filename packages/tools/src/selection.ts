import type { Feature, FeatureQuery } from "@emberline/core";
import { z } from "zod";
import { type Area, type Bearing, bearingTo, resolveArea } from "./area.ts";
import { type CollectionInfo, collectionInfo } from "./collections.ts";
import { invalidInput } from "./errors.ts";
import { timeOf } from "./roles.ts";
import { type Interval, resolveTime, toDatetime } from "./time.ts";
import type { ToolContext } from "./tool.ts";

export const collectionParameter = z
  .string()
  .describe('Collection id as list_collections gives it, for example "svc:hotspots".');

/** The parameters by which a tool selects features; the same in every tool. */
export const selectionParameters = {
  collection: collectionParameter,
  bbox: z
    .array(z.number())
    .min(4)
    .max(6)
    .optional()
    .describe(
      "Box [west, south, east, north] in degrees, longitude first. West > east crosses the antimeridian.",
    ),
  near: z
    .string()
    .max(100)
    .optional()
    .describe('Centre of a circle as "lat,lon", for example "-33.87,151.21".'),
  lon: z.number().optional().describe("Longitude of the centre, instead of near."),
  lat: z.number().optional().describe("Latitude of the centre, instead of near."),
  radius_km: z
    .number()
    .positive()
    .max(1000)
    .optional()
    .describe("Radius of the circle in km (default 50)."),
  time: z
    .string()
    .max(200)
    .optional()
    .describe(
      'When, UTC: "last 24h", "last 7 days", "today", "yesterday", "since 2025-06-20", "2025-06-20", "2025-06", or an interval "start/end" (".." is open). Default: all times.',
    ),
};

export type SelectionInput = z.output<z.ZodObject<typeof selectionParameters>>;

/** What a call selects, with everything resolved. */
export interface Selection {
  readonly collection: CollectionInfo;
  readonly area: Area | null;
  readonly interval: Interval | null;
  /** What the service is asked for: the area's box and the interval. */
  readonly query: FeatureQuery;
}

/** @param pinned the interval of an earlier answer: words like "last 24h" do not move between pages */
export async function resolveSelection(
  input: SelectionInput,
  context: ToolContext,
  pinned?: Interval | null,
): Promise<Selection> {
  const area = resolveArea(input);
  const resolved =
    input.time === undefined ? null : (pinned ?? resolveTime(input.time, context.now()));
  const interval = resolved && (resolved.start !== null || resolved.end !== null) ? resolved : null;
  const datetime = interval ? toDatetime(interval) : undefined;
  const query: FeatureQuery = {
    onInvalid: "skip",
    ...(area ? { bbox: area.bbox } : {}),
    ...(datetime === undefined ? {} : { datetime }),
  };
  // Refuses a bad box before any request.
  context.client.features.url(input.collection, query);
  return { collection: await collectionInfo(input.collection, context), area, interval, query };
}

/** A feature that matches; with how it lies to the centre where a circle was asked for. */
export interface Hit {
  readonly feature: Feature;
  readonly bearing?: Bearing;
}

/** Why a feature of the service's answer is no match. */
export type Miss = "outside" | "no_location" | "no_time";

/**
 * Features without location match every box of the service, and those without
 * time every interval (decisions, row 8): here they are told apart. A circle is
 * decided on the ellipsoid.
 */
export function judge(feature: Feature, { area, interval, collection }: Selection): Hit | Miss {
  if (area && feature.geometry === null) return "no_location";
  if (interval && lacksTime(feature, collection)) return "no_time";
  if (area?.kind !== "circle") return { feature };
  const bearing = bearingTo(area.center, feature.geometry!);
  return bearing.distanceKm > area.radiusKm ? "outside" : { feature, bearing };
}

function lacksTime(feature: Feature, { roles, interval, queryables }: CollectionInfo): boolean {
  if (timeOf(feature.properties, roles) !== null) return false;
  // Where no role names the time but the collection may have times, the service knows better.
  return roles.time !== undefined || (queryables !== null && interval === null);
}

export const selectionEcho = z
  .object({
    collection: z.string(),
    area: z
      .object({
        bbox: z.array(z.number()).optional(),
        center: z.array(z.number()).optional().describe("[lon, lat]"),
        radius_km: z.number().optional(),
      })
      .optional(),
    interval: z
      .array(z.string().nullable())
      .optional()
      .describe("[start, end] in UTC, both included; null is open"),
    request: z.string().describe("the service's URL"),
  })
  .describe("what was used");

/** The selection as an answer tells it. */
export function echo(selection: Selection, context: ToolContext): z.input<typeof selectionEcho> {
  const { area, interval, collection, query } = selection;
  return {
    collection: collection.id,
    ...(area?.kind === "box" ? { area: { bbox: [...area.bbox] } } : {}),
    ...(area?.kind === "circle"
      ? { area: { center: [...area.center], radius_km: area.radiusKm } }
      : {}),
    ...(interval ? { interval: [interval.start, interval.end] } : {}),
    request: context.client.features.url(collection.id, query),
  };
}

/** @throws ToolError `invalid_input` when arguments beside a cursor differ from those the cursor was made for */
export function sameAsCursor<Input extends Record<string, unknown>>(
  given: Input,
  pinned: Record<string, unknown>,
): void {
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(pinned[name])) {
      throw invalidInput(
        `${name} differs from the call that the cursor came from: repeat it as it was, or leave it out beside a cursor.`,
      );
    }
  }
}
