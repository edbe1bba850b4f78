import type { AggregationGroup } from "@emberline/core";
import { eachInTurns, finishInTurns, type Pause, sortSteps } from "@emberline/turns";
import { decimalsOf, type Rows } from "../answer/layout.ts";
import { invalidInput } from "../call/tool-error.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import type { Hit } from "../reading/match.ts";
import { propertyColumns } from "../values/own-property.ts";
import { quoted } from "../values/text.ts";
import { type Cell, round } from "../values/text-numbers.ts";
import {
  compareKeys,
  type EmptyGroup,
  type Group,
  type Grouping,
  type GroupKey,
  type ServedGrouping,
} from "./group.ts";
import { Measure } from "./measure.ts";
import type { Statistic } from "./statistics.ts";

const maxGroups = 50_000;
/** Shares of more groups than this would mostly be 0. */
const mostShares = 20;
/** Totals of more first groups are read from a call with that grouping alone. */
const mostSubtotals = 20;

/** The columns on the areas of groups, their other count, or their shares. */
export interface AreaCells {
  readonly columns: readonly string[];
  cellsOf(group: Group): Cell[];
}

/** Folds features into groups by one or two groupings. */
export class Groups {
  readonly #info: CollectionInfo;
  readonly #groupings: readonly Grouping[];
  readonly #properties: readonly string[];
  readonly #statistics: readonly Statistic[];
  /** By the key of the first grouping, then the second (null if there is only one). */
  readonly #byKey = new Map<GroupKey, Map<GroupKey, Group>>();
  readonly #groups: Group[] = [];
  #ungrouped = 0;

  constructor(
    info: CollectionInfo,
    groupings: readonly Grouping[],
    properties: readonly string[],
    statistics: readonly Statistic[],
  ) {
    this.#info = info;
    this.#groupings = groupings;
    this.#properties = properties;
    this.#statistics = statistics;
  }

  /** Groups that have features. */
  get size(): number {
    return this.#groups.length;
  }

  /** Whether rows are in order of their first key, not by count. */
  get isInOrder(): boolean {
    return this.#groupings[0]?.inOrder === true;
  }

  /** Features that belong to no group. */
  get ungrouped(): number {
    return this.#ungrouped;
  }

