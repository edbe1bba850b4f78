import { parseTimeMs } from "@emberline/geo";
import { z } from "zod";
import {
  completeMembers,
  completeness,
  madeUpNotice,
  newestMember,
  noticesMembers,
  noticesOf,
} from "../answer/envelope.ts";
import { assetsNotice, assetsTable, zonesTable } from "../answer/evacuation-tables.ts";
import {
  describedTables,
  type Section,
  Sections,
  withoutEmptyColumns,
} from "../answer/sections.ts";
import type { ShortenableAnswer, ToolContext } from "../call/context.ts";
import { ifAnswered } from "../call/if-answered.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { newestOf } from "../collection/collection-info.ts";
import { receivedNotice } from "../collection/feeds.ts";
import { usualId } from "../collection/layers.ts";
import { gazetteerSource } from "../places/gazetteer.ts";
import { peopleWithin, type Town, townsNear, usualTownKm } from "../places/towns.ts";
import { isMeasured, readAssets } from "../reading/assets.ts";
import { isExact } from "../reading/tally.ts";
import {
  describeArea,
  describedArea,
  describedFire,
  describeFire,
} from "../selection/describe-selection.ts";
import { leftListMeaning } from "../values/listed-until.ts";
import type { Cell } from "../values/text-numbers.ts";
import { round } from "../values/text-numbers.ts";
import { type Assessment, assessmentNotices, isWhole } from "./assess.ts";
import { findPerimeters } from "./found-perimeters.ts";
import { reachedTable } from "./reached.ts";
import type { LabelCounts } from "./situation.ts";
import {
  daysTable,
  incidentsTable,
  nearestTable,
  perimetersTable,
  simulationsTable,
  sourcesTable,
} from "./tables.ts";

const count = z.number().int();

/** The selection of an assessment, which no single collection has. */
export const describedAssessment = z
  .object({
    collection: z.string(),
    area: describedArea,
    fire: describedFire.optional(),
    interval: z.array(z.string().nullable()).describe("[start, end] in time_zone"),
    time_zone: z.string(),
    near_km: z.record(z.string(), z.number()).describe("distances that count as near"),
    request: z.string().optional(),
  })
  .describe("as resolved: area, interval, near_km: what counts as near");

export const assessmentAnswer = z.object({
  selection: describedAssessment,
  matched: count.optional().describe("detections"),
  matched_exact: z.boolean(),
  labels: z.record(z.string(), count).optional().describe("add up to matched"),
  tables: describedTables.describe(
    "nearest (detection per label; without a centre the newest; of: its fire or source), evacuation_zones, perimeters (newest per fire), incidents (as reported; mapped: has an outline), assets, towns (nearest to detections or perimeters), static_sources (near detections, plus 3 others), days (with detections), last_data (not of the place), simulations (forecasts overlapping the interval)",
  ),
  people_within_km: z
    .record(z.string(), count)
    .optional()
    .describe("of a detection or perimeter: the sum of all towns"),
  static_sources_within_radius: count.optional().describe("or in the area"),
  no_location: count.optional(),
  no_time: count.optional(),
  omitted: count.describe("rows left out"),
  ...completeMembers,
  newest: newestMember,
  newest_age_hours: z.number().optional(),
  ...noticesMembers,
});

type Answer = z.input<typeof assessmentAnswer>;

/** The answer; it is shortened by rows of its tables. */
export async function toAssessmentAnswer(
  assessment: Assessment,
  context: ToolContext,
): Promise<ShortenableAnswer<Answer>> {
  const { layers } = assessment;
  const { selection, tally } = layers.hotspots;
  const sources = sourcesTable(assessment);
  const found = await findPerimeters(assessment, context.pause);
  const perimeters = perimetersTable(found, assessment.fires, context);
  const towns = await townsNear(
    {
      detections: assessment.situation.positions.outlines(),
      perimeters: found.map(({ snapshot }) => snapshot.outline),
      ...assessment.question.towns,
    },
    context.pause,
  );
  const assets = await ifAnswered(
    readAssets(
      assessment.question.area,
      {
        detections: () => assessment.situation.positions.outlines(),
        perimeters: found.map(({ snapshot }) => snapshot.outline),
      },
      context,
    ),
    context,
  );
  const sections = new Sections(
    {
      nearest: nearestTable(assessment),
      evacuation_zones: zonesTable(assessment.zones),
      perimeters,
      incidents: incidentsTable(assessment),
      assets: assetsTable(assets),
      towns: townsTable(towns, assessment),
      static_sources: sources.section,
      days: daysTable(assessment),
      last_data: reachedTable(assessment.reached),
      simulations: simulationsTable(assessment, context.now()),
    },
    "nearest",
  );
  const notices = assessmentNotices(assessment, context);
  const isAll = isWhole(assessment) && (assets === null || isMeasured(assets));
  const newest = newestOf(selection?.collection.interval ?? null);
  const keep = (kept: number): Answer => {
    const omitted = sections.parts - kept;
    const left = sections.omittedNotice(kept);
    return {
      selection: selectionOf(assessment, context.explain === true),
      ...(tally && { matched: tally.matched, labels: labelCounts(assessment) }),
      matched_exact: tally !== null && isExact(tally),
      tables: sections.tables(kept),
      ...(towns.length > 0 && { people_within_km: peopleByKm(towns, assessment) }),
      ...(layers.staticSources.tally && { static_sources_within_radius: sources.withinRadius }),
      ...(tally && tally.noLocation > 0 && { no_location: tally.noLocation }),
      ...(tally && tally.noTime > 0 && { no_time: tally.noTime }),
      omitted,
      ...completeness(isAll, omitted > 0 ? "max_tokens" : null),
      newest,
      ...ageOf(newest, context.now()),
      ...noticesOf(
        context,
        collectionsOf(assessment).some((each) => each.isSynthetic),
        [
          madeUpNotice(
            (assessment.simulations ?? []).map(({ simulation }) => simulation),
            context,
          ),
          receivedNotice(collectionsOf(assessment), context.now()),
          ...collectionsOf(assessment).flatMap((collection) => collection.notices),
          ...notices,
          found.some(({ snapshot }) => snapshot.leftList) ? leftListMeaning : null,
          townsNotice(towns, assessment),
          assetsNotice(assets),
          left && `${left} Raise max_tokens, or use a smaller area or time.`,
        ],
      ),
    };
  };
  const prepare = (kept: number) => perimeters.measure(sections.count("perimeters", kept));
  return { parts: sections.parts, prepare, keep };
}

