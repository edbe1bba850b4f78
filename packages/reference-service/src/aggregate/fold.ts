import { wrapLongitude } from "@emberline/geo";
import { sortSteps } from "@emberline/turns";
import { invalidParameter } from "../values/problems.ts";
import type { AggregateGroup, AggregateRow, Aggregation, Figures } from "./aggregation.ts";
import { GroupKeys } from "./group-keys.ts";
import { Measure } from "./measure.ts";
import { type AggregateRequest, columnsOf, hasQuantiles } from "./request.ts";

/** More groups are refused. */
export const maxGroups = 50_000;

/** Values in memory for medians and percentiles, eight bytes each. */
const maxKeptValues = 5_000_000;

/** What features are selected by: those without location or time are not counted then. */
interface Selected {
  readonly box?: unknown;
  readonly interval?: unknown;
}

interface Group {
  readonly keys: readonly number[];
  count: number;
  readonly measures: readonly Measure[];
}

/** Folds rows into counts and statistics of groups. */
export class Fold {
  readonly #request: AggregateRequest;
  readonly #selection: Selected;
  readonly #keys: readonly GroupKeys[];
  readonly #groups = new Map<number, Group>();
  readonly #keepsValues: boolean;
  /** The first column of a measured property. */
  readonly #measured: number;
  readonly #maxRows: number;
  #matched = 0;
  #withoutLocation = 0;
  #withoutTime = 0;
  #notPoints = 0;
  #outsideArea = 0;
  #withoutDatetime = 0;

  constructor(request: AggregateRequest, selection: Selected) {
    const { groupings, properties } = request;
    this.#request = request;
    this.#selection = selection;
    this.#measured = columnsOf(request).length - properties.length;
    let column = 0;
    this.#keys = groupings.map((each) => new GroupKeys(each, "name" in each ? column++ : -1));
    this.#keepsValues = hasQuantiles(request);
    this.#maxRows = maxRowsOf(request);
  }

  /** @throws {Problem} when there are too many groups or values (400) */
  add(row: AggregateRow): void {
    const { box, interval } = this.#selection;
    if (!row.hasDatetime) this.#withoutDatetime++;
    if (box && !row.hasLocation) {
      this.#withoutLocation++;
      if (!row.isPlain) this.#notPoints++;
      return;
    }
    if (interval && row.startMs === -Infinity) {
      this.#withoutTime++;
      return;
    }
    if (!row.isPlain) this.#notPoints++;
    const { area } = this.#request;
    if (area && !area.outline.contains(wrapLongitude(row.lon), row.lat)) {
      this.#outsideArea++;
      return;
    }
    if (++this.#matched > this.#maxRows) throw tooManyValues();
    const group = this.#groupOf(row);
    group.count++;
    for (let i = 0; i < group.measures.length; i++) {
      const value = row.number(this.#measured + i);
      if (!Number.isNaN(value)) group.measures[i]!.add(value);
    }
  }

  #groupOf(row: AggregateRow): Group {
    const [first, second] = this.#keys;
    const a = first ? first.numberOf(row) : 0;
    const b = second ? second.numberOf(row) : 0;
    const mark = a * maxGroups + b;
    const known = this.#groups.get(mark);
    if (known) return known;
    if (this.#groups.size >= maxGroups) throw tooManyGroups();
    const measures = this.#request.properties.map(() => new Measure(this.#keepsValues));
    const keys = [a, b].slice(0, this.#keys.length);
    const fresh = { keys, count: 0, measures };
    this.#groups.set(mark, fresh);
    return fresh;
  }

  /** @param datetimesAreInstants whether a `datetime` that is given is one */
  *resultSteps(datetimesAreInstants: boolean): Generator<void, Aggregation> {
    const { statistics, properties } = this.#request;
    const all = [...this.#groups.values()];
    const totals: Figures[] = [];
    for (let i = 0; i < properties.length; i++) {
      const parts = all.map(({ measures }) => measures[i]!);
      yield;
      totals.push(yield* Measure.of(parts, this.#keepsValues).figureSteps(statistics));
    }
    const groups: AggregateGroup[] = [];
    if (this.#keys.length > 0) {
      for (const { keys, count, measures } of all) {
        const figures: Figures[] = [];
        for (const measure of measures) figures.push(yield* measure.figureSteps(statistics));
        groups.push({ key: keys.map((key, i) => this.#keys[i]!.texts[key]!), count, figures });
        yield;
      }
    }
    return {
      matched: this.#matched,
      withoutLocation: this.#withoutLocation,
      withoutTime: this.#withoutTime,
      notPoints: this.#notPoints,
      outsideArea: this.#outsideArea,
      isByDatetime: datetimesAreInstants && this.#withoutDatetime === 0,
      totals,
      groups: yield* sortSteps(groups, byCountThenKey),
    };
  }
}

/** The order of groups, which does not depend on that of features. */
export function byCountThenKey(a: AggregateGroup, b: AggregateGroup): number {
  if (a.count !== b.count) return b.count - a.count;
  const [one, other] = [a.key.join(), b.key.join()];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The most features that a request can count. */
export function maxRowsOf(request: AggregateRequest): number {
  return hasQuantiles(request) ? maxKeptValues / request.properties.length : Infinity;
}

/** The error of more groups than `maxGroups`. */
export function tooManyGroups(): Error {
  return invalidParameter(
    "group-by",
    `makes more than ${maxGroups} groups; use coarser groups, or select less.`,
  );
}

/** The error of more rows than `maxRowsOf`. */
export function tooManyValues(): Error {
  return invalidParameter(
    "statistics",
    `needs more than ${maxKeptValues} values for medians and percentiles; select less, or fewer properties.`,
  );
}
