import { decimalsOf, type Rows } from "../answer/cells.ts";
import { invalidInput } from "../call/tool-error.ts";
import { checkProperties } from "../collection/check-properties.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { Outlines, type OutlinesContext } from "../geometry/outlines.ts";
import type { Hit } from "../reading/match.ts";
import type { Selection } from "../selection/selection.ts";
import { memberName, ownProperty } from "../values/own-property.ts";
import { round } from "../values/round.ts";
import { cleanText } from "../values/text.ts";
import { ClusterFold } from "./cluster-fold.ts";
import { Coverage } from "./coverage.ts";
import { Greatest } from "./greatest.ts";
import { groupingOf } from "./grouping.ts";
import { Groups } from "./groups.ts";
import { Measure, measureNames } from "./measure.ts";
import type { SummaryInput } from "./parameters.ts";

const defaultTop = 3;

/**
 * Folds features into counts, measures, areas, groups and the greatest; keeps features only for
 * unions.
 */
export class Summary {
  readonly #info: CollectionInfo;
  readonly #context: OutlinesContext;
  readonly #outlines: Outlines;
  readonly #hasRepeats: boolean;
  readonly #isAreaWanted: boolean;
  readonly #properties: readonly string[];
  /** Over all features; with groups, merged from theirs at the end. */
  #measures: readonly Measure[];
  readonly #groups: Groups | null;
  readonly #clusters: ClusterFold | null;
  readonly #greatest: Greatest;
  readonly #coverage: Coverage | null;
  #areaKm2 = 0;
  #polygons = 0;
  #features = 0;

  /** @throws {ToolError} when a property or grouping is unknown (`invalid_input`) */
  constructor(
    input: Omit<SummaryInput, "collection">,
    { collection: info, hasRepeats }: Selection,
    context: OutlinesContext,
  ) {
    this.#info = info;
    this.#context = context;
    this.#outlines = new Outlines(context);
    this.#hasRepeats = hasRepeats;
    this.#isAreaWanted = !hasRepeats || input.top_by === "area_km2";
    const strength = info.roles.strength?.[0];
    checkProperties(input.properties ?? [], info, "properties");
    this.#properties = input.properties ?? (strength === undefined ? [] : [strength]);
    this.#measures = this.#properties.map(() => new Measure());
    const names = input.group_by ?? [];
    const isClustered = names.includes("cluster");
    if (isClustered && names.length > 1)
      throw invalidInput('group_by "cluster" cannot be combined: omit the other.');
    const options = { zone: input.time_zone ?? "UTC", cellDeg: input.cell_deg ?? 1 };
    const groupings = isClustered ? [] : names.map((name) => groupingOf(name, info, options));
    this.#groups = groupings.length > 0 ? new Groups(info, groupings, this.#properties) : null;
    this.#clusters = isClustered
      ? new ClusterFold(info, input.cluster_km ?? 2, input.cluster_hours ?? 48)
      : null;
    const by = input.top_by ?? this.#properties[0] ?? "area_km2";
    this.#greatest = new Greatest(info, by, input.top ?? defaultTop);
    this.#coverage = input.union ? new Coverage() : null;
  }

  /** Computes what `add` needs of these hits. */
  async prepare(hits: readonly Hit[]): Promise<void> {
    if (this.#isAreaWanted || this.#coverage)
      await this.#outlines.measure(hits.map(({ feature }) => feature.geometry));
  }

  /** @param hit must be prepared */
  add(hit: Hit): void {
    const { geometry, properties } = hit.feature;
    const isShape = geometry !== null && geometry.type !== "Point";
    const areaKm2 = isShape && this.#isAreaWanted ? this.#outlines.areaKm2(geometry) : null;
    if (areaKm2 !== null && !this.#hasRepeats) {
      this.#areaKm2 += areaKm2;
      this.#polygons++;
    }
    if (isShape) this.#coverage?.add(this.#outlines.valid(geometry));
    this.#features++;
    const group = this.#groups?.of(hit);
    if (group) {
      group.count++;
      group.areaKm2 += areaKm2 ?? 0;
    }
    this.#properties.forEach((name, i) => {
      const value = ownProperty(properties, name);
      if (typeof value !== "number" || !Number.isFinite(value)) return;
      (group?.measures[i] ?? this.#measures[i]!).add(value);
    });
    this.#clusters?.add(hit);
    this.#greatest.add(hit, areaKm2);
  }

  /** Call once, after the last feature. */
  finish(): void {
    if (this.#groups) this.#measures = this.#groups.measures();
  }

  /** Statistics per property, and the sum of areas. */
  totals(): { stats?: Record<string, Record<string, number | null>>; area_km2?: number } {
    const stats = this.#properties.map((name, i) => {
      const measure = this.#measures[i]!;
      const row = measure.row(decimalsOf(name, this.#info));
      const named = Object.fromEntries(measureNames.map((each, k) => [each, row[k]!]));
      return [memberName(name), { count: measure.count, ...named }] as const;
    });
    return {
      ...(stats.length > 0 && { stats: Object.fromEntries(stats) }),
      ...(this.#polygons > 0 && { area_km2: round(this.#areaKm2, 4) }),
    };
  }

  /**
   * The area that all polygons cover together, in km²; null if not requested or without polygons.
   */
  async unionKm2(): Promise<number | null> {
    return this.#coverage?.km2(this.#context) ?? null;
  }

  /** One row per group or cluster; null without grouping. */
  async groups(): Promise<Rows | null> {
    const { pause } = this.#context;
    if (this.#clusters) return this.#clusters.rows(pause);
    return this.#groups?.rows(this.#polygons > 0, pause) ?? null;
  }

  /** The greatest features, with ids. */
  top(): Rows {
    return this.#greatest.rows();
  }

  /** Notices on the meaning of the numbers. */
  notices(): string[] {
    const strength = this.#info.roles.strength?.[0];
    const strengths = this.#measures[this.#properties.indexOf(strength ?? "")]?.count ?? 0;
    const unplaced = this.#clusters?.unplaced ?? 0;
    const notices: [isTrue: boolean, notice: string][] = [
      [
        this.#hasRepeats,
        "Areas are not summed because one fire matches as several snapshots: latest_per_fire true sums the newest, union gives the area they cover.",
      ],
      [
        strengths > 0,
        `The sum of ${strength} adds overpasses and satellites that saw the same fire: it is not the power at any moment.`,
      ],
      ...this.#properties.map((name, i): [boolean, string] => [
        this.#measures[i]!.overflows,
        `The values of ${cleanText(name, 60)} are too large to be added up: sum and mean are null.`,
      ]),
      ...this.#properties.map((name, i): [boolean, string] => {
        const { count } = this.#measures[i]!;
        return [
          count < this.#features,
          `${count} of ${this.#features} features have a numeric ${cleanText(name, 60)}: the statistics cover only those.`,
        ];
      }),
      [
        this.#polygons > 0 && this.#info.roles.fire === undefined,
        "No property identifies a polygon's fire: if they are snapshots, the sum of areas counts a fire each time it was mapped; union gives the area they cover.",
      ],
      [
        unplaced > 0,
        `${unplaced} without time or location: not clustered. group_by "cell" counts by place alone.`,
      ],
      [this.#groups?.isByTime === true, "Days and hours without features have no row."],
      [
        this.#clusters !== null,
        "A cluster joins detections near in place and time. It approximates a fire: one fire may give several clusters, and several fires one.",
      ],
    ];
    return notices.filter(([isTrue]) => isTrue).map(([, notice]) => notice);
  }
}
