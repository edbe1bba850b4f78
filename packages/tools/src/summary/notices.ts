import type { AreaLevel } from "@emberline/areas";
import { type Geometry, type Polygon, polygonsOf } from "@emberline/geo";
import type { Rows } from "../answer/layout.ts";
import { invalidInput } from "../call/tool-error.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { isOfFires, type OutlineKinds } from "../collection/layers.ts";
import { unionKm2 } from "../geometry/union.ts";
import { fallNotice } from "../values/falls.ts";
import { listNames, quoted } from "../values/text.ts";
import { round } from "../values/text-numbers.ts";
import { countPositions } from "../work/packed.ts";
import type { HeavyContext } from "../work/workers.ts";
import { areaGroupNotice } from "./area-grouping.ts";
import type { MeasuredProperty } from "./property-statistics.ts";
import type { Statistic } from "./statistics.ts";

/** What the notices of a summary depend on. */
interface SummaryFacts {
  readonly info: CollectionInfo;
  /** How many features were added. */
  readonly features: number;
  readonly statistics: readonly Statistic[];
  readonly measured: readonly MeasuredProperty[];
  readonly isGrowthShown: boolean;
  /** Times of mappings that contradict the one before by their area. */
  readonly falls: readonly string[];
  /** One fire may match as several snapshots. */
  readonly hasRepeats: boolean;
  /** Areas of polygons were added up. */
  readonly hasAreas: boolean;
  /** Outlines of several kinds were added up. */
  readonly kinds: ReturnType<OutlineKinds["several"]>;
  readonly areaLevels: readonly AreaLevel[];
  /** Groups of different texts are shown as the same. */
  readonly areAlike: boolean;
  /** Groups are by time, and times without features have none. */
  readonly hasTimeGaps: boolean;
  readonly isClustered: boolean;
  /** Features that could not be clustered. */
  readonly unplaced: number;
}

/** Notices on the meaning of a summary's numbers. */
export function summaryNotices(facts: SummaryFacts): string[] {
  const { info, isGrowthShown, kinds, unplaced } = facts;
  const isAboutFires = isOfFires(info);
  const falls = fallNotice(facts.falls);
  const notices: [isTrue: boolean, notice: string][] = [
    [
      isGrowthShown,
      "area_km2 is of the fire's newest mapping in each row, change_km2 since its previous mapping.",
    ],
    [falls !== null && isGrowthShown, falls ?? ""],
    [
      facts.hasRepeats && !isGrowthShown,
      "Areas are not summed because one fire matches as several snapshots: latest_per_fire true sums the newest, union gives the area they cover.",
    ],
    ...measureNotices(facts),
    [
      facts.hasAreas && info.roles.fire === undefined && isAboutFires,
      "No property identifies a polygon's fire: if they are snapshots, the sum of areas counts a fire each time it was mapped; union gives the area they cover.",
    ],
    [
      kinds !== undefined,
      `area_km2 adds outlines of several kinds (${kinds?.listed}), and one fire may have one of each: filter by one kind, such as ${kinds?.filter}, or take union for the area they cover.`,
    ],
    [
      unplaced > 0,
      `${unplaced} without time or location: not clustered. group_by "cell" counts by place alone.`,
    ],
    ...facts.areaLevels.map((level): [boolean, string] => [true, areaGroupNotice(level)]),
    [
      facts.areAlike,
      "Groups that look alike are of texts that differ in spaces, hidden characters or their middle.",
    ],
    [facts.hasTimeGaps, "Days and hours without features have no row."],
    [
      facts.isClustered,
      isAboutFires
        ? "A cluster joins detections near in place and time. It approximates a fire: one fire may give several clusters, and several fires one."
        : "A cluster joins features near in place and time.",
    ],
  ];
  return notices.filter(([isTrue]) => isTrue).map(([, notice]) => notice);
}

function measureNotices({ info, features, statistics, measured }: SummaryFacts) {
  const strength = info.roles.strength?.[0];
  const strengths = measured.find(({ name }) => name === strength)?.measure.count ?? 0;
  const notices: [isTrue: boolean, notice: string][] = [
    [
      strengths > 0 && statistics.some(({ name }) => name === "sum"),
      `The sum of ${strength} adds overpasses and satellites that saw the same fire: it is not the power at any moment.`,
    ],
    ...measured.map(({ name, measure }): [boolean, string] => [
      measure.overflows,
      `The values of ${quoted(name, 60)} are too large to add up: sum and mean are null.`,
    ]),
    ...measured.map(({ name, measure: { count }, lacking }): [boolean, string] => [
      count < features,
      `${count} of ${features} features have a numeric ${quoted(name, 60)}: the statistics cover only those.${lackingText(lacking)}`,
    ]),
  ];
  return notices;
}

/** Names features; empty where one has no id. */
function lackingText(ids: readonly (string | null)[]): string {
  const known = ids.filter((id) => id !== null);
  return known.length > 0 && known.length === ids.length ? ` Without: ${listNames(known)}.` : "";
}

/** That groups outside the answer are as great as its last one. */
export function groupTies(
  { columns, rows, rankedBy }: Rows & { readonly rankedBy: string | null },
  kept: number,
): string | null {
  const at = rankedBy === null ? -1 : columns.indexOf(rankedBy);
  const last = rows[kept - 1]?.[at] ?? null;
  if (last === null) return null;
  const ties = rows.slice(kept).filter((row) => row[at] === last).length;
  return ties > 0
    ? `${ties} more groups have the same ${quoted(rankedBy!, 60)} as the last.`
    : null;
}

const maxVertices = 200_000;

/** Collects polygons for their union, up to a maximum number of vertices. */
export class Coverage {
  /** Keyed by coordinates, since snapshots repeat unchanged polygons. */
  readonly #polygons = new Map<string, Polygon>();
  #vertices = 0;

  /**
   * @param geometry a valid one
   * @throws {ToolError} when there are too many vertices (`invalid_input`)
   */
  add(geometry: Geometry): void {
    for (const coordinates of polygonsOf(geometry)) {
      // RFC 7946 allows polygons without rings.
      if (coordinates.length === 0) continue;
      const key = JSON.stringify(coordinates);
      if (this.#polygons.has(key)) continue;
      const polygon = { type: "Polygon" as const, coordinates };
      this.#vertices += countPositions(polygon);
      if (this.#vertices > maxVertices) {
        throw invalidInput(
          `union: the matching polygons have more than ${maxVertices} vertices: select a smaller area or time, or omit union.`,
          "union",
        );
      }
      this.#polygons.set(key, polygon);
    }
  }

  /**
   * The area that all polygons cover together, in km²; null if there are none.
   *
   * @throws {ToolError} when they cross each other too often (`invalid_input`)
   */
  async km2(context: HeavyContext): Promise<number | null> {
    if (this.#polygons.size === 0) return null;
    const areaKm2 = await unionKm2([...this.#polygons.values()], context);
    if (areaKm2 === null) {
      throw invalidInput(
        "union: the matching polygons cross each other more than 2,000,000 times: select a smaller area or time, or omit union.",
        "union",
      );
    }
    return round(areaKm2, 4);
  }
}