  async prepare(hits: readonly Hit[]): Promise<void> {
    for (const grouping of this.#groupings) await grouping.prepare?.(hits);
  }

  /**
   * The group of a feature that was prepared; null if it belongs to none.
   *
   * @throws {ToolError} when there are too many groups (`invalid_input`)
   */
  of(hit: Hit): Group | null {
    const [first, second] = this.#groupings;
    const key = first!.keyOf(hit);
    const innerKey = second ? second.keyOf(hit) : null;
    if (key === undefined || innerKey === undefined) {
      this.#ungrouped++;
      return null;
    }
    const inner = this.#byKey.get(key) ?? new Map<GroupKey, Group>();
    if (inner.size === 0) this.#byKey.set(key, inner);
    const known = inner.get(innerKey);
    if (known) return known;
    const fresh = this.#open(hit, [key, innerKey]);
    inner.set(innerKey, fresh);
    return fresh;
  }

  notices(): string[] {
    const said = this.#groupings.flatMap((each, i) => [
      each.notice?.() ?? null,
      each.isOfProperty ? this.#withoutValue(each.columns[0]!, i) : null,
    ]);
    return said.filter((each) => each !== null);
  }

  /**
   * The totals of each first group, so that nobody adds up its rows; null where each has one row.
   *
   * @param hasAreas whether areas of polygons add up too
   */
  subtotals(hasAreas: boolean): string | null {
    const [first, second] = this.#groupings;
    const { size } = this.#byKey;
    if (!second || size > mostSubtotals || size === this.#groups.length || size < 2) return null;
    const nameAt = first!.columns.findIndex((column) => column.endsWith("_name"));
    const totals = [...this.#byKey.values()].map((inner) => {
      const groups = [...inner.values()];
      const sum = (of: (group: Group) => number) =>
        groups.reduce((total, group) => total + of(group), 0);
      const { cells, keys } = groups[0]!;
      const sums = this.#statistics.some(({ name }) => name === "sum") ? this.#properties : [];
      return {
        keys,
        label: cells[Math.max(nameAt, 0)] ?? cells[0] ?? null,
        count: sum(({ count }) => count),
        areaKm2: round(
          sum(({ areaKm2 }) => areaKm2),
          4,
        ),
        sums: sums.flatMap((name, i) => {
          const total = sum(({ measures }) => measures[i]!.sum);
          const decimals = decimalsOf(name, this.#info);
          return Number.isFinite(total) ? `${quoted(name, 60)} ${round(total, decimals)}` : [];
        }),
      };
    });
    const byKey = (a: Pick<Group, "keys">, b: Pick<Group, "keys">) =>
      compareKeys(a.keys[0], b.keys[0]);
    totals.sort((a, b) => (first!.inOrder ? 0 : b.count - a.count) || byKey(a, b));
    const listed = totals.map(({ label, count, areaKm2, sums }) => {
      const text = typeof label === "string" ? quoted(label, 60) : JSON.stringify(label);
      const measured = [...(hasAreas ? [`${areaKm2} km2`] : []), ...sums];
      return `${text} ${count}${measured.length > 0 ? ` (${measured.join(", ")})` : ""}`;
    });
    return `Totals by ${first!.columns[0]}: ${listed.join(", ")}.`;
  }

  /** What the group without a name is. */
  #withoutValue(property: string, at: number): string | null {
    const count = this.#groups
      .filter(({ keys }) => keys[at] === null)
      .reduce((sum, group) => sum + group.count, 0);
    return count > 0
      ? `null: ${count} without a value of ${quoted(property, 60)} to group by.`
      : null;
  }

  /** How a service forms the same groups; null if it cannot. */
  async served(): Promise<ServedGrouping[] | null> {
    const all = await Promise.all(this.#groupings.map((each) => each.served?.() ?? null));
    return all.every((each) => each !== null) ? all : null;
  }

  /**
   * Takes the groups of a service instead of features; false, and none, if one is not a group here,
   * or two are the same here.
   */
  async take(
    groups: readonly AggregationGroup[],
    served: readonly ServedGrouping[],
    pause: Pause,
  ): Promise<boolean> {
    const taken = new Map<string, Group>();
    let isWhole = true;
    await eachInTurns(groups, pause, ({ key, count, statistics }) => {
      const read = served.map((each, i) => each.read(key[i]));
      const [first, second] = read;
      if (!first || (served.length > 1 && !second)) {
        isWhole = false;
        return;
      }
      const keys = [first.key, second?.key ?? null] as const;
      const known = taken.get(JSON.stringify(keys));
      // Counts add up, but medians do not.
      if (known) isWhole &&= statistics.length === 0;
      if (known) known.count += count;
      else
        taken.set(JSON.stringify(keys), {
          keys,
          cells: read.flatMap((each) => each?.cells ?? []),
          count,
          areaKm2: 0,
          measures: statistics.map((each) => Measure.served(each)),
        });
    });
    if (!isWhole) return false;
    for (const group of taken.values()) {
      const inner = this.#byKey.get(group.keys[0]) ?? new Map<GroupKey, Group>();
      this.#byKey.set(group.keys[0], inner.set(group.keys[1], group));
      this.#groups.push(group);
    }
    return true;
  }

  #open(hit: Hit, keys: Group["keys"]): Group {
    if (this.#groups.length >= maxGroups) {
      throw invalidInput(
        `group_by makes more than ${maxGroups} groups: use coarser groups, or select a smaller area or time.`,
        "group_by",
      );
    }
    const fresh = {
      keys,
      cells: this.#groupings.flatMap((grouping) => grouping.cellsOf(hit)),
      count: 0,
      areaKm2: 0,
      measures: this.#properties.map(() => new Measure()),
    };
    this.#groups.push(fresh);
    return fresh;
  }

  /** Measures of each property over all groups and over features in none. */
  measures(others: readonly Measure[]): Measure[] {
    return others.map((other, i) =>
      Measure.of([...this.#groups.map(({ measures }) => measures[i]!), other]),
    );
  }

  /** The columns of rows, in their order. */
  columns(ofAreas: readonly string[]): string[] {
    const after = [
      "count",
      ...ofAreas,
      ...this.#properties.flatMap((property) =>
        this.#statistics.map(({ name }) => `${property}_${name}`),
      ),
    ];
    const computed = this.#groupings.flatMap((each) => (each.isOfProperty ? [] : each.columns));
    const properties = this.#groupings.flatMap((each) => (each.isOfProperty ? each.columns : []));
    const named = propertyColumns(properties, [...computed, ...after]).values();
    return [
      ...this.#groupings.flatMap(({ columns, isOfProperty }) =>
        isOfProperty ? [named.next().value!] : columns,
      ),
      ...after,
    ];
  }

  /**
   * Groups without features that still have a row: with a single grouping of a known range, such as
   * days. Null if there are too many.
   */
  empty(): Group[] | null {
    const [only, second] = this.#groupings;
    if (second || !only?.emptyGroups) return second ? null : [];
    const fresh = only.emptyGroups(new Set(this.#byKey.keys()));
    const toGroup = ({ key, cells }: EmptyGroup): Group => ({
      keys: [key, null],
      cells,
      count: 0,
      areaKm2: 0,
      measures: this.#properties.map(() => new Measure()),
    });
    return fresh?.map(toGroup) ?? null;
  }

  /** One row per group and per empty one, in the order of their keys or by count. */
  async rows(areas: AreaCells | null, empty: readonly Group[], pause: Pause): Promise<Rows> {
    const more = areas ?? this.#countedCells(empty) ?? this.#shares();
    const rows = await finishInTurns(this.#rowSteps(more, empty), pause);
    return { columns: this.columns(more?.columns ?? []), rows };
  }

  /** The other count of the only grouping, where it differs. */
  #countedCells(empty: readonly Group[]): AreaCells | null {
    const [only, second] = this.#groupings;
    const counted = second ? undefined : only?.counted;
    const countOf = ({ keys }: Group) => counted?.of(keys[0]) ?? 0;
    const differs = [...this.#groups, ...empty].some((group) => countOf(group) !== group.count);
    if (!counted || !differs) return null;
    return { columns: [counted.column], cellsOf: (group) => [countOf(group)] };
  }

  /** The share of each class of a property in all features that were added. */
  #shares(): AreaCells | null {
    const [only, second] = this.#groupings;
    const { length } = this.#groups;
    if (second || !only?.isOfProperty || length < 2 || length > mostShares) return null;
    const all = this.#groups.reduce((sum, { count }) => sum + count, 0);
    return { columns: ["percent"], cellsOf: ({ count }) => [round((count / all) * 100, 1)] };
  }

  *#rowSteps(areas: AreaCells | null, empty: readonly Group[]): Generator<void, Cell[][]> {
    const rows: Cell[][] = [];
    for (const group of yield* sortSteps([...this.#groups, ...empty], this.#order())) {
      const row = [...group.cells, group.count, ...(areas?.cellsOf(group) ?? [])];
      for (const [i, measure] of group.measures.entries()) {
        const decimals = decimalsOf(this.#properties[i], this.#info);
        for (const cell of yield* measure.rowSteps(this.#statistics, decimals)) row.push(cell);
      }
      rows.push(row);
      yield;
    }
    return rows;
  }

  #order(): (a: Group, b: Group) => number {
    const [first, second] = this.#groupings;
    const byFirst = (a: Group, b: Group) => compareKeys(a.keys[0], b.keys[0]);
    const bySecond = (a: Group, b: Group) => compareKeys(a.keys[1], b.keys[1]);
    const byCount = (a: Group, b: Group) => b.count - a.count;
    if (first!.inOrder && second?.inOrder) return (a, b) => byFirst(a, b) || bySecond(a, b);
    if (first!.inOrder) return (a, b) => byFirst(a, b) || byCount(a, b) || bySecond(a, b);
    if (!second?.inOrder) return (a, b) => byCount(a, b) || byFirst(a, b) || bySecond(a, b);
    // Keeps the days of each first group together.
    const totals = new Map<GroupKey, number>();
    for (const { keys, count } of this.#groups)
      totals.set(keys[0], (totals.get(keys[0]) ?? 0) + count);
    const total = ({ keys }: Group) => totals.get(keys[0])!;
    return (a, b) => total(b) - total(a) || byFirst(a, b) || bySecond(a, b);
  }
}
