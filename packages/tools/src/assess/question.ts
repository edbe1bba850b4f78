import type { ToolContext } from "../call/tool.ts";
import { invalidInput } from "../call/tool-error.ts";
import { circleAround, resolveArea } from "../selection/area.ts";
import { type Interval, resolveTime } from "../selection/interval.ts";
import { selectLayer } from "../selection/layers.ts";
import { type Whereabouts, whereaboutsOf } from "../selection/whereabouts.ts";
import { mostHalfPixelKm, type Thresholds } from "./label.ts";
import { dayMs, maxAgeDays } from "./snapshots.ts";

export interface QuestionInput {
  near?: string | undefined;
  lon?: number | undefined;
  lat?: number | undefined;
  radius_km?: number | undefined;
  time?: string | undefined;
  time_zone?: string | undefined;
  perimeter_buffer_km?: number | undefined;
  static_source_km?: number | undefined;
  volcano_km?: number | undefined;
}

/** What is asked, with everything resolved. */
export interface Question {
  readonly center: readonly [lon: number, lat: number];
  readonly radiusKm: number;
  /** Where the centre is, in names. */
  readonly whereabouts: Whereabouts;
  readonly interval: Interval;
  readonly zone: string;
  /** The zone of the days: UTC where detections have calendar dates, which no zone shifts (decisions, row 28). */
  readonly dateZone: string;
  readonly thresholds: Thresholds;
}

/** @throws ToolError `invalid_input`, `not_found` */
export async function resolveQuestion(
  input: QuestionInput,
  context: ToolContext,
): Promise<Question> {
  const area = await resolveArea(input, context);
  if (area?.kind !== "circle") {
    throw invalidInput('The place is missing: give near (a place, or "lat,lon"), or lon and lat.');
  }
  const zone = input.time_zone ?? "UTC";
  const words = input.time ?? "last 7 days";
  const now = context.now();
  let [dateZone, interval] = [zone, resolveTime(words, now, { zone })];
  if (zone !== "UTC" && (await selectLayer("hotspots", {}, context))?.collection.isByDate) {
    [dateZone, interval] = ["UTC", resolveTime(words, now, { zone, dateZone: "UTC" })];
  }
  return {
    center: area.center,
    radiusKm: area.radiusKm,
    whereabouts: await whereaboutsOf(area),
    interval,
    zone,
    dateZone,
    thresholds: {
      perimeterBufferKm: input.perimeter_buffer_km ?? 2,
      staticSourceKm: input.static_source_km ?? 1,
      volcanoKm: input.volcano_km ?? 5,
    },
  };
}

/** Where and when detections, perimeters and static sources must be read from, as arguments of a selection. */
export function selectionsFor({ center, radiusKm, interval, thresholds }: Question) {
  const [lon, lat] = center;
  const { perimeterBufferKm, staticSourceKm, volcanoKm } = thresholds;
  const around = (km: number) => ({ lon, lat, radius_km: radiusKm + km });
  const buffered = circleAround(center, radiusKm + Math.max(perimeterBufferKm, mostHalfPixelKm));
  return {
    hotspots: { ...around(0), ...timeOf(interval) },
    perimeters: { bbox: [...buffered.bbox], ...timeOf(withPerimetersOf(interval)) },
    staticSources: around(Math.max(staticSourceKm, volcanoKm, mostHalfPixelKm)),
  };
}

/** From the earliest perimeter that may tell of a detection in the interval to the latest. */
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
