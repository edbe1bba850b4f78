import type { MissingService, Simulation, SimulationPage } from "@emberline/core";
import { parseTimeMs } from "@emberline/geo";
import { z } from "zod";
import type { ToolContext } from "../call/context.ts";
import { sayMissing } from "../call/if-answered.ts";
import type { LinkOf } from "../collection/fire.ts";
import {
  isPlaced,
  maxPageSize,
  originOf,
  simulationPages,
  unreadNotice,
} from "../collection/simulation-features.ts";
import { type Area, covers } from "../selection/area.ts";
import type { Interval } from "../selection/interval.ts";
import { dayMs } from "../values/calendar.ts";
import { memberName } from "../values/own-property.ts";
import { serviceNotices } from "../values/service-notices.ts";
import { cleanText } from "../values/text.ts";
import { stopReason } from "./read-all.ts";

/** Upper bound of a forecast's length: older simulations are not read. */
const longestForecastDays = 30;

/**
 * All simulations whose forecast overlaps the interval, newest first in each service. Those whose
 * time or position cannot be read are left out, which the answer then says.
 *
 * @param options `onPartial`: called if any are missing; `isByPlace`: false needs no positions
 */
export async function* forecastsMeeting(
  { start, end }: Interval,
  context: ToolContext,
  { onPartial, isByPlace = true }: { onPartial?: () => void; isByPlace?: boolean } = {},
): AsyncIterable<Simulation> {
  let unread = 0;
  const startMs = start === null ? Number.NEGATIVE_INFINITY : Date.parse(start);
  const endMs = end === null ? Number.POSITIVE_INFINITY : Date.parse(end);
  const since =
    start === null
      ? {}
      : { since: new Date(Math.max(0, startMs - longestForecastDays * dayMs)).toISOString() };
  for await (const { items, nextCursor } of simulationPages(since, context, onPartial)) {
    for (const simulation of items) {
      const createdMs = parseTimeMs(simulation.createdAt);
      const untilMs = (createdMs ?? Number.NaN) + simulation.durationHours * 3_600_000;
      if (createdMs !== undefined && (createdMs > endMs || untilMs < startMs)) continue;
      const isTimeKnown = createdMs !== undefined || (start === null && end === null);
      if (isTimeKnown && (isPlaced(simulation) || !isByPlace)) yield simulation;
      else unread++;
    }
    if (nextCursor !== null) context.pages.spendOrThrow(items.length);
  }
  sayUnread(unread, context, onPartial);
}

/** @param onPartial called if there are any */
export function sayUnread(count: number, { note }: ToolContext, onPartial?: () => void): void {
  const notice = unreadNotice(count);
  if (notice === null) return;
  note(notice);
  onPartial?.();
}

const whole = z.number().int().min(0);

/** In the form of cursors: status, automatic, requested. */
const packedCounts = z.array(z.tuple([z.string(), whole, whole])).max(50);

/** The interface has four; statuses beyond this number are counted together. */
const maxStatuses = 20;
const otherStatuses = "other";

/** Numbers of matching simulations, by status and origin. */
class SimulationCounts {
  readonly #byStatus = new Map<string, { automatic: number; requested: number }>();

  static of(packed: z.output<typeof packedCounts>): SimulationCounts {
    const counts = new SimulationCounts();
    for (const [status, automatic, requested] of packed)
      counts.#byStatus.set(status, { automatic, requested });
    return counts;
  }

  get total(): number {
    return [...this.#byStatus.values()].reduce(
      (sum, each) => sum + each.automatic + each.requested,
      0,
    );
  }

  add(simulation: Simulation): void {
    const status = cleanText(simulation.status, 40);
    const isRoom = this.#byStatus.has(status) || this.#byStatus.size < maxStatuses;
    const key = isRoom ? status : otherStatuses;
    const counts = this.#byStatus.get(key) ?? { automatic: 0, requested: 0 };
    counts[originOf(simulation)]++;
    this.#byStatus.set(key, counts);
  }

  pack(): z.output<typeof packedCounts> {
    return [...this.#byStatus].map(([status, { automatic, requested }]) => [
      status,
      automatic,
      requested,
    ]);
  }

  /** `{COMPLETED: {automatic: 3, requested: 4}}`, without zeros. */
  toMember(): Record<string, { automatic?: number; requested?: number }> {
    return Object.fromEntries(
      [...this.#byStatus].map(([status, { automatic, requested }]) => [
        memberName(status),
        { ...(automatic > 0 && { automatic }), ...(requested > 0 && { requested }) },
      ]),
    );
  }
}

/** Maximum extra pages read to count the matches. */
const maxCountedPages = 50;

