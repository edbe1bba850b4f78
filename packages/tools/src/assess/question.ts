import { printInstant } from "@emberline/geo";
import { z } from "zod";
import type { ToolContext } from "../call/context.ts";
import { invalidInput } from "../call/tool-error.ts";
import type { Fire } from "../collection/fire.ts";
import { layerCollection } from "../collection/layer-collection.ts";
import { type TownsBy, usualTownKm } from "../places/towns.ts";
import { type Area, areaAround, resolveArea } from "../selection/area.ts";
import { withinData } from "../selection/data-end.ts";
import { findFire, fireArea } from "../selection/fire-scope.ts";
import { hemisphereOf } from "../selection/hemisphere.ts";
import { type Interval, resolveTime } from "../selection/interval.ts";
import { selectionInBrief } from "../selection/parameters.ts";
import { windowOf } from "../selection/selection.ts";
import { dayMs } from "../values/calendar.ts";
import { offer } from "../values/text.ts";
import { maxAgeDays } from "./snapshots.ts";

/** Distances that count as near, in km; at least half a detection's pixel. */
export interface Thresholds {
  readonly perimeterBufferKm: number;
  readonly staticSourceKm: number;
  readonly volcanoKm: number;
}

/** Half of the largest plausible pixel, in km; for MODIS at the edge of its swath it is 2.4. */
export const maxHalfPixelKm = 5;

/** The resolved arguments. */
export interface Question {
  readonly area: Area;
  /** The fire whose area it is. */
  readonly fire: Fire | null;
  readonly interval: Interval;
  readonly zone: string;
  /** The zone of days: UTC for calendar dates, which no zone shifts (decisions, row 28). */
  readonly dateZone: string;
  readonly thresholds: Thresholds;
  readonly towns: {
    readonly minPopulation: number;
    readonly maxKm: number;
    readonly by: TownsBy | undefined;
    readonly count: number;
  };
  /** Notices on how the arguments were read. */
  readonly notices: readonly string[];
}

/**
 * @param given the area, if it is known already
 * @throws {ToolError} when an argument is invalid (`invalid_input`) or names nothing (`not_found`)
 */
export async function resolveQuestion(
  input: AssessInput,
  context: ToolContext,
  given?: Area,
): Promise<Question> {
  const place = given ?? (await resolveArea(input, context));
  if (!place && input.fire === undefined) {
    throw invalidInput(
      `No place was given: give near (a place, or "lat,lon"), lon and lat, bbox, within or fire. ${offer({ near: "Coimbra, Portugal" })}`,
      "near",
    );
  }
  const { zone } = context.presentation;
  const words = input.time ?? "last 7 days";
  const now = context.now();
  const hemisphere = hemisphereOf(place);
  let [dateZone, asked] = [zone, await resolveTime(words, now, { zone, hemisphere })];
  const hotspots = await layerCollection("hotspots", context);
  if (zone !== "UTC" && hotspots?.isByDate)
    [dateZone, asked] = [
      "UTC",
      await resolveTime(words, now, { zone, dateZone: "UTC", hemisphere }),
    ];
  const window = input.time === undefined ? null : windowOf(asked);
  const found =
    input.fire === undefined
      ? null
      : await findFire({ ...input, fire: input.fire }, null, window, context);
  const area = found ? await fireArea(found.fire, input.radius_km, context.pause) : place!;
  const { interval, notice } = withinData(asked, hotspots?.interval?.[1], now);
  return {
    area,
    fire: found?.fire ?? null,
    interval,
    zone,
    dateZone,
    notices: [...(notice === null ? [] : [notice]), ...(found?.notices ?? [])],
    thresholds: {
      perimeterBufferKm: input.perimeter_buffer_km ?? 2,
      staticSourceKm: input.static_source_km ?? 1,
      volcanoKm: input.volcano_km ?? 5,
    },
    towns: {
      minPopulation: input.min_population ?? 500,
      maxKm: input.max_km ?? usualTownKm,
      by: input.towns_by,
      count: input.max_towns ?? 3,
    },
  };
}

/** Areas and intervals to read detections, perimeters and static sources from. */
export function selectionsFor({ area, interval, thresholds }: Question) {
  const { perimeterBufferKm, staticSourceKm, volcanoKm } = thresholds;
  const perimeterBox = areaAround(area, Math.max(perimeterBufferKm, maxHalfPixelKm)).bbox;
  const sourceKm = Math.max(staticSourceKm, volcanoKm, maxHalfPixelKm);
  return {
    hotspots: { area, ...timeOf(interval) },
    perimeters: {
      area: { kind: "box" as const, bbox: perimeterBox },
      ...perimetersSince(interval.start),
    },
    staticSources: { area: areaAround(area, sourceKm) },
  };
}

/** The time of all perimeters that may be a fire's newest: the last mapping may be years late. */
export function perimetersSince(start: string | null): { time?: string } {
  if (start === null) return {};
  const days = Math.floor(Date.parse(start) / dayMs) - maxAgeDays;
  return { time: `${printInstant(days * dayMs)}/..` };
}

export function timeOf({ start, end }: Interval): { time?: string } {
  return start === null && end === null ? {} : { time: `${start ?? ".."}/${end ?? ".."}` };
}

const near = z
  .string()
  .max(10_000)
  .optional()
  .describe(
    'Centre: a place ("Coimbra, Portugal") or "lat,lon"; up to 100 by ";" or "svc:assets" get a row each.',
  );
const { bbox, lon, lat, radius_km, within, fire, time_zone, units } = selectionInBrief;

const threshold = z.number().min(0).max(50).optional();

/** Parameters of an assessment. */
export const assessParameters = {
  bbox,
  near,
  lon,
  lat,
  radius_km,
  within,
  fire,
  time: z
    .string()
    .max(200)
    .optional()
    .describe('"yesterday", "2025-06-20", "start/end" (default "last 7 days").'),
  time_zone,
  units,
  perimeter_buffer_km: threshold.describe(
    "What is near a perimeter, in km (default 2; at least half a pixel).",
  ),
  static_source_km: threshold.describe("What is near a static heat source (default 1)."),
  volcano_km: threshold.describe("What is near a volcano (default 5)."),
  min_population: z
    .number()
    .int()
    .min(0)
    .max(100_000_000)
    .optional()
    .describe("Of towns to list (default 500)."),
  max_towns: z.number().int().min(0).max(50).optional().describe("Towns to list (default 3)."),
  max_km: z.number().positive().max(100).optional().describe("How far towns may be (default 25)."),
  towns_by: z
    .enum(["detection", "perimeter"])
    .optional()
    .describe("Distance from which (default the nearer)."),
};

export type AssessInput = z.output<z.ZodObject<typeof assessParameters>>;
