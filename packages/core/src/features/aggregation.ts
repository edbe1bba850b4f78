import type { Pause } from "@emberline/turns";
import { isObject } from "../values/bbox.ts";

/** Numbers of one property: how many there are, and each statistic by its name. */
export interface Statistics {
  readonly count: number;
  /** Null without numbers, and where it is too large for a double. */
  readonly values: Readonly<Record<string, number | null>>;
}

export interface AggregationGroup {
  /** One value for each `groupBy`, as the service sends it. */
  readonly key: readonly unknown[];
  readonly count: number;
  /** One for each of `properties`. */
  readonly statistics: readonly Statistics[];
}

/** Counts and statistics of a selection. */
export interface Aggregation {
  /** The features that were counted. */
  readonly numberMatched: number;
  /** Left out because a box was given. */
  readonly numberWithoutLocation: number;
  /** Of the others those left out because a time was given. */
  readonly numberWithoutTime: number;
  /** Features with another geometry than a point of two coordinates. */
  readonly numberNotPoints: number;
  /** Left out because an area was given. */
  readonly numberOutsideArea: number;
  /** Identifies the names and borders of areas, if any were used. */
  readonly areaEdition?: string;
  /** The property with the time of every selected feature, if there is one. */
  readonly timeProperty?: string;
  readonly totals: readonly Statistics[];
  /** Absent without `groupBy`. */
  readonly groups?: readonly AggregationGroup[];
  /** The request URL as sent, without secrets. */
  readonly url: string;
}

interface Asked {
  readonly groupBy: readonly string[];
  readonly properties: readonly string[];
  readonly statistics: readonly string[];
}

/** Groups checked between pauses. */
const perPause = 500;

/** Rounding of a mean or sum, as a share of the largest number in it. */
const tolerance = 1e-9;

/** The answer, or the problem with it: its numbers must agree with each other. */
export async function readAggregation(
  body: unknown,
  asked: Asked,
  pause: Pause | undefined,
): Promise<Omit<Aggregation, "url"> | string> {
  if (!isObject(body)) return "expected an object with numberMatched and totals";
  const numbers = {
    numberMatched: body.numberMatched,
    numberWithoutLocation: body.numberWithoutLocation,
    numberWithoutTime: body.numberWithoutTime,
    numberNotPoints: body.numberNotPoints,
    numberOutsideArea: body.numberOutsideArea ?? 0,
  };
  for (const [name, value] of Object.entries(numbers))
    if (!isCount(value)) return `${name}: expected a whole number`;
  const counts = numbers as Record<keyof typeof numbers, number>;
  const { timeProperty } = body;
  if (timeProperty !== undefined && typeof timeProperty !== "string")
    return "timeProperty: expected a string";
  const { areaEdition } = body;
  if (areaEdition !== undefined && typeof areaEdition !== "string")
    return "areaEdition: expected a string";
  const totals = readStatistics(body.totals, counts.numberMatched, asked);
  if (typeof totals === "string") return `totals${totals}`;
  const head = {
    ...counts,
    ...(timeProperty !== undefined && { timeProperty }),
    ...(areaEdition !== undefined && { areaEdition }),
    totals,
  };
  if (asked.groupBy.length === 0) return head;
  if (!Array.isArray(body.groups)) return "expected an array of groups";
  const groups: AggregationGroup[] = [];
  for (const [i, item] of body.groups.entries()) {
    const group = readGroup(item, asked);
    if (typeof group === "string") return `groups[${i}]${group}`;
    groups.push(group);
    if (pause && i % perPause === 0) await pause();
  }
  const problem = sumProblem(head, groups, asked);
  return problem ?? { ...head, groups };
}

