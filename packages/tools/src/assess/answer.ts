import { parseTimeMs } from "@emberline/geo";
import { z } from "zod";
import { newestMember, newestOf, noticesMember, noticesOf } from "../answer/envelope.ts";
import type { ToolContext } from "../call/context.ts";
import type { ShortenableAnswer } from "../call/shortenable-answer.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { gazetteerSource } from "../places/gazetteer.ts";
import { usualId } from "../selection/layers.ts";
import { describedWhereabouts } from "../selection/whereabouts.ts";
import { round } from "../values/round.ts";
import type { Assessment } from "./assess.ts";
import { findPerimeters } from "./found-perimeters.ts";
import type { Label } from "./label.ts";
import { assessmentNotices, isWhole } from "./notices.ts";
import type { LabelCounts } from "./situation.ts";
import {
  daysTable,
  nearestTable,
  perimetersTable,
  type Section,
  simulationsTable,
  sourcesTable,
} from "./tables.ts";
import { townsNear } from "./towns.ts";
import { peopleByKm, townsTable } from "./towns-table.ts";

const count = z.number().int();

export const assessmentAnswer = z.object({
  selection: z
    .object({
      collection: z.string(),
      area: z.object({
        center: z.array(z.number()).describe("[lon, lat]"),
        radius_km: z.number(),
        ...describedWhereabouts,
      }),
      interval: z.array(z.string().nullable()).describe("[start, end] in UTC"),
      time_zone: z.string(),
      near_km: z.record(z.string(), z.number()).describe("distances that count as near"),
      request: z.string().optional(),
    })
    .describe("as resolved"),
  matched: count.optional().describe("detections"),
  matched_exact: z.boolean(),
  labels: z.record(z.string(), count).optional().describe("add up to matched"),
  // One schema for all tables: five would be a quarter of all output schemas.
  tables: z
    .record(
      z.string(),
      z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) }),
    )
    .describe(
      "nearest (detection per label; of: its fire or source), perimeters (newest per fire; distance_km 0: inside), towns (nearest to detections or perimeters, within 25 km), static_sources (near detections, plus the nearest 3 others), days (with detections), simulations (forecasts overlapping the interval)",
    ),
  people_within_km: z
    .record(z.string(), count)
    .optional()
    .describe("of a detection or perimeter: the sum of all towns"),
  static_sources_within_radius: count.optional(),
  no_location: count.optional(),
  no_time: count.optional(),
  omitted: count.describe("rows left out"),
  complete: z.boolean(),
  newest: newestMember,
  newest_age_hours: z.number().optional(),
  notices: noticesMember,
});

type Answer = z.input<typeof assessmentAnswer>;

/** The tables that lose their last rows in turn when an answer is too long. */
const sectionNames = [
  "nearest",
  "perimeters",
  "towns",
  "static_sources",
  "days",
  "simulations",
] as const;
type SectionName = (typeof sectionNames)[number];

/** The answer; it is shortened by rows of its tables. */
export async function toAssessmentAnswer(
  assessment: Assessment,
  context: ToolContext,
): Promise<ShortenableAnswer<Answer>> {
  const { layers } = assessment;
  const { selection, tally } = layers.hotspots;
  const sources = sourcesTable(assessment);
  const found = await findPerimeters(assessment, context.pause);
  const perimeters = perimetersTable(found, context);
  const towns = await townsNear(
    {
      detections: assessment.situation.positions.outlines(),
      perimeters: found.map(({ snapshot }) => snapshot.outline),
      minPopulation: assessment.question.towns.minPopulation,
    },
    context.pause,
  );
  const sections: Record<SectionName, Section> = {
    nearest: nearestTable(assessment),
    perimeters,
    towns: townsTable(towns, assessment),
    static_sources: sources.section,
    days: daysTable(assessment),
    simulations: simulationsTable(assessment, context.now()),
  };
  const order = rowOrder(sections);
  const notices = assessmentNotices(assessment);
  const isAll = isWhole(assessment);
  const newest = newestOf(selection?.collection.interval ?? null);
  const keep = (kept: number): Answer => {
    const shown = order.slice(0, kept);
    const omitted = order.length - kept;
    const tables: Partial<Record<SectionName, Section>> = {};
    for (const name of sectionNames) {
      const count = shown.filter((each) => each === name).length;
      const { columns, rows } = sections[name];
      if (count > 0) tables[name] = { columns, rows: rows.slice(0, count) };
    }
    return {
      selection: selectionOf(assessment),
      ...(tally && { matched: tally.matched, labels: labelCounts(assessment) }),
      matched_exact: tally?.exact ?? false,
      tables,
      ...(towns.length > 0 && { people_within_km: peopleByKm(towns) }),
      ...(layers.staticSources.tally && { static_sources_within_radius: sources.withinRadius }),
      ...(tally && tally.noLocation > 0 && { no_location: tally.noLocation }),
      ...(tally && tally.noTime > 0 && { no_time: tally.noTime }),
      omitted,
      complete: isAll && omitted === 0,
      newest,
      ...ageOf(newest, context.now()),
      ...noticesOf(context, textsOf(assessment), [
        ...collectionsOf(assessment).flatMap((collection) => collection.notices),
        ...notices,
        towns.length > 0 ? townsNotice(assessment) : null,
        omitted > 0 ? omittedNotice(sections, tables) : null,
      ]),
    };
  };
  const prepare = (kept: number) =>
    perimeters.measure(order.slice(0, kept).filter((each) => each === "perimeters").length);
  return { parts: order.length, prepare, keep };
}

