import type { AreaLevel } from "@emberline/areas";
import type { Feature } from "@emberline/core";
import { eachInTurns, type Pause } from "@emberline/turns";
import type { Rows } from "../answer/layout.ts";
import type { ToolContext } from "../call/context.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { OutlineKinds } from "../collection/layers.ts";
import { Outlines, type OutlinesContext } from "../geometry/outlines.ts";
import type { ServedSummary } from "../reading/count-where-served.ts";
import type { Hit } from "../reading/match.ts";
import type { Selection } from "../selection/selection.ts";
import { round } from "../values/text-numbers.ts";
import { ClusterFold } from "./area-grouping.ts";
import { groupNamesOf, sortOf, topOf } from "./arguments.ts";
import { Greatest } from "./greatest.ts";
import { type Group, type GroupSort, type SummaryInput, sortGroups } from "./group.ts";
import { areaLevelOf, type GroupingOptions, groupingOf } from "./grouping.ts";
import { type AreaCells, Groups } from "./groups.ts";
import { Growth, growthColumns, growthTimeAt } from "./growth.ts";
import { Coverage, summaryNotices } from "./notices.ts";
import { PropertyStatistics, type Stats } from "./property-statistics.ts";

interface RankedRows extends Rows {
  /** How many have features. */
  readonly filled: number;
  /** The column that ranks the rows; null if they are in order of their keys. */
  readonly rankedBy: string | null;
}

interface SummaryOptions extends Pick<GroupingOptions, "near" | "fireOf"> {
  /** Reads the first features by a property, descending, from a service that sorts. */
  readonly topOf?: ((property: string, size: number) => Promise<readonly Hit[] | null>) | undefined;
}

/**
 * Folds features into counts, measures, areas, groups and the greatest; keeps features only for
 * unions.
 */
export class Summary {
  readonly #info: CollectionInfo;
  readonly #context: OutlinesContext;
  readonly #outlines: Outlines;
  readonly #hasRepeats: boolean;
  /** Otherwise only the areas that growth shows. */
  readonly #isEachMeasured: boolean;
  readonly #properties: PropertyStatistics;
  readonly #groups: Groups | null;
  readonly #areaLevels: readonly AreaLevel[];
  readonly #clusters: ClusterFold | null;
  readonly #greatest: Greatest;
  readonly #coverage: Coverage | null;
  readonly #growth: Growth | null;
  /** The groups of the prepared features, if their growth is shown. */
  readonly #grouped = new Map<Feature, Group | null>();
  readonly #sort: GroupSort | null;
  readonly #isByTime: boolean;
  readonly #isByFire: boolean;
  readonly #kinds: OutlineKinds;
  readonly #topOf: SummaryOptions["topOf"];
  #hasGaps = true;
  #areAlike = false;
  #areaKm2 = 0;
  #polygons = 0;
  #features = 0;

