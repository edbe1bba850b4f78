import { z } from "zod";
import { budgetParameter } from "../answer/envelope.ts";
import {
  type SimulationColumn,
  simulationColumns,
  simulationSortValue,
} from "../answer/simulation-rows.ts";
import type { ToolContext } from "../call/context.ts";
import { cursorParameter, decodeCursor, encodeCursor } from "../call/cursor.ts";
import { ifOffered } from "../call/tool.ts";
import { invalidInput, ToolError } from "../call/tool-error.ts";
import { collectionInfo } from "../collection/collection-info.ts";
import { type Fire, type LinkOf, simulationsNamedLike, simulationsOf } from "../collection/fire.ts";
import { simulationsId } from "../collection/simulation-features.ts";
import {
  type SimulationFilter,
  type SimulationPlace,
  type SimulationSort,
  simulationPlace,
  simulationsNamed,
} from "../reading/simulations.ts";
import { checkSortWords } from "../reading/sort.ts";
import { type Area, resolveArea } from "../selection/area.ts";
import { joined, withinData } from "../selection/data-end.ts";
import { checkFirePin, findFire, firePin, pinsOf } from "../selection/fire-scope.ts";
import { hemisphereOf } from "../selection/hemisphere.ts";
import { type Interval, resolveTime, type Zones } from "../selection/interval.ts";
import { selectionInBrief } from "../selection/parameters.ts";
import { sameAsCursor } from "../selection/selection.ts";
import { didYouMean } from "../values/did-you-mean.ts";
import { offer, quoted } from "../values/text.ts";

/** The parameters that select and sort simulations; a cursor keeps them. */
const simulationParameters = {
  since: z
    .string()
    .max(100)
    .optional()
    .describe('Created at or after this: "2025-06-20", "last 7 days", an instant.'),
  until: z.string().max(100).optional().describe("Created by the end of this."),
  status: z
    .string()
    .max(40)
    .optional()
    .describe("QUEUED, COMPLETED, NO_SPREAD (ran, no spread) or FAILED."),
  service: z.string().max(40).optional().describe("Only where several services have simulations."),
  fire_name: z.string().max(100).optional().describe("Part of the fire's or location's name."),
  origin: z
    .enum(["any", "automatic", "requested"])
    .optional()
    .describe("Run by the service, or by a person (default any)."),
  fire: z
    .string()
    .max(100)
    .optional()
    .describe(
      "A fire's name or id: simulations of it; radius_km is then from its edge (default 5).",
    ),
  near: z.string().max(100).optional().describe('Centre: a place or "lat,lon".'),
  radius_km: z.number().positive().max(1000).optional().describe("Around near (default 50)."),
  within: selectionInBrief.within.describe(
    'An area: "Oregon" or "collection/featureId"; also with near.',
  ),
  time_zone: selectionInBrief.time_zone,
  units: selectionInBrief.units,
  sort: z
    .string()
    .max(40)
    .optional()
    .describe('A column: "-burned_area_km2" (default "-created_at").'),
};

const name = "list_simulations";

/** The column of the first mappings of fires, which are looked up for the rows. */
export const mappingColumn = "fire_first_mapped";

export const listInput = z.object({
  ...simulationParameters,
  properties: z
    .array(z.string().max(40))
    .max(20)
    .optional()
    .describe("Columns to show (burned_area_hectares on request)."),
  limit: z.number().int().min(1).max(500).optional().describe("Maximum rows (default 20)."),
  cursor: cursorParameter,
  ...budgetParameter,
});

export type ListInput = z.output<typeof listInput>;

const cursorState = z.object({
  given: z.object(simulationParameters).strict(),
  since: z.string().optional(),
  untilMs: z.number().optional(),
  place: simulationPlace,
  pin: firePin,
});