function readGroup(item: unknown, asked: Asked): AggregationGroup | string {
  if (!isObject(item)) return ": expected an object";
  const { key, count } = item;
  if (!Array.isArray(key) || key.length !== asked.groupBy.length)
    return `.key: expected ${asked.groupBy.length} values`;
  if (!isCount(count) || count === 0) return ".count: expected a whole number above 0";
  const statistics = readStatistics(item.statistics, count, asked);
  if (typeof statistics === "string") return `.statistics${statistics}`;
  return { key, count, statistics };
}

function readStatistics(
  list: unknown,
  matched: number,
  { properties, statistics }: Asked,
): Statistics[] | string {
  if (!Array.isArray(list) || list.length !== properties.length)
    return `: expected one for each of ${properties.length} properties`;
  const found: Statistics[] = [];
  for (const [i, item] of list.entries()) {
    if (!isObject(item)) return `[${i}]: expected an object`;
    const { count } = item;
    if (!isCount(count) || count > matched) return `[${i}].count: expected ${matched} at most`;
    const values: Record<string, number | null> = {};
    for (const name of statistics) {
      const value = Object.hasOwn(item, name) ? item[name] : undefined;
      if (value !== null && !Number.isFinite(value)) return `[${i}].${name}: expected a number`;
      values[name] = value as number | null;
    }
    const problem = rangeProblem(count, values);
    if (problem !== undefined) return `[${i}]${problem}`;
    found.push({ count, values });
  }
  return found;
}

/** Statistics lie between the least and the greatest number, which are there if there are any. */
function rangeProblem(
  count: number,
  { sum, min, max, ...others }: Readonly<Record<string, number | null>>,
): string | undefined {
  if (count === 0) {
    const isEmpty = [sum, min, max, ...Object.values(others)].every((each) => each == null);
    return isEmpty ? undefined : ": expected null where there are no numbers";
  }
  if (min === null || max === null) return ": expected numbers";
  if (min === undefined || max === undefined) return undefined;
  const slack = tolerance * Math.max(Math.abs(min), Math.abs(max));
  const isWithin = (value: number | null | undefined, share = 1) =>
    value == null || (value >= share * (min - slack) && value <= share * (max + slack));
  const wrong = Object.entries(others).find(([, value]) => !isWithin(value));
  if (min > max) return ": min is above max";
  if (wrong) return `.${wrong[0]}: expected a number from min to max`;
  return isWithin(sum, count) ? undefined : ".sum: expected the sum of count numbers";
}

/** What the groups add up to must be the totals. */
function sumProblem(
  { numberMatched, totals }: Pick<Aggregation, "numberMatched" | "totals">,
  groups: readonly AggregationGroup[],
  { properties }: Asked,
): string | undefined {
  const keys = new Set(groups.map(({ key }) => JSON.stringify(key)));
  if (keys.size < groups.length) return "two groups have the same key";
  const counted = groups.reduce((sum, { count }) => sum + count, 0);
  if (counted !== numberMatched)
    return `the groups have ${counted} features, but numberMatched is ${numberMatched}`;
  for (let i = 0; i < properties.length; i += 1) {
    const parts = groups.map(({ statistics }) => statistics[i]!);
    const total = totals[i]!;
    const has = (name: string) => total.values[name] ?? null;
    const numbers = (name: string) => parts.flatMap(({ values }) => values[name] ?? []);
    const least = numbers("min").reduce((a, b) => Math.min(a, b), Infinity);
    const greatest = numbers("max").reduce((a, b) => Math.max(a, b), -Infinity);
    const sum = numbers("sum").reduce((a, b) => a + b, 0);
    const size = numbers("sum").reduce((a, b) => a + Math.abs(b), 0);
    const isSame =
      parts.reduce((all, { count }) => all + count, 0) === total.count &&
      (has("min") === null || has("min") === least) &&
      (has("max") === null || has("max") === greatest) &&
      (has("sum") === null || !(Math.abs(sum - has("sum")!) > tolerance * size));
    if (!isSame) return `the statistics of groups do not add up to totals[${i}]`;
  }
  return undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
