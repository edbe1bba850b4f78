import { parseTimeMs } from "@emberline/geo";
import { invalidInput } from "../call/tool-error.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { isHeld } from "../collection/days-held.ts";
import { representativePoint } from "../geometry/shapes.ts";
import type { Hit } from "../reading/match.ts";
import { calendarOf, dayMs, daySpan } from "../values/calendar.ts";
import { timeOf } from "../values/roles.ts";
import { named } from "../values/text.ts";
import type { Cell } from "../values/text-numbers.ts";
import { type Grouping, type GroupKey, isBelow, servedBy } from "./group.ts";
import { servedCalendar, servedHourOfDay, type TimeOptions } from "./served-time.ts";

/** With more days than this, those without features have no row. */
const maxDays = 400;

/** Groups by calendar day in a time zone; the calendar dates of data are taken as they are. */
export function byDay(info: CollectionInfo, options: TimeOptions): Grouping {
  const { zone, interval, nowMs } = options;
  const dayOf = calendarOf(info.isByDate ? "UTC" : zone, "day");
  const keyOf = ({ feature }: Hit) => {
    const time = timeOf(feature.properties, info.roles);
    if (time === null) return null;
    return info.isByDate || time.length === 10 ? time.slice(0, 10) : dayOf(parseTimeMs(time)!);
  };
  const [oldest, newest] = (info.interval ?? [null, null]).map((each) => parseTimeMs(each ?? ""));
  const asked = {
    startMs: interval?.start == null ? undefined : Date.parse(interval.start),
    endMs: interval?.end == null ? undefined : Date.parse(interval.end),
  };
  return {
    columns: ["day"],
    inOrder: true,
    keyOf,
    cellsOf: (hit) => [keyOf(hit)],
    served: () => (info.isByDate ? null : servedCalendar("day", info, options)),
    emptyGroups(known) {
      const days = [...known].filter((key) => typeof key === "string").sort();
      // Outside the data's extent, no day is known to lack features.
      const first =
        asked.startMs === undefined
          ? days[0]
          : dayOf(Math.max(asked.startMs, oldest ?? asked.startMs));
      const last =
        asked.endMs === undefined
          ? days.at(-1)
          : dayOf(Math.min(asked.endMs, newest ?? nowMs, nowMs));
      const empty = first === undefined || last === undefined ? [] : emptyDays(first, last, known);
      return (
        empty?.filter(({ key }) => isHeld(options.heldDays ?? null, daySpan(key, zone))) ?? null
      );
    },
  };
}

function emptyDays(first: string, last: string, known: ReadonlySet<GroupKey>) {
  const [firstMs, lastMs] = [Date.parse(first), Date.parse(last)];
  const length = Math.round((lastMs - firstMs) / dayMs) + 1;
  if (length > maxDays) return null;
  return Array.from({ length: Math.max(0, length) }, (_, i) =>
    new Date(firstMs + i * dayMs).toISOString().slice(0, 10),
  )
    .filter((day) => !known.has(day))
    .map((day) => ({ key: day, cells: [day] }));
}

/** Groups by hour of the calendar in a time zone. */
export function byHour(info: CollectionInfo, options: TimeOptions): Grouping {
  const timeMsOf = instantOf("hour", info);
  const hourOf = calendarOf(options.zone, "hour");
  const keyOf = (hit: Hit) => {
    const timeMs = timeMsOf(hit);
    return timeMs === null ? null : hourOf(timeMs);
  };
  return {
    columns: ["hour"],
    inOrder: true,
    keyOf,
    cellsOf: (hit) => [keyOf(hit)],
    served: () => servedCalendar("hour", info, options),
  };
}

/** Groups by hour of the day, 0 to 23, over all days, in a time zone. */
export function byHourOfDay(info: CollectionInfo, options: TimeOptions): Grouping {
  const timeMsOf = instantOf("hour_of_day", info);
  const hourOf = calendarOf(options.zone, "hour");
  const keyOf = (hit: Hit) => {
    const timeMs = timeMsOf(hit);
    return timeMs === null ? null : Number(hourOf(timeMs).slice(-2));
  };
  return { ...hoursOfDay("hour_of_day", keyOf), served: () => servedHourOfDay(info, options) };
}

const hourMs = 3_600_000;

/** The same in mean solar time: 15° of longitude are one hour. */
export function byLocalHour(info: CollectionInfo): Grouping {
  const timeMsOf = instantOf("local_hour", info);
  const keyOf = (hit: Hit) => {
    const { geometry } = hit.feature;
    const [timeMs, point] = [timeMsOf(hit), geometry && representativePoint(geometry)];
    if (timeMs === null || !point) return null;
    const hours = Math.floor(timeMs / hourMs + point[0] / 15) % 24;
    return (hours + 24) % 24;
  };
  const served = () => servedBy("solar-hour", isBelow(24), { needsTime: true });
  return { ...hoursOfDay("local_hour", keyOf), served };
}

function hoursOfDay(name: string, keyOf: (hit: Hit) => number | null): Grouping {
  const hours: { key: GroupKey; cells: Cell[] }[] = Array.from({ length: 24 }, (_, hour) => ({
    key: hour,
    cells: [hour],
  }));
  return {
    columns: [name],
    inOrder: true,
    keyOf,
    cellsOf: (hit) => [keyOf(hit)],
    emptyGroups: (known) => hours.filter(({ key }) => !known.has(key)),
  };
}

/** @throws {ToolError} when the times are calendar dates (`invalid_input`) */
function instantOf(name: string, { id, roles, isByDate }: CollectionInfo) {
  if (isByDate) {
    throw invalidInput(
      `group_by ${name}: the times of ${named(id)} are calendar dates: use "day".`,
      "group_by",
    );
  }
  return ({ feature }: Hit): number | null => {
    const time = timeOf(feature.properties, roles);
    // A date alone has no hour.
    return time === null || time.length === 10 ? null : parseTimeMs(time)!;
  };
}
