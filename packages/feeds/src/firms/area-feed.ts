import { boxContains } from "@emberline/geo";
import type { Change, Feed, FeedContext } from "../feed.ts";
import type { Validators } from "../request.ts";
import type { Area } from "./areas.ts";
import { areaPath, askArea } from "./ask-area.ts";
import { changesOf, withoutRows } from "./changes.ts";
import { firmsCredit } from "./credit.ts";
import {
  type DayRange,
  dayBefore,
  dayOf,
  daysOf,
  isDue,
  lastDays,
  rangeInterval,
  rangesOf,
} from "./days.ts";
import type { MapKey } from "./map-key.ts";
import type { Source } from "./sources.ts";

const dayMs = 86_400_000;

/** FIRMS' limit of days per request; large areas are read by the day, to keep answers short. */
const maxDays = 5;
const maxCellsForDays = 4;

export interface AreaOptions {
  readonly key: MapKey;
  readonly areas: readonly Area[];
  /** Retention. */
  readonly days: number;
}

interface AreaState {
  /** Other areas have to be read from the beginning. */
  readonly areas: string;
  /** When the last complete reading of a UTC day began. */
  readonly days: Readonly<Record<string, number>>;
  /** Of the newest requests, by path. */
  readonly validators: Readonly<Record<string, Validators>>;
}

/** A near real-time source by FIRMS' area API. */
export function areaFeed(source: Source, options: AreaOptions): Feed {
  return {
    name: `firms-${source.name}-nrt`,
    title: `NASA FIRMS: ${source.title}, near real-time`,
    layer: "hotspots",
    credit: firmsCredit,
    minMinutes: 10,
    read: (context) => readDue(source, options, context),
  };
}

async function* readDue(
  source: Source,
  { key, areas, days }: AreaOptions,
  context: FeedContext,
): AsyncGenerator<Change, void> {
  const began = context.now();
  const wanted = lastDays(began, days);
  const yesterday = dayBefore(dayOf(began), 1);
  let state = stateOf(context.state, areas, wanted);
  const due = wanted.filter((day) => isDue(day, state.days[day], began));
  const isLarge = areas.some(({ cells }) => cells > maxCellsForDays);
  for (const range of rangesOf(due, isLarge ? 1 : maxDays)) {
    const isPast = daysOf(range).every((day) => day < yesterday);
    for (const area of areas) {
      const request = { key, source: source.nrt, weight: source.weight, area, range, isPast };
      const path = areaPath(request);
      const validators = state.validators[path];
      const answer = await askArea({ ...request, validators }, context);
      const stateAfter: AreaState = {
        ...state,
        ...(area === areas.at(-1) && { days: withDays(state.days, range, began) }),
        ...(answer && { validators: { ...state.validators, [path]: answer.validators } }),
      };
      if (answer) {
        const asked = {
          interval: rangeInterval(range),
          since: began - days * dayMs,
          satellites: source.satellites,
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

function withDays(days: AreaState["days"], range: DayRange, readAt: number): AreaState["days"] {
  return { ...days, ...Object.fromEntries(daysOf(range).map((day) => [day, readAt])) };
}

/** The state of earlier readings, as far as it is of the same areas and of days that still count. */
function stateOf(value: unknown, areas: readonly Area[], wanted: readonly string[]): AreaState {
  const own = areas.map(({ path }) => path).join(" ");
  const { areas: before, days, validators } = (value ?? {}) as Partial<AreaState>;
  if (before !== own) return { areas: own, days: {}, validators: {} };
  const isNew = ([path]: [string, unknown]) => wanted.slice(0, 3).includes(path.slice(-10));
  return {
    areas: own,
    days: Object.fromEntries(
      Object.entries(days ?? {}).filter(
        ([day, readAt]) => wanted.includes(day) && typeof readAt === "number",
      ),
    ),
    validators: Object.fromEntries(Object.entries(validators ?? {}).filter(isNew)),
  };
}