/**
 * A place in the list: the page's cursor (null: first page), items already returned, and the tally.
 */
export const simulationPlace = z
  .object({
    page: z.string().nullable(),
    skip: z.number().int().min(0).max(maxPageSize),
    returned: z.number().int().min(0),
    counts: packedCounts.optional(),
    /** Of the whole list, as the counts are. */
    unread: whole.optional(),
    /** Sorted: the value and id of the last one returned. */
    after: z
      .tuple([z.union([z.string(), z.number(), z.boolean(), z.null()]), z.string()])
      .optional(),
  })
  .strict();

export type SimulationPlace = z.output<typeof simulationPlace>;

export interface SimulationFilter {
  since?: string | undefined;
  /** Created at or before this instant. */
  untilMs?: number | undefined;
  /** One of several services that have simulations. */
  service?: string | undefined;
  status?: string | undefined;
  origin?: "any" | "automatic" | "requested" | undefined;
  area: Area | null;
  /** Whether a simulation belongs to the named fire, or has the name. */
  linkOf?: LinkOf | undefined;
}

export interface SimulationReading {
  readonly simulations: readonly Simulation[];
  /** Number of matches; a lower bound if not all were counted. */
  readonly matched: number;
  /** Counts of all matches; null if a cursor continues without them. */
  readonly counts: SimulationCounts | null;
  readonly isCounted: boolean;
  readonly isEnd: boolean;
  /** The statuses seen, if one was selected and nothing matched. */
  readonly statuses: readonly string[];
  /** How many may match, for all that can be read of them; not in `matched`. */
  readonly unread: number;
  /** How many were read, matching or not. */
  readonly seen: number;
  /** Why the reading stopped before `limit` rows were found; null if it did not. */
  readonly stopped: string | null;
  /** Notices of the service about the whole list. */
  readonly notices: readonly string[];
  placeAfter(kept: number): SimulationPlace;
  /** In a sorted list, how many after the first ones have the value of the last of these. */
  tiesAfter?(kept: number): number;
}

/** Reads the list from `place` until `limit` simulations match, then counts the rest. */
export async function readSimulations(
  filter: SimulationFilter,
  limit: number,
  place: SimulationPlace | undefined,
  context: ToolContext,
): Promise<SimulationReading> {
  const { client, softDeadline } = context;
  const simulations: Simulation[] = [];
  const start = place ?? { page: null, skip: 0, returned: 0 };
  const places = [start];
  const statuses = new Set<string>();
  let seen = 0;
  let unread = 0;
  let { page: token, skip } = start;
  let passed = 0;
  let isRead = false;
  let stopped: string | null = null;
  let notices: readonly string[] = [];
  let isWithout = false;
  const counts = new SimulationCounts();
  for (let pages = 0; !isRead && stopped === null; pages++) {
    const isFull = passed > limit;
    if (isFull && (start.counts !== undefined || pages >= maxCountedPages || softDeadline.aborted))
      break;
    const query = {
      limit: maxPageSize,
      signal: softDeadline,
      onMissing(missing: MissingService) {
        isWithout = true;
        sayMissing(context).onMissing(missing);
      },
      ...(filter.since !== undefined && { since: filter.since }),
      ...(filter.service !== undefined && { service: filter.service }),
    };
    try {
      const page = await client.simulations.page({
        ...query,
        ...(token !== null && { cursor: token }),
      });
      notices = serviceNotices("the simulations", page.notices);
      for (let i = skip; i < page.items.length; i++) {
        const simulation = page.items[i]!;
        statuses.add(simulation.status);
        seen++;
        const verdict = passes(simulation, filter);
        if (verdict === null) unread++;
        if (!verdict) continue;
        counts.add(simulation);
        if (++passed > limit) continue;
        simulations.push(simulation);
        places.push({ page: token, skip: i + 1, returned: start.returned + passed });
      }
      isRead = page.nextCursor === null;
      const exhausted = context.pages.spend(page.items.length);
      if (!isRead) stopped = exhausted;
      token = page.nextCursor;
      skip = 0;
      // Items that gave no row need not be read again.
      if (passed <= limit && !isRead)
        places[passed] = { page: token, skip, returned: start.returned + passed };
    } catch (error) {
      stopped = stopReason(error, pages > 0 ? "read" : null, context);
    }
  }
  const isWhole = isRead && start.returned === 0;
  const known = start.counts ? SimulationCounts.of(start.counts) : isWhole ? counts : null;
  if (start.counts) unread = start.unread ?? 0;
  const counted = known?.total ?? (isRead ? start.returned + passed : null);
  return {
    simulations,
    matched: counted ?? start.returned + passed,
    counts: known ?? (start.returned === 0 ? counts : null),
    isCounted: counted !== null && !isWithout && unread === 0,
    isEnd: isRead && passed <= limit,
    statuses: filter.status === undefined || counted !== 0 ? [] : [...statuses].sort(),
    unread,
    seen,
    stopped: passed > limit ? null : stopped,
    notices,
    placeAfter: (kept) => ({
      ...places[kept]!,
      ...(known && { counts: known.pack(), ...(unread > 0 && { unread }) }),
    }),
  };
}