function townsNotice({ question }: Assessment): string {
  const { minPopulation } = question.towns;
  return `Towns are those of ${gazetteerSource}, with at least ${minPopulation} people.`;
}

/** The table of each row: the nearest detections, then the others' rows in turn. */
function rowOrder({ nearest, ...others }: Record<SectionName, Section>): SectionName[] {
  const lengths = Object.entries(others).map(
    ([name, { rows }]) => [name as SectionName, rows.length] as const,
  );
  const longest = Math.max(...lengths.map(([, length]) => length));
  const inTurn = Array.from({ length: longest }, (_, i) =>
    lengths.flatMap(([name, length]) => (i < length ? [name] : [])),
  );
  return [...nearest.rows.map(() => "nearest" as const), ...inTurn.flat()];
}

function omittedNotice(
  sections: Record<SectionName, Section>,
  shown: Partial<Record<SectionName, Section>>,
): string {
  const left = sectionNames
    .map((name) => [name, sections[name].rows.length - (shown[name]?.rows.length ?? 0)] as const)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} of ${name}`);
  return `Rows left out: ${left.join(", ")}. Raise max_tokens, or use a smaller radius_km or time.`;
}

/** Of the two labels for what nothing explains only one can apply to a place. */
function labelCounts({ situation, fires }: Assessment): Partial<LabelCounts> {
  const { counts } = situation;
  const unused: Label = fires.isEmpty ? "may_be_new_fire" : "no_known_source_or_perimeter";
  return Object.fromEntries(Object.entries(counts).filter(([label]) => label !== unused));
}

function selectionOf({ question, layers }: Assessment): Answer["selection"] {
  const { area, interval, zone, thresholds } = question;
  const { selection, tally } = layers.hotspots;
  return {
    collection: selection?.collection.id ?? usualId("hotspots"),
    area: { center: [...area.center], radius_km: area.radiusKm, ...area.whereabouts },
    interval: [interval.start, interval.end],
    time_zone: zone,
    near_km: {
      perimeter: thresholds.perimeterBufferKm,
      static_source: thresholds.staticSourceKm,
      volcano: thresholds.volcanoKm,
    },
    ...(tally?.request !== undefined && { request: tally.request }),
  };
}

function ageOf(newest: string, nowMs: number): { newest_age_hours?: number } {
  const newestMs = parseTimeMs(newest);
  return newestMs === undefined
    ? {}
    : { newest_age_hours: round((nowMs - newestMs) / 3_600_000, 1) };
}

function collectionsOf({ layers }: Assessment): CollectionInfo[] {
  return [layers.hotspots, layers.perimeters, layers.staticSources].flatMap(
    ({ selection }) => selection?.collection ?? [],
  );
}

/** Texts in which the service may call its data synthetic. */
function textsOf(assessment: Assessment): (string | null | undefined)[] {
  return [
    ...collectionsOf(assessment).flatMap(({ title, description }) => [title, description]),
    ...(assessment.simulations ?? []).flatMap(({ simulation }) => [
      simulation.fireName,
      simulation.locationName,
      simulation.model,
    ]),
  ];
}