/** A listing as resolved. */
export interface List {
  readonly filter: SimulationFilter;
  readonly since: string | undefined;
  readonly untilMs: number | undefined;
  readonly area: Area | null;
  readonly fire: FireLinks | null;
  readonly linkOf: LinkOf | undefined;
  /** The columns to show; by default the usual ones. */
  readonly shown: readonly SimulationColumn[] | undefined;
  /** Whether the first mappings of the fires are a column, too. */
  readonly isMappingShown: boolean;
  /** Null for newest first. */
  readonly sort: SimulationSort | null;
  readonly timeNotice: string | null;
  /** How far earlier answers got. */
  readonly place: SimulationPlace | undefined;
  cursorOf(place: SimulationPlace): string;
}

/**
 * Resolves the arguments, or those that a cursor pins.
 *
 * @throws {ToolError} when an argument is invalid (`invalid_input`) or names nothing (`not_found`)
 */
export async function resolveList(
  { cursor, limit: _limit, properties, max_tokens: _, ...given }: ListInput,
  context: ToolContext,
): Promise<List> {
  const state = cursor === undefined ? undefined : decodeCursor(name, cursor, cursorState, context);
  if (state) sameAsCursor(given, state.given);
  const asked = state?.given ?? given;
  context.presentation.use(asked);
  const area = await resolveArea(asked, context);
  const { since, untilMs, timeNotice } = state
    ? { since: state.since, untilMs: state.untilMs, timeNotice: null }
    : await timeOf(asked, area, context);
  const fire =
    asked.fire === undefined ? null : await findLinks({ ...asked, fire: asked.fire }, context);
  const scope = fire?.found ? { fire: fire.found, isOwn: false } : null;
  checkFirePin(scope, state?.pin);
  const [pin] = pinsOf(scope);
  const linkOf = linkTo(fire, asked.fire_name);
  return {
    filter: { ...asked, since, untilMs, area, linkOf },
    since,
    untilMs,
    area,
    fire,
    linkOf,
    shown: properties
      ?.filter((each) => each !== mappingColumn)
      .map((each) => columnOf(each, "properties")),
    isMappingShown: properties?.includes(mappingColumn) ?? true,
    sort: sortOf(asked.sort, context.now()),
    timeNotice,
    place: state?.place,
    cursorOf: (place) => encodeCursor(name, { given: asked, since, untilMs, place, pin }, context),
  };
}

/** @throws {ToolError} for a column that simulations do not have (`invalid_input`) */
function columnOf(name: string, parameter: string): SimulationColumn {
  const column = simulationColumns.find((each) => each === name);
  if (column) return column;
  throw invalidInput(
    `${parameter}: simulations have no ${quoted(name, 40)}.${didYouMean(name, simulationColumns)} Their columns are ${[...simulationColumns, mappingColumn].join(", ")}.`,
    parameter,
  );
}

/** Null for the list's own order, newest first. */
function sortOf(label: string | undefined, nowMs: number): SimulationSort | null {
  if (label === undefined || label === "-created_at") return null;
  checkSortWords(label, simulationColumns);
  const name = label.replace(/^[-+]/, "");
  if (name === mappingColumn)
    throw invalidInput(
      `sort: ${mappingColumn} is looked up for the fires of the rows alone, so it cannot order them. ${offer({ sort: label.replace(name, "created_at") })}`,
      "sort",
    );
  const column = columnOf(name, "sort");
  return { label, valueOf: (simulation) => simulationSortValue(simulation, column, nowMs) };
}

/** A fire, and how simulations are matched to it. */
interface FireLinks {
  /** Null if the fire has no perimeter. */
  readonly found: Fire | null;
  readonly linkOf: LinkOf;
  readonly notices: readonly string[];
}

/** Simulations of the fire: by its perimeter, or by name alone if it has none. */
async function findLinks(
  {
    radius_km: radiusKm,
    ...named
  }: Parameters<typeof findFire>[0] & { radius_km?: number | undefined },
  context: ToolContext,
): Promise<FireLinks> {
  let unknown = "No fire of that name has a perimeter.";
  const finding = findFire(named, null, null, context).catch((error: unknown) => {
    if (!(error instanceof ToolError) || error.code !== "not_found") throw error;
    unknown = error.message;
    return null;
  });
  const resolved = await ifOffered(finding);
  if (!resolved) {
    const notices = [unknown, "Simulations are matched by name alone."];
    return { found: null, linkOf: simulationsNamedLike(named.fire), notices };
  }
  const { fire, notices } = resolved;
  return { found: fire, linkOf: simulationsOf(fire, radiusKm), notices };
}

