import { eachInTurns, finishInTurns, type Pause, sortSteps } from "@emberline/turns";
import { type Cell, decimalsOf, type Rows } from "../answer/cells.ts";
import { invalidInput } from "../call/tool-error.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import type { Hit } from "../reading/match.ts";
import { round } from "../values/round.ts";
import type { Grouping, GroupKey } from "./grouping.ts";
import { Measure, measureNames } from "./measure.ts";

const maxGroups = 50_000;

export interface Group {
  readonly cells: Cell[];
  count: number;
  areaKm2: number;
  readonly measures: Measure[];
}

/** Folds features into groups by one or two groupings. */
export class Groups {
  readonly #info: CollectionInfo;
  readonly #groupings: readonly Grouping[];
  readonly #properties: readonly string[];
  /** By the key of the first grouping, then the second (null if there is only one). */
  readonly #byKey = new Map<GroupKey, Map<GroupKey, Group>>();
  readonly #groups: Group[] = [];

  constructor(info: CollectionInfo, groupings: readonly Grouping[], properties: readonly string[]) {
    this.#info = info;
    this.#groupings = groupings;
    this.#properties = properties;
  }

  get isByTime(): boolean {
    return ["day", "hour"].includes(this.#groupings[0]!.columns[0]!);
  }

  async prepare(hits: readonly Hit[]): Promise<void> {
    for (const grouping of this.#groupings) await grouping.prepare?.(hits);
  }

  /**
   * The group of a feature that was prepared.
   *
   * @throws {ToolError} when there are too many groups (`invalid_input`)
   */
  of(hit: Hit): Group {
    const [first, second] = this.#groupings;
    const key = first!.keyOf(hit);
    const inner = this.#byKey.get(key) ?? new Map<GroupKey, Group>();
    if (inner.size === 0) this.#byKey.set(key, inner);
    const innerKey = second ? second.keyOf(hit) : null;
    const known = inner.get(innerKey);
    if (known) return known;
    const fresh = this.#open(hit);
    inner.set(innerKey, fresh);
    return fresh;
  }

  #open(hit: Hit): Group {
    if (this.#groups.length >= maxGroups) {
      throw invalidInput(
        `group_by makes more than ${maxGroups} groups: use coarser groups, or select a smaller area or time.`,
      );
    }
    const fresh = {
      cells: this.#groupings.flatMap((grouping) => grouping.cellsOf(hit)),
      count: 0,
      areaKm2: 0,
      measures: this.#properties.map(() => new Measure()),
    };
    this.#groups.push(fresh);
    return fresh;
  }

  /** Measures of each property over all groups. */
  measures(): Measure[] {
    return this.#properties.map((_, i) =>
      Measure.of(this.#groups.map(({ measures }) => measures[i]!)),
    );
  }

  /** One row per group: days and hours in order of time, others by count. */
  async rows(hasAreas: boolean, pause: Pause): Promise<Rows> {
    const names = this.#properties.flatMap((name) =>
      measureNames.map((measure) => `${name}_${measure}`),
    );
    const columns = [
      ...this.#groupings.flatMap(({ columns }) => columns),
      "count",
      ...(hasAreas ? ["area_km2"] : []),
      ...names,
    ];
    const byName = (a: Group, b: Group) => compareTexts(String(a.cells[0]), String(b.cells[0]));
    const byCount = (a: Group, b: Group) => b.count - a.count;
    const order = this.isByTime
      ? (a: Group, b: Group) => byName(a, b) || byCount(a, b)
      : (a: Group, b: Group) => byCount(a, b) || byName(a, b);
    const rows: Cell[][] = [];
    const groups = await finishInTurns(sortSteps(this.#groups, order), pause);
    await eachInTurns(groups, pause, ({ cells, count, areaKm2, measures }) => {
      rows.push([
        ...cells,
        count,
        ...(hasAreas ? [round(areaKm2, 4)] : []),
        ...measures.flatMap((measure, i) =>
          measure.row(decimalsOf(this.#properties[i], this.#info)),
        ),
      ]);
    });
    return { columns, rows };
  }
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
