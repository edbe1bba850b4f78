import { boxContains } from "@emberline/geo";
import type { Change, FeedContext, FeedInterval, Validators } from "../values/feed.ts";
import { mergeIntervals } from "../values/merge-intervals.ts";
import type { Area } from "./areas.ts";
import { changesOf, withoutRows } from "./changes.ts";
import { type DayRange, dayBefore, dayOf, daysOf, rangeInterval, rangesOf } from "./days.ts";
import type { MapKey } from "./map-key.ts";
import { latestOf, newestIn } from "./newest.ts";
import { type FirmsCsv, readCsv } from "./read-csv.ts";
import { delayHours } from "./sources.ts";

const dayMs = 86_400_000;

/** FIRMS' limit of days per request; large areas are read by the day, to keep answers short. */
const maxDays = 5;
const maxCellsForDays = 4;

/** Settings of the feeds of the area API. */
export interface AreaOptions {
  readonly key: MapKey;
  readonly areas: readonly Area[];
  /** Retention. */
  readonly days: number;
}

export interface AreaState {
  /** Other areas have to be read from the beginning. */
  readonly areas: string;
  /** When the last complete reading of a UTC day began. */
  readonly days: Readonly<Record<string, number>>;
  /** UTC days without a row in the last complete reading. */
  readonly empty: readonly string[];
  /** Of requests for the newest days, by path. */
  readonly validators: Readonly<Record<string, Validators>>;
  /** The newest acquisition that was ever read; epoch milliseconds. */
  readonly newest?: number | undefined;
}

/** What to read of one source. */
interface AreaReading extends AreaOptions {
  /** Such as `MODIS_NRT`. */
  readonly source: string;
  readonly isStandard: boolean;
  /** Transactions per day and cell. */
  readonly weight: number;
  readonly satellites: readonly string[];
  /** UTC days, newest first. */
  readonly due: readonly string[];
  /** When the reading began. */
  readonly began: number;
}

/** Reads days one after the other, or a few at once; a day counts as read with all of its areas. */
export async function* readDays(
  { due, began, days, areas, ...of }: AreaReading,
  before: AreaState,
  context: FeedContext,
): AsyncGenerator<Change, void> {
  let state = before;
  if (due.length === 0) yield withoutRows({ received: 0, rejected: 0 }, state);
  const yesterday = dayBefore(dayOf(began), 1);
  for (const range of rangesOf(due, isLarge(areas) ? 1 : maxDays)) {
    const isPast = daysOf(range).every((day) => day < yesterday);
    const withRows = new Set<string>();
    for (const area of areas) {
      const request = { ...of, area, range, isPast };
      const path = areaPath(request);
      const answer = await askArea({ ...request, validators: state.validators[path] }, context);
      for (const day of answer?.csv.days.keys() ?? []) withRows.add(day);
      const newest = answer && (await newestIn(answer.csv, began, context.pause));
      const stateAfter: AreaState = {
        ...state,
        newest: latestOf(state.newest, newest),
        ...(area === areas.at(-1) && {
          days: withDays(state.days, range, began),
          empty: emptyAfter(state.empty, range, withRows),
        }),
        ...(answer && { validators: { ...state.validators, [path]: answer.validators } }),
      };
      if (answer) {
        const interval = rangeInterval(range);
        const asked = {
          satellites: of.satellites,
          isStandard: of.isStandard,
          interval,
          covered: interval,
          since: began - days * dayMs,
          isInArea: (position: readonly [number, number]) => boxContains(area.box, position),
          state,
          stateAfter,
        };
        yield* changesOf(answer.csv, asked, context);
      } else {
        yield withoutRows({ received: 0, rejected: 0 }, stateAfter);
      }
      state = stateAfter;
    }
  }
}

/** Whether a source sees something every day in one of the areas. */
export function isLarge(areas: readonly Area[]): boolean {
  return areas.some(({ cells }) => cells > maxCellsForDays);
}

/** The time whose days were read, up to when their last reading began. */
export function coveredIn({ days }: AreaState): FeedInterval[] {
  return mergeIntervals(
    Object.entries(days).map(([day, readAt]) => {
      const start = Date.parse(day);
      return { start, end: Math.min(start + dayMs - 1, Math.max(start, readAt)) };
    }),
  );
}

/** Whole days that had no row when all of it should have been there. */
export function emptyIn({ days, empty }: AreaState): FeedInterval[] {
  const isOver = (day: string) =>
    (days[day] ?? 0) >= Date.parse(day) + dayMs + delayHours * 3_600_000;
  return mergeIntervals(empty.filter(isOver).map((first) => rangeInterval({ first, length: 1 })));
}

function withDays(days: AreaState["days"], range: DayRange, readAt: number): AreaState["days"] {
  return { ...days, ...Object.fromEntries(daysOf(range).map((day) => [day, readAt])) };
}

function emptyAfter(
  empty: AreaState["empty"],
  range: DayRange,
  withRows: ReadonlySet<string>,
): AreaState["empty"] {
  const read = daysOf(range);
  return [
    ...empty.filter((day) => !read.includes(day)),
    ...read.filter((day) => !withRows.has(day)),
  ];
}

/**
 * The state of earlier readings of the same areas, without days that no longer count.
 *
 * @param wanted default all of its days
 */
export function areaStateOf(
  value: unknown,
  areas: readonly Area[],
  wanted = Object.keys((value as Partial<AreaState> | null | undefined)?.days ?? {}),
): AreaState {
  const own = areas.map(({ path }) => path).join(" ");
  const { areas: before, days, empty, validators, newest } = (value ?? {}) as Partial<AreaState>;
  if (before !== own) return { areas: own, days: {}, empty: [], validators: {} };
  const isNewest = (path: string) => wanted.slice(0, 3).some((day) => path.endsWith(day));
  const kept = Object.entries(days ?? {}).filter(
    ([day, readAt]) => wanted.includes(day) && typeof readAt === "number",
  );
  return {
    areas: own,
    days: Object.fromEntries(kept),
    empty: (empty ?? []).filter((day) => wanted.includes(day)),
    newest,
    validators: Object.fromEntries(
      Object.entries(validators ?? {}).filter(([path]) => isNewest(path)),
    ),
  };
}

/** A request to FIRMS' area API. */
interface AreaRequest {
  readonly key: MapKey;
  /** Such as `MODIS_NRT`. */
  readonly source: string;
  /** Transactions per day and cell. */
  readonly weight: number;
  readonly area: Area;
  readonly range: DayRange;
  /** Whether requests for today go first. */
  readonly isPast: boolean;
  readonly validators?: Validators | undefined;
}

interface AreaAnswer {
  readonly csv: FirmsCsv;
  readonly validators: Validators;
}

/** The path of a request after the key. */
function areaPath({ source, area, range }: AreaRequest): string {
  return `${source}/${area.path}/${range.length}/${range.first}`;
}

/** A complete answer; undefined if it is the same as before. */
async function askArea(
  request: AreaRequest,
  context: FeedContext,
): Promise<AreaAnswer | undefined> {
  const { key, area, range, weight, isPast, validators } = request;
  const cost = Math.ceil(area.cells * weight * range.length);
  const asked = { endpoint: "api/area/csv", path: areaPath(request), cost, isPast, validators };
  const answer = await key.send(asked, context);
  if (answer.kind === "unchanged") return undefined;
  const csv = await readCsv(answer.body, context.pause);
  if ("text" in csv) throw await key.errorOf({ ...answer, text: csv.text }, context);
  if (answer.status >= 300) throw await key.errorOf({ ...answer, text: "" }, context);
  key.works();
  return { csv, validators: answer.validators };
}