  /** @throws {ToolError} when a property or grouping is unknown (`invalid_input`) */
  constructor(
    input: Omit<SummaryInput, "collection">,
    { collection: info, area, interval, heldDays, hasRepeats }: Selection,
    context: OutlinesContext & Pick<ToolContext, "now" | "presentation">,
    { near, fireOf, topOf: served }: SummaryOptions = {},
  ) {
    this.#topOf = served;
    this.#info = info;
    this.#context = context;
    this.#outlines = new Outlines(context);
    this.#hasRepeats = hasRepeats;
    this.#properties = new PropertyStatistics(input, info);
    const measured = this.#properties.names;
    const names = groupNamesOf(input);
    const isClustered = names.includes("cluster");
    this.#isByFire = names.includes("fire");
    this.#isByTime = names.includes("day") || names.includes("hour");
    const options = {
      zone: context.presentation.zone,
      interval,
      area,
      nowMs: context.now(),
      heldDays,
      cellDeg: input.cell_deg ?? 1,
      pause: context.pause,
      near,
      fireOf,
    };
    const groupings = isClustered ? [] : names.map((name) => groupingOf(name, info, options));
    this.#areaLevels = names.map((name) => areaLevelOf(name, info)).filter((each) => each !== null);
    this.#groups =
      groupings.length > 0
        ? new Groups(info, groupings, measured, this.#properties.statistics)
        : null;
    this.#clusters = isClustered
      ? new ClusterFold(info, input.cluster_km ?? 2, input.cluster_hours ?? 48, measured[0])
      : null;
    this.#sort = sortOf(input, this.#clusters?.columns() ?? this.#groups?.columns(growthColumns));
    const { by, top } = topOf(input, measured, info);
    this.#greatest = new Greatest(info, by, top);
    const timeAt = hasRepeats ? growthTimeAt(names) : null;
    this.#growth = timeAt === null ? null : new Growth(info, timeAt, names[timeAt] === "sequence");
    this.#coverage = input.union ? new Coverage() : null;
    this.#isEachMeasured = !hasRepeats || (top > 0 && by === "area_km2") || this.#coverage !== null;
    this.#kinds = new OutlineKinds(info);
  }

  /** Computes what `add` needs of these hits. */
  async prepare(hits: readonly Hit[]): Promise<void> {
    await this.#groups?.prepare(hits);
    if (this.#growth) {
      const { pause } = this.#context;
      this.#grouped.clear();
      await eachInTurns(hits, pause, (hit) => {
        this.#grouped.set(hit.feature, this.#groups!.of(hit));
      });
    }
    if (this.#isEachMeasured)
      await this.#outlines.measure(hits.map(({ feature }) => feature.geometry));
    else if (this.#growth) await this.#growth.measure(ofGroups(this.#grouped), this.#outlines);
  }

  /** @param hit must be prepared */
  add(hit: Hit): void {
    const { geometry } = hit.feature;
    const isShape = geometry !== null && geometry.type !== "Point";
    const areaKm2 =
      isShape && this.#outlines.has(geometry) ? this.#outlines.areaKm2(geometry) : null;
    if (areaKm2 !== null && !this.#hasRepeats) {
      this.#areaKm2 += areaKm2;
      this.#polygons++;
      this.#kinds.add(hit.feature);
    }
    if (isShape) this.#coverage?.add(this.#outlines.valid(geometry));
    this.#features++;
    const group = this.#growth ? this.#grouped.get(hit.feature) : this.#groups?.of(hit);
    if (group) {
      group.count++;
      group.areaKm2 += areaKm2 ?? 0;
      this.#growth?.add(group, hit.feature, areaKm2);
    }
    this.#properties.add(hit.feature, group?.measures);
    this.#clusters?.add(hit);
    this.#greatest.add(hit, areaKm2);
  }

  /**
   * What to ask a service that counts and measures, instead of reading features; null if it cannot
   * form the same summary.
   */
  async served(): Promise<ServedSummary | null> {
    const isOfFeatures = this.#clusters || this.#coverage || this.#growth || this.#hasRepeats;
    const { wanted } = this.#greatest;
    if (isOfFeatures || !(wanted ? this.#topOf : this.#greatest.isEmpty)) return null;
    const groupings = this.#groups ? await this.#groups.served() : [];
    if (groupings === null) return null;
    const { names: properties, statistics } = this.#properties;
    const quantiles = statistics.filter((each) => "quantile" in each).map(({ name }) => name);
    const query = {
      groupBy: groupings.map(({ groupBy }) => groupBy),
      properties,
      // All three are asked, so that the answer can be checked.
      statistics: properties.length > 0 ? ["sum", "min", "max", ...quantiles] : [],
      cellSizeDeg: groupings.find((each) => each.cellSizeDeg !== undefined)?.cellSizeDeg,
      utcOffset: groupings.find((each) => each.utcOffset !== undefined)?.utcOffset,
    };
    return {
      query,
      needsTime: groupings.some(({ needsTime }) => needsTime),
      areaEdition: groupings.find((each) => each.areaEdition !== undefined)?.areaEdition,
      take: async ({ numberMatched, totals, groups = [] }) => {
        const { pause } = this.#context;
        const top = wanted && (await this.#topOf!(wanted.property, wanted.size));
        if (wanted && !top) return false;
        for (const hit of top ?? []) this.#greatest.add(hit, null);
        if (this.#groups && !(await this.#groups.take(groups, groupings, pause))) return false;
        this.#properties.take(totals);
        this.#features = numberMatched;
        return true;
      },
    };
  }

  /** Call once, after the last feature. */
  async finish(): Promise<void> {
    await this.#properties.finish(this.#groups, this.#context.pause);
  }

  /** Statistics per property, and the sum of areas. */
  totals(): { stats?: Stats; area_km2?: number } {
    const { stats } = this.#properties;
    return {
      ...(stats && { stats }),
      ...(this.#polygons > 0 && { area_km2: round(this.#areaKm2, 4) }),
    };
  }

  /**
   * The area that all polygons cover together, in km²; null if not requested or without polygons.
   */
  async unionKm2(): Promise<number | null> {
    return this.#coverage?.km2(this.#context) ?? null;
  }

  /**
   * One row per group or cluster, and how many of them have features; null without grouping.
   *
   * @param isWhole whether all matches were added: only then are there rows of zero
   */
  async groups(isWhole: boolean): Promise<RankedRows | null> {
    const { pause } = this.#context;
    const rows = await this.#rows(isWhole);
    if (!rows) return null;
    this.#areAlike = this.#groups !== null && (await areAlike(rows, pause));
    const sorted = this.#sort ? await sortGroups(rows, this.#sort, pause) : rows;
    return {
      ...sorted,
      filled: this.#groups?.size ?? rows.rows.length,
      rankedBy: this.#sort?.column ?? (this.#groups?.isInOrder ? null : "count"),
    };
  }

  async #rows(isWhole: boolean): Promise<Rows | null> {
    const { pause } = this.#context;
    if (this.#clusters) return this.#clusters.rows(pause);
    if (!this.#groups) return null;
    const empty = isWhole ? this.#groups.empty() : null;
    this.#hasGaps = empty === null;
    return this.#groups.rows(await this.#areaCells(), empty ?? [], pause);
  }

  async #areaCells(): Promise<AreaCells | null> {
    if (this.#growth && this.#isGrowthShown)
      return { columns: growthColumns, cellsOf: await this.#growth.cells(this.#context.pause) };
    if (this.#polygons === 0) return null;
    return { columns: ["area_km2"], cellsOf: ({ areaKm2 }) => [round(areaKm2, 4)] };
  }

  /** The areas of several fires in one group cannot be separated. */
  get #isGrowthShown(): boolean {
    return this.#growth !== null && (this.#isByFire || this.#growth.fires === 1);
  }

  /** Features that belong to no group. */
  get ungrouped(): number {
    return this.#groups?.ungrouped ?? 0;
  }

  /** The greatest features, with ids. */
  top(): Rows {
    return this.#greatest.rows();
  }

  /** Notices on the meaning of the numbers. */
  notices(): string[] {
    const ofAll = summaryNotices({
      info: this.#info,
      features: this.#features,
      statistics: this.#properties.statistics,
      measured: this.#properties.measured,
      isGrowthShown: this.#isGrowthShown,
      falls: this.#growth?.falls ?? [],
      hasRepeats: this.#hasRepeats,
      hasAreas: this.#polygons > 0,
      kinds: this.#kinds.several(),
      areaLevels: this.#areaLevels,
      areAlike: this.#areAlike,
      hasTimeGaps: this.#isByTime && this.#hasGaps,
      isClustered: this.#clusters !== null,
      unplaced: this.#clusters?.unplaced ?? 0,
    });
    // Of mappings of one fire neither counts nor areas are wanted in total.
    const subtotals = this.#isGrowthShown ? null : this.#groups?.subtotals(this.#polygons > 0);
    return [
      ...(subtotals ? [subtotals] : []),
      ...this.#greatest.notices(),
      ...(this.#groups?.notices() ?? []),
      ...ofAll,
    ];
  }
}

function* ofGroups(grouped: ReadonlyMap<Feature, Group | null>): Iterable<[Group, Feature]> {
  for (const [feature, group] of grouped) if (group) yield [group, feature];
}

/** Whether groups of different texts are shown as the same. */
async function areAlike({ columns, rows }: Rows, pause: Pause): Promise<boolean> {
  const shown = new Set<string>();
  const named = columns.indexOf("count");
  await eachInTurns(rows, pause, (row) => {
    shown.add(JSON.stringify(row.slice(0, named)));
  });
  return shown.size < rows.length;
}