/** Which towns there are, and what limits them; null where none is near and nothing was asked. */
function townsNotice(towns: readonly Town[], { question }: Assessment): string | null {
  const { minPopulation, maxKm, by, count } = question.towns;
  const isAsked = by !== undefined || maxKm !== usualTownKm;
  if (towns.length === 0 && !isAsked) return null;
  const ofWhat = by === undefined ? "" : ` of a ${by}`;
  const number = towns.length > count ? `the nearest ${count} of ${towns.length}` : towns.length;
  return `Towns are those of ${gazetteerSource}, with at least ${minPopulation} people, within ${maxKm} km${ofWhat}: ${number || "none"}.`;
}

/** Of the two labels for unexplained detections, only one can apply to a place. */
function labelCounts({ situation, fires, reported }: Assessment): Partial<LabelCounts> {
  const { counts } = situation;
  const unused: string[] = [
    fires.isEmpty ? "may_be_new_fire" : "no_known_source_or_perimeter",
    ...(reported ? [] : ["near_reported_incident"]),
  ];
  return Object.fromEntries(Object.entries(counts).filter(([label]) => !unused.includes(label)));
}

function selectionOf({ question, layers }: Assessment, explain: boolean): Answer["selection"] {
  const { area, fire, interval, zone, thresholds } = question;
  const { selection, tally } = layers.hotspots;
  return {
    collection: selection?.collection.id ?? usualId("hotspots"),
    area: describeArea(area),
    ...(fire && { fire: describeFire(fire) }),
    interval: [interval.start, interval.end],
    time_zone: zone,
    near_km: {
      perimeter: thresholds.perimeterBufferKm,
      static_source: thresholds.staticSourceKm,
      volcano: thresholds.volcanoKm,
    },
    ...(explain && tally?.request !== undefined && { request: tally.request }),
  };
}

export function ageOf(newest: string, nowMs: number): { newest_age_hours?: number } {
  const newestMs = parseTimeMs(newest);
  return newestMs === undefined
    ? {}
    : { newest_age_hours: round((nowMs - newestMs) / 3_600_000, 1) };
}

function collectionsOf({ layers, reported, zones }: Assessment): CollectionInfo[] {
  const { hotspots, perimeters, staticSources } = layers;
  return [
    ...[hotspots, perimeters, staticSources].map(({ selection }) => selection),
    ...[reported, zones],
  ].flatMap((found) => found?.collection ?? []);
}

/** Distances in km for the sums of people. */
const sumsKm = [5, 10, 25];

/** The towns nearest to detections and perimeters. */
function townsTable(towns: readonly Town[], { question }: Pick<Assessment, "question">): Section {
  const rows = towns
    .slice(0, question.towns.count)
    .map(({ place, detectionKm, perimeterKm }) => [
      place.name,
      place.lon,
      place.lat,
      place.population || null,
      kmCell(detectionKm),
      perimeterKm === 0 ? null : kmCell(perimeterKm),
      perimeterKm === 0 ? true : null,
    ]);
  const columns = ["town", "lon", "lat", "people", "detection_km", "perimeter_km", "inside"];
  return withoutEmptyColumns({ columns, rows });
}

/** Total population of all towns by distance. */
function peopleByKm(
  towns: readonly Town[],
  { question: { towns: asked } }: Assessment,
): Record<string, number> {
  const within = [...sumsKm.filter((km) => km < asked.maxKm), asked.maxKm];
  return Object.fromEntries(within.map((km) => [km, peopleWithin(towns, km, asked.by)]));
}

/** To 0.1 km: the position of a town is a point in its middle. */
function kmCell(km: number | null): Cell {
  return km === null ? null : round(km, 1);
}
