import type { ToolContext } from "../call/context.ts";
import { invalidInput } from "../call/tool-error.ts";
import { type Circle, circleAround, resolveArea } from "../selection/area.ts";
import { type Interval, resolveTime } from "../selection/interval.ts";
import { selectLayer } from "../selection/layers.ts";
import { dayMs } from "../values/calendar.ts";
import { maxHalfPixelKm, type Thresholds } from "./label.ts";
import type { AssessInput } from "./parameters.ts";
import { maxAgeDays } from "./snapshots.ts";

/** The resolved arguments. */
export interface Question {
  readonly area: Circle;
  readonly interval: Interval;
  readonly zone: string;
  /** The zone of days: UTC for calendar dates, which no zone shifts (decisions, row 28). */
  readonly dateZone: string;
  readonly thresholds: Thresholds;
  readonly towns: { readonly minPopulation: number; readonly count: number };
}

/**
 * @throws {ToolError} when an argument is invalid (`invalid_input`) or names nothing (`not_found`)
 */
export async function resolveQuestion(input: AssessInput, context: ToolContext): Promise<Question> {
  const area = await resolveArea(input, context);
  if (area?.kind !== "circle") {
    throw invalidInput('No place was given: give near (a place, or "lat,lon"), or lon and lat.');
  }
  const zone = input.time_zone ?? "UTC";
  const words = input.time ?? "last 7 days";
  const now = context.now();
  let [dateZone, interval] = [zone, resolveTime(words, now, { zone })];
  if (
    zone !== "UTC" &&
    (await selectLayer("hotspots", {}, context, { area: null }))?.collection.isByDate
  ) {
    [dateZone, interval] = ["UTC", resolveTime(words, now, { zone, dateZone: "UTC" })];
  }
  return {
    area,
    interval,
    zone,
    dateZone,
    thresholds: {
      perimeterBufferKm: input.perimeter_buffer_km ?? 2,
      staticSourceKm: input.static_source_km ?? 1,
      volcanoKm: input.volcano_km ?? 5,
    },
    towns: { minPopulation: input.min_population ?? 500, count: input.max_towns ?? 3 },
  };
}

/** Areas and intervals to read detections, perimeters and static sources from. */
export function selectionsFor({ area, interval, thresholds }: Question) {
  const { perimeterBufferKm, staticSourceKm, volcanoKm } = thresholds;
  const around = (km: number) => circleAround(area.center, area.radiusKm + km);
  const perimeterBox = around(Math.max(perimeterBufferKm, maxHalfPixelKm)).bbox;
  const sourceKm = Math.max(staticSourceKm, volcanoKm, maxHalfPixelKm);
  return {
    hotspots: { area, ...timeOf(interval) },
    perimeters: {
      area: { kind: "box" as const, bbox: perimeterBox },
      ...timeOf(withPerimetersOf(interval)),
    },
    staticSources: { area: around(sourceKm) },
  };
}

/** Extends the interval to all perimeters that may explain a detection in it. */
function withPerimetersOf({ start, end }: Interval): Interval {
  const print = (epochMs: number) => new Date(epochMs).toISOString();
  const firstDayMs = start === null ? null : Math.floor(Date.parse(start) / dayMs) * dayMs;
  return {
    start: firstDayMs === null ? null : print(firstDayMs - maxAgeDays * dayMs),
    end: end === null ? null : print(Date.parse(end) + dayMs),
  };
}

function timeOf({ start, end }: Interval): { time?: string } {
  return start === null && end === null ? {} : { time: `${start ?? ".."}/${end ?? ".."}` };
}