/** Whether a simulation matches; null if its time or position cannot be read and would decide. */
function passes(simulation: Simulation, filter: SimulationFilter): boolean | null {
  const { untilMs, status, origin = "any", area, linkOf } = filter;
  if (status !== undefined && simulation.status.toLowerCase() !== status.toLowerCase())
    return false;
  if (origin !== "any" && simulation.auto !== (origin === "automatic")) return false;
  const createdMs = parseTimeMs(simulation.createdAt);
  if (untilMs !== undefined && createdMs !== undefined && createdMs > untilMs) return false;
  const link = linkOf?.(simulation);
  if (link === null) return false;
  const { longitude, latitude } = simulation;
  const isUnplaced = area !== null && !isPlaced(simulation);
  if (area !== null && !isUnplaced && !covers(area, [longitude, latitude])) return false;
  const isUnread =
    isUnplaced ||
    (linkOf && link === undefined) ||
    (untilMs !== undefined && createdMs === undefined);
  return isUnread ? null : true;
}

/**
 * Reads the list to its end, as far as the limits of the call allow, and keeps no simulation longer
 * than `onMatch` does.
 */
export async function readEachSimulation(
  filter: SimulationFilter,
  onMatch: (simulation: Simulation) => void | Promise<void>,
  context: ToolContext,
  from: Pick<SimulationPlace, "page" | "skip"> = { page: null, skip: 0 },
) {
  const counts = new SimulationCounts();
  const statuses = new Set<string>();
  let seen = 0;
  let unread = 0;
  let notices: readonly string[] = [];
  let cursor = from.page;
  let { skip } = from;
  let stopped: string | null = null;
  let isRead = false;
  for (let pages = 0; !isRead && stopped === null; pages++) {
    try {
      const page: SimulationPage = await context.client.simulations.page({
        limit: maxPageSize,
        signal: context.softDeadline,
        ...sayMissing(context),
        ...(filter.since !== undefined && { since: filter.since }),
        ...(filter.service !== undefined && { service: filter.service }),
        ...(cursor !== null && { cursor }),
      });
      notices = serviceNotices("the simulations", page.notices);
      for (const simulation of page.items.slice(skip)) {
        statuses.add(simulation.status);
        seen++;
        const verdict = passes(simulation, filter);
        if (verdict === null) unread++;
        if (!verdict) continue;
        counts.add(simulation);
        const taking = onMatch(simulation);
        if (taking) await taking;
      }
      skip = 0;
      cursor = page.nextCursor;
      isRead = cursor === null;
      const exhausted = context.pages.spend(page.items.length);
      context.onRead?.(page.items.length);
      if (!isRead) stopped = exhausted;
    } catch (error) {
      stopped = stopReason(error, pages > 0 ? "read" : null, context);
    }
  }
  return {
    counts,
    statuses: [...statuses].sort(),
    seen,
    unread,
    stopped,
    notices,
    isRead,
    next: cursor,
  };
}

/** Simulations with the text in the name of their fire or, failing that, of their location. */
export function simulationsNamed(text: string): LinkOf {
  const wanted = text.toLowerCase();
  const has = (name: string | null | undefined) => name?.toLowerCase().includes(wanted) === true;
  return ({ fireName, locationName }) =>
    has(fireName) ? "name" : has(locationName) ? "location" : null;
}

export type SimulationKey = readonly [value: string | number | boolean | null, id: string];

/** The value that simulations are sorted by. */
type SimulationValue = (simulation: Simulation) => SimulationKey[0];

/** An order of simulations; those without a value come last in either direction. */
export interface SimulationSort {
  /** As the caller wrote it: `-burned_area_km2`. */
  readonly label: string;
  readonly valueOf: SimulationValue;
}

export function compareKeys({ label }: SimulationSort, a: SimulationKey, b: SimulationKey): number {
  const [valueA, valueB] = [a[0], b[0]];
  if (valueA === null || valueB === null)
    return Number(valueA === null) - Number(valueB === null) || compare(a[1], b[1]);
  const direction = label.startsWith("-") ? -1 : 1;
  return direction * compare(valueA, valueB) || compare(a[1], b[1]);
}

function compare<Value extends string | number | boolean>(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
