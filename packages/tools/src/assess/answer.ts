import { z } from "zod";
import { newestMember, noticesMember, noticesOf } from "../answer.ts";
import { round } from "../rows.ts";
import type { Draft, ToolContext } from "../tool.ts";
import type { Assessment } from "./assess.ts";
import { labels } from "./label.ts";
import { usualId } from "./layers.ts";
import { assessmentNotices, isWhole } from "./notices.ts";
import {
  daysTable,
  nearestTable,
  perimetersTable,
  type Section,
  simulationsTable,
  sourcesTable,
} from "./tables.ts";

const cell = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.number())]);
const table = { columns: z.array(z.string()), rows: z.array(z.array(cell)) };

export const assessmentAnswer = z.object({
  selection: z
    .object({
      collection: z.string(),
      area: z.object({
        center: z.array(z.number()).describe("[lon, lat]"),
        radius_km: z.number(),
      }),
      interval: z.array(z.string().nullable()).describe("[start, end] in UTC, both included"),
      time_zone: z.string().describe("of days"),
      perimeter_buffer_km: z.number(),
      static_source_km: z.number(),
      volcano_km: z.number(),
      request: z.string().describe("the service's URL for the detections"),
    })
    .describe("what was used"),
  matched: z.number().int().optional().describe("detections"),
  matched_exact: z.boolean(),
  labels: z
    .object(Object.fromEntries(labels.map((label) => [label, z.number().int()])))
    .optional()
    .describe("detections by label, each counted once"),
  nearest: z
    .object(table)
    .optional()
    .describe("nearest detection of each label; of: its fire or source, of_km: how far that is"),
  perimeters: z
    .object(table)
    .optional()
    .describe("newest of each fire, nearest first; distance_km 0: the place is inside"),
  static_sources: z
    .object({ ...table, within_radius: z.number().int() })
    .optional()
    .describe("those near detections, and the nearest 3 others"),
  days: z.object(table).optional().describe("detections of each day that has any"),
  simulations: z
    .object(table)
    .optional()
    .describe("whose forecast meets the interval, newest first"),
  no_location: z.number().int().optional(),
  no_time: z.number().int().optional(),
  omitted: z.number().int().describe("rows left out for max_tokens"),
  complete: z.boolean().describe("nothing is left out, and everything could be read"),
  newest: newestMember,
  newest_age_hours: z.number().optional(),
  notices: noticesMember,
});

type Answer = z.input<typeof assessmentAnswer>;

/** The tables in the order in which an answer that is too long gives them up: all lose their last rows in turn. */
const sectionNames = ["nearest", "perimeters", "static_sources", "days", "simulations"] as const;
type SectionName = (typeof sectionNames)[number];

/** The answer; its parts are the rows of its tables. */
export function assessmentDraft(assessment: Assessment, context: ToolContext): Draft<Answer> {
  const { situation, layers } = assessment;
  const { selection, tally } = layers.hotspots;
  const sources = sourcesTable(assessment);
  const sections: Record<SectionName, Section> = {
    nearest: nearestTable(assessment),
    perimeters: perimetersTable(assessment),
    static_sources: sources,
    days: daysTable(assessment),
    simulations: simulationsTable(assessment, context.now()),
  };
  const order = rowOrder(sections);
  const notices = assessmentNotices(assessment);
  const isAll = isWhole(assessment);
  const newest = selection?.collection.interval?.[1] ?? null;
  const build = (kept: number): Answer => {
    const shown = order.slice(0, kept);
    const omitted = order.length - kept;
    const tables: Partial<Record<SectionName, Section>> = {};
    for (const name of sectionNames) {
      const count = shown.filter((each) => each === name).length;
      const { columns, rows } = sections[name];
      if (count > 0) tables[name] = { columns, rows: rows.slice(0, count) };
    }
    const { static_sources, ...others } = tables;
    return {
      selection: echoOf(assessment, context),
      ...(tally ? { matched: tally.matched, labels: situation.counts } : {}),
      matched_exact: tally?.exact ?? false,
      ...others,
      ...(static_sources
        ? { static_sources: { ...static_sources, within_radius: sources.within_radius } }
        : {}),
      ...(tally && tally.noLocation > 0 ? { no_location: tally.noLocation } : {}),
      ...(tally && tally.noTime > 0 ? { no_time: tally.noTime } : {}),
      omitted,
      complete: isAll && omitted === 0,
      newest: newest ?? "unknown",
      ...(newest === null ? {} : { newest_age_hours: hoursSince(newest, context.now()) }),
      ...noticesOf(context, textsOf(assessment), [
        ...notices,
        omitted > 0 ? omittedNotice(sections, tables) : null,
      ]),
    };
  };
  return { size: order.length, build };
}

/** The table that each row belongs to: the nearest detections, then the others' rows in turn. */
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
  return `Rows left out: ${left.join(", ")}. Raise max_tokens, or ask for a smaller radius_km or time.`;
}

function echoOf({ question, layers }: Assessment, { client }: ToolContext): Answer["selection"] {
  const { center, radiusKm, interval, zone, thresholds } = question;
  const { selection } = layers.hotspots;
  const collection = selection?.collection.id ?? usualId("hotspots");
  return {
    collection,
    area: { center: [...center], radius_km: radiusKm },
    interval: [interval.start, interval.end],
    time_zone: zone,
    perimeter_buffer_km: thresholds.perimeterBufferKm,
    static_source_km: thresholds.staticSourceKm,
    volcano_km: thresholds.volcanoKm,
    request: client.features.url(collection, selection?.query),
  };
}

function hoursSince(time: string, nowMs: number): number {
  return round((nowMs - Date.parse(time)) / 3_600_000, 1);
}

/** Where the service may call its data synthetic. */
function textsOf({ layers, simulations }: Assessment): (string | null | undefined)[] {
  const infos = [layers.hotspots, layers.perimeters, layers.staticSources].flatMap(
    ({ selection }) => selection?.collection ?? [],
  );
  return [
    ...infos.flatMap(({ title, description }) => [title, description]),
    ...(simulations ?? []).flatMap(({ simulation }) => [
      simulation.fireName,
      simulation.locationName,
      simulation.model,
    ]),
  ];
}
