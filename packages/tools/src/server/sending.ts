import {
  type FeatureQuery,
  type FilterLang,
  isEmberlineError,
  type ListingQuery,
} from "@emberline/core";
import type { TimeSelection } from "./server-abilities.ts";

type Parameter = "bbox" | "datetime" | "filter";

/** How a listing's parameters are sent; null for one that is left out. */
export interface Sending {
  readonly time: TimeSelection | null;
  readonly filterLang: FilterLang | null;
}

/** Letters before a cursor: later pages must be asked for as the first one was. */
const timeMarks = { d: null, w: "days" } as const;
const filterMarks = { f: null, e: "ecql-text" } as const;

export function marksOf({ time, filterLang }: Sending): string {
  const timeMark = Object.entries(timeMarks).find(([, each]) => each === time);
  const filterMark = Object.entries(filterMarks).find(([, each]) => each === filterLang);
  return (timeMark?.[0] ?? "") + (filterMark?.[0] ?? "");
}

/** The sending of a cursor's listing, and the server's part of the cursor. */
export function readMarks(cursor: string): { readonly sending: Sending; readonly rest: string } {
  const [, timeMark = "", filterMark = "", rest = cursor] =
    /^([dw]?)([fe]?)(&.*)$/s.exec(cursor) ?? [];
  const time = timeMark in timeMarks ? timeMarks[timeMark as keyof typeof timeMarks] : "instants";
  const filterLang =
    filterMark in filterMarks ? filterMarks[filterMark as keyof typeof filterMarks] : "cql2-text";
  return { sending: { time, filterLang }, rest };
}

/** Pages of which the tools select themselves are at least this large. */
const selfSelectedPageSize = 1000;

/** Everywhere between two latitudes. */
const west = -180;
const east = 180;

/** A query as it is sent. */
export interface Sent<Query> {
  readonly sent: Query;
  /** Parameters that the tools have to apply themselves, since the request leaves them out. */
  readonly unapplied: readonly Parameter[];
  /** Parameters that select more than was asked. */
  readonly widened: readonly Parameter[];
}

/** A box across the antimeridian becomes one around the Earth: some servers know no such boxes. */
export function asSent<Query extends ListingQuery>(
  query: Query,
  { time, filterLang }: Sending,
): Sent<Query> {
  const { bbox, datetime, filter, limit, pageSize } = query;
  const isAcross = bbox !== undefined && bbox[0] > bbox[bbox.length / 2]!;
  const days = time === "days" && datetime !== undefined ? wholeDays(datetime) : null;
  const isTimeLeft = time === null && datetime !== undefined;
  const isFilterLeft = filterLang === null && filter !== undefined;
  const unapplied: Parameter[] = [
    ...(isAcross ? (["bbox"] as const) : []),
    ...(isTimeLeft ? (["datetime"] as const) : []),
    ...(isFilterLeft ? (["filter"] as const) : []),
  ];
  // Most features of such a page may not match.
  const isLarger = unapplied.length > 0;
  const sent: Query = {
    ...query,
    ...(isAcross && { bbox: [west, bbox[1], east, bbox[bbox.length / 2 + 1]!] }),
    ...(days !== null && { datetime: days }),
    ...(filter !== undefined && filterLang !== null && { filterLang }),
    ...(isLarger && { limit: enlarged(limit), pageSize: enlarged(pageSize) }),
  };
  if (isTimeLeft) delete sent.datetime;
  if (isFilterLeft) {
    delete sent.filter;
    delete sent.filterLang;
  }
  const isWider = days !== null && !isSameInterval(days, datetime!);
  return { sent, unapplied, widened: isWider ? ["datetime"] : [] };
}

function enlarged(size: number | undefined): number | undefined {
  return size !== undefined && size > 1 ? Math.max(size, selfSelectedPageSize) : size;
}

/** Without what the server may have refused: the filter first. Null if nothing is left. */
export function withoutRefused(
  error: unknown,
  query: FeatureQuery,
  sending: Sending,
): Sending | null {
  if (!isEmberlineError(error) || ![400, 422, 500, 501].includes(error.status ?? 0)) return null;
  if (query.filter !== undefined && sending.filterLang !== null)
    return { ...sending, filterLang: null };
  if (query.datetime !== undefined && sending.time !== null) return { ...sending, time: null };
  return null;
}

/** The interval from the start of its first UTC day to the end of its last one. */
function wholeDays(datetime: string): string {
  const [start = "", end = start] = datetime.split("/");
  const day = (instant: string) => new Date(instant).toISOString().slice(0, 10);
  const from = isOpen(start) ? ".." : `${day(start)}T00:00:00Z`;
  const to = isOpen(end) ? ".." : `${day(end)}T23:59:59Z`;
  return `${from}/${to}`;
}

function isOpen(instant: string): boolean {
  return instant === "" || instant === "..";
}

/** Whether two intervals are the same but for parts of a second. */
function isSameInterval(a: string, b: string): boolean {
  const seconds = (datetime: string) => {
    const [start = "", end = start] = datetime.split("/");
    return [start, end].map((each) =>
      isOpen(each) ? ".." : String(Math.floor(Date.parse(each) / 1000)),
    );
  };
  return seconds(a).join("/") === seconds(b).join("/");
}