/** How simulations are matched to the fire, and to the part of a name if that is given too. */
function linkTo(fire: FireLinks | null, namePart: string | undefined): LinkOf | undefined {
  const named = namePart === undefined ? undefined : simulationsNamed(namePart);
  if (!fire || !named) return fire?.linkOf ?? named;
  return (simulation) => (named(simulation) === null ? null : fire.linkOf(simulation));
}

/** The time asked; words are counted from the end of the simulations, if they lie after it. */
async function timeOf(
  { since, until, service }: Pick<ListInput, "since" | "until" | "service">,
  area: Area | null,
  context: ToolContext,
): Promise<Pick<List, "since" | "untilMs" | "timeNotice">> {
  const now = context.now();
  const zones = { zone: context.presentation.zone, hemisphere: hemisphereOf(area) };
  const from = since === undefined ? null : await startOf(since, until, now, zones);
  const to = until === undefined ? null : await endOf(until, now, zones);
  if (!from && !to) return { since: undefined, untilMs: undefined, timeNotice: null };
  const [start = null, end = null] = [from?.start, to?.end];
  if (start !== null && end !== null && Date.parse(start) > Date.parse(end)) {
    throw invalidInput(
      `since ${quoted(since!, 60)} is later than until: give the earlier time as since. ${offer({ since: until, until: since })}`,
      "since",
    );
  }
  const reading = readingOf(from, to);
  const asked = {
    start,
    end,
    ...(reading !== null && { reading }),
    ...((from?.readAt || to?.readAt) && { readAt: readAtOf(from, to) }),
  };
  const id = service === undefined ? simulationsId : `${service}:${simulationsId}`;
  const newest = (await ifOffered(collectionInfo(id, context)))?.interval?.[1];
  const { interval, notice } = withinData(asked, newest, now, {
    offerOf: (first) => ({ since: first, ...(to && { until: null }) }),
  });
  return {
    since: interval.start ?? undefined,
    untilMs: interval.end === null ? undefined : Date.parse(interval.end),
    timeNotice: notice,
  };
}

/** Both ends by another clock. */
function readAtOf(from: Interval | null, to: Interval | null): NonNullable<Interval["readAt"]> {
  return (nowMs) => {
    const [first, last] = [from, to].map((each) => each?.readAt?.(nowMs) ?? each);
    const reading = readingOf(first, last) ?? "";
    return { start: first?.start ?? null, end: last?.end ?? null, reading };
  };
}

function readingOf(first?: Interval | null, last?: Interval | null): string | null {
  return joined(first?.reading, first?.reading === last?.reading ? null : last?.reading);
}

/** @throws {ToolError} when the time has no start, or has an end (`invalid_input`) */
async function startOf(
  since: string,
  until: string | undefined,
  nowMs: number,
  zones: Zones,
): Promise<Interval> {
  const interval = await resolveTime(since, nowMs, { ...zones, parameter: "since" });
  const { start, end } = interval;
  if (start === null) {
    throw invalidInput(
      `since ${quoted(since, 60)} has no start: give only the earliest time, for example "2025-06-20".`,
      "since",
    );
  }
  const isSpan = since.includes("/") && until === undefined;
  if (isSpan && end !== null && Date.parse(end) < nowMs) {
    throw invalidInput(
      `since ${quoted(since, 60)} has an end, which belongs into until. ${offer({ since: start, until: end })}`,
      "since",
    );
  }
  return interval;
}

/** @throws {ToolError} when the time has no end (`invalid_input`) */
async function endOf(until: string, nowMs: number, zones: Zones): Promise<Interval> {
  const interval = await resolveTime(until, nowMs, { ...zones, parameter: "until" });
  if (interval.end !== null) return interval;
  throw invalidInput(
    `until ${quoted(until, 60)} has no end: give the latest time, for example "2025-06-20".`,
    "until",
  );
}
