import type { Hit } from "../reading/match.ts";
import { type Cell, round } from "../values/text-numbers.ts";

type GroupKey = string | number | boolean | null;

/** What features are grouped by; its groups are those of a summary. */
interface PeriodGrouping {
  readonly columns: readonly string[];
  prepare?(hits: readonly Hit[]): Promise<void>;
  /** Undefined for a feature that belongs to no group. */
  keyOf(hit: Hit): GroupKey | undefined;
  cellsOf(hit: Hit): readonly Cell[];
  /** All areas that a feature is in, where it counts for the first of them. */
  holdersOf?(hit: Hit): readonly string[];
}

export type PeriodName = "before" | "after";

/** What lies in one area, also what counts for another. */
interface Held {
  count: number;
  km2: number;
}

interface Group {
  readonly cells: readonly Cell[];
  readonly sums: Map<string, number>;
}

/** Sums of what was added in two periods, by one grouping. */
export class PeriodGroups {
  readonly #grouping: PeriodGrouping;
  readonly #byKey = new Map<GroupKey, number>();
  readonly #groups: Group[] = [];
  readonly #held = { before: new Map<string, Held>(), after: new Map<string, Held>() };
  readonly #shared = { before: 0, after: 0 };

  constructor(grouping: PeriodGrouping) {
    this.#grouping = grouping;
  }

  async prepare(hits: readonly Hit[]): Promise<void> {
    await this.#grouping.prepare?.(hits);
  }

  /**
   * The group of a feature; those that belong to none are one, without a name.
   *
   * @param hit must be prepared
   * @param km2 its burned area, of fires
   */
  add(period: PeriodName, hit: Hit, km2 = 0): number {
    this.#hold(period, this.#grouping.holdersOf?.(hit) ?? [], km2);
    const key = this.#grouping.keyOf(hit) ?? null;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const group = this.#groups.push({ cells: this.#grouping.cellsOf(hit), sums: new Map() }) - 1;
    this.#byKey.set(key, group);
    return group;
  }

  #hold(period: PeriodName, holders: readonly string[], km2: number): void {
    const ofPeriod = this.#held[period];
    if (holders.length > 1) this.#shared[period]++;
    for (const label of holders) {
      const held = ofPeriod.get(label) ?? { count: 0, km2: 0 };
      ofPeriod.set(label, { count: held.count + 1, km2: held.km2 + km2 });
    }
  }

  /** That features in several of the areas count for the first, and what each area has alone. */
  notices(): string[] {
    return (["before", "after"] as const).flatMap((period) => {
      const shared = this.#shared[period];
      if (shared === 0) return [];
      const listed = [...this.#held[period]].map(([label, { count, km2 }]) => {
        return `${label} ${count}${km2 > 0 ? ` (${round(km2, 1)} km²)` : ""}`;
      });
      return [
        `${period}: ${shared} ${shared === 1 ? "is" : "are"} in several of the areas and counted for the first; in each alone: ${listed.join(", ")}.`,
      ];
    });
  }

  count(group: number, column: string, by = 1): void {
    const { sums } = this.#groups[group]!;
    sums.set(column, (sums.get(column) ?? 0) + by);
  }

  /**
   * One row per group, the largest change first.
   *
   * @param totals before, after, and the change
   * @param parts left out where no group has any
   */
  rows(totals: readonly [string, string, string], parts: readonly string[]) {
    const sum = ({ sums }: Group, column: string) => sums.get(column) ?? 0;
    const present = parts.filter((column) => this.#groups.some(({ sums }) => sums.has(column)));
    const shown = [...totals, ...present];
    const size = (group: Group) => Math.abs(sum(group, totals[2]));
    const sorted = [...this.#groups].sort(
      (a, b) => size(b) - size(a) || (String(a.cells[0]) < String(b.cells[0]) ? -1 : 1),
    );
    return {
      columns: [...this.#grouping.columns, ...shown],
      rows: sorted.map((group): Cell[] => [
        ...group.cells,
        ...shown.map((column) => round(sum(group, column), 4)),
      ]),
    };
  }
}
