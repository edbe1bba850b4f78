import type { Geometry } from "@emberline/core";
import type { AreaMeter } from "../areas.ts";
import type { CollectionInfo } from "../collections.ts";
import { invalidInput } from "../errors.ts";
import { positionsOf, representativePoint } from "../geometry.ts";
import type { Hit } from "../judge.ts";
import { timeOf } from "../roles.ts";
import { type Cell, checkProperties, idOf, round } from "../rows.ts";
import type { Selection } from "../selection.ts";
import { Clusters } from "./clusters.ts";
import { type Grouping, groupingOf } from "./grouping.ts";
import { Measure, measureNames } from "./measure.ts";

export interface SummaryInput {
  group_by?: string[] | undefined;
  properties?: string[] | undefined;
  top?: number | undefined;
  top_by?: string | undefined;
  union?: boolean | undefined;
  cell_deg?: number | undefined;
  cluster_km?: number | undefined;
  cluster_hours?: number | undefined;
  time_zone?: string | undefined;
}

export interface Rows {
  readonly columns: string[];
  readonly rows: Cell[][];
}

const maxGroups = 50_000;
const maxUnionVertices = 200_000;
const defaultTop = 3;
const strengthDecimals = 1;
const otherDecimals = 4;

interface Group {
  readonly cells: Cell[];
  count: number;
  areaKm2: number;
  readonly measures: Measure[];
}

/** Folds features into counts, measures, areas, groups and the greatest few; holds no feature. */
export class Summary {
  readonly #info: CollectionInfo;
  readonly #meter: AreaMeter;
  readonly #hasRepeats: boolean;
  readonly #isAreaWanted: boolean;
  readonly #properties: string[];
  readonly #measures: Measure[];
  readonly #groupings: Grouping[];
  readonly #groups = new Map<string, Group>();
  readonly #clusters: Clusters | null;
  readonly #topBy: string | undefined;
  readonly #topSize: number;
  #top: { value: number; cells: Cell[] }[] = [];
  readonly #shapes: Geometry[] | null;
  #vertices = 0;
  #areaKm2 = 0;
  #polygons = 0;

  /** @throws ToolError `invalid_input` for a property or grouping that there is not */
  constructor(input: SummaryInput, { collection: info, hasRepeats }: Selection, meter: AreaMeter) {
    this.#info = info;
    this.#hasRepeats = hasRepeats;
    this.#meter = meter;
    const { strength } = info.roles;
    checkProperties(input.properties ?? [], info, "properties");
    this.#properties = input.properties ?? (strength === undefined ? [] : [strength]);
    this.#measures = this.#properties.map(() => new Measure());
    const names = input.group_by ?? [];
    const isClustered = names.includes("cluster");
    if (isClustered && names.length > 1)
      throw invalidInput('group_by "cluster" stands alone: leave the other out.');
    const options = { zone: input.time_zone ?? "UTC", cellDeg: input.cell_deg ?? 1 };
    this.#groupings = isClustered ? [] : names.map((name) => groupingOf(name, info, options));
    this.#clusters = isClustered
      ? new Clusters(input.cluster_km ?? 2, input.cluster_hours ?? 48)
      : null;
    if (input.top_by !== undefined && input.top_by !== "area_km2")
      checkProperties([input.top_by], info, "top_by");
    this.#topBy = input.top_by ?? this.#properties[0];
    this.#topSize = input.top ?? defaultTop;
    this.#shapes = input.union ? [] : null;
    this.#isAreaWanted = !hasRepeats || input.top_by === "area_km2";
  }

  add(hit: Hit): void {
    const { geometry, properties } = hit.feature;
    const isShape = geometry !== null && geometry.type !== "Point";
    const areaKm2 = isShape && this.#isAreaWanted ? this.#meter(geometry) : null;
    if (areaKm2 !== null && !this.#hasRepeats) {
      this.#areaKm2 += areaKm2;
      this.#polygons++;
    }
    if (isShape) this.#keepShape(geometry);
    const values = this.#properties.map((name) => properties?.[name]);
    const group = this.#groupings.length > 0 ? this.#groupOf(hit) : null;
    if (group) {
      group.count++;
      group.areaKm2 += areaKm2 ?? 0;
    }
    values.forEach((value, i) => {
      if (typeof value !== "number" || !Number.isFinite(value)) return;
      this.#measures[i]!.add(value);
      group?.measures[i]?.add(value);
    });
    this.#addToCluster(hit);
    this.#addToTop(hit, areaKm2);
  }

  #keepShape(geometry: Geometry): void {
    if (!this.#shapes) return;
    this.#vertices += positionsOf(geometry).length;
    if (this.#vertices > maxUnionVertices) {
      throw invalidInput(
        `union: the polygons that match have more than ${maxUnionVertices} vertices: select a smaller area or time, or leave union out.`,
      );
    }
    this.#shapes.push(geometry);
  }

  #groupOf(hit: Hit): Group {
    const cells = this.#groupings.flatMap((grouping) => grouping.cellsOf(hit));
    const key = JSON.stringify(cells);
    const known = this.#groups.get(key);
    if (known) return known;
    if (this.#groups.size >= maxGroups) {
      throw invalidInput(
        `group_by makes more than ${maxGroups} groups: group coarser, or select a smaller area or time.`,
      );
    }
    const fresh = {
      cells,
      count: 0,
      areaKm2: 0,
      measures: this.#properties.map(() => new Measure()),
    };
    this.#groups.set(key, fresh);
    return fresh;
  }

  #addToCluster({ feature: { geometry, properties } }: Hit): void {
    if (!this.#clusters) return;
    const point = geometry && representativePoint(geometry);
    const time = Date.parse(timeOf(properties, this.#info.roles) ?? "");
    if (!point || Number.isNaN(time)) return;
    const strength = properties?.[this.#info.roles.strength ?? ""];
    this.#clusters.add(
      point[0],
      point[1],
      time,
      typeof strength === "number" ? strength : Number.NaN,
    );
  }

  #addToTop(hit: Hit, areaKm2: number | null): void {
    if (this.#topSize === 0) return;
    const value =
      this.#topBy === undefined || this.#topBy === "area_km2"
        ? areaKm2
        : hit.feature.properties?.[this.#topBy];
    if (typeof value !== "number" || !Number.isFinite(value)) return;
    const last = this.#top.at(-1);
    if (this.#top.length === this.#topSize && last && last.value >= value) return;
    this.#top.push({ value, cells: this.#topCells(hit, value) });
    // Stable: of equals the first that was read stays first.
    this.#top.sort((a, b) => b.value - a.value);
    this.#top.length = Math.min(this.#top.length, this.#topSize);
  }

  #topCells({ feature }: Hit, value: number): Cell[] {
    const point = feature.geometry && representativePoint(feature.geometry);
    const { fire_name: name } = this.#info.roles;
    const title = name === undefined ? [] : [(feature.properties?.[name] ?? null) as Cell];
    return [
      idOf(feature),
      round(value, this.#decimals(this.#topBy)),
      ...(point ? [round(point[0], 5), round(point[1], 5)] : [null, null]),
      timeOf(feature.properties, this.#info.roles),
      ...title,
    ];
  }

  #decimals(property: string | undefined): number {
    return property !== undefined && property === this.#info.roles.strength
      ? strengthDecimals
      : otherDecimals;
  }

  /** Statistics per property, and the sum of areas. */
  totals(): { stats?: Record<string, Record<string, number | null>>; area_km2?: number } {
    const stats = this.#properties.map((name, i) => {
      const measure = this.#measures[i]!;
      const row = measure.row(this.#decimals(name));
      return [
        name,
        {
          count: measure.count,
          ...Object.fromEntries(measureNames.map((each, k) => [each, row[k]!])),
        },
      ] as const;
    });
    return {
      ...(stats.length > 0 ? { stats: Object.fromEntries(stats) } : {}),
      ...(this.#polygons > 0 ? { area_km2: round(this.#areaKm2, 4) } : {}),
    };
  }

  /** The area that all polygons cover together, in km²; undefined where there are none. */
  async unionKm2(): Promise<number | undefined> {
    if (!this.#shapes || this.#shapes.length === 0) return undefined;
    const { unionGeometries } = await import("@emberline/cql2/spatial");
    const area = this.#meter(unionGeometries(this.#shapes) as Geometry);
    return area === null ? undefined : round(area, 4);
  }

  /** One row per group: days and hours in their order, others by count; null where nothing was grouped. */
  groups(): Rows | null {
    if (this.#clusters) return this.#clusterRows(this.#clusters);
    if (this.#groupings.length === 0) return null;
    const names = this.#properties.flatMap((name) =>
      measureNames.map((measure) => `${name}_${measure}`),
    );
    const columns = [
      ...this.#groupings.flatMap(({ columns }) => columns),
      "count",
      ...(this.#polygons > 0 ? ["area_km2"] : []),
      ...names,
    ];
    const isByTime = ["day", "hour"].includes(columns[0]!);
    const groups = [...this.#groups.values()].sort((a, b) =>
      isByTime
        ? compareTexts(String(a.cells[0]), String(b.cells[0])) || b.count - a.count
        : b.count - a.count || compareTexts(String(a.cells[0]), String(b.cells[0])),
    );
    const rows = groups.map(({ cells, count, areaKm2, measures }) => [
      ...cells,
      count,
      ...(this.#polygons > 0 ? [round(areaKm2, 4)] : []),
      ...measures.flatMap((measure, i) => measure.row(this.#decimals(this.#properties[i]))),
    ]);
    return { columns, rows };
  }

  #clusterRows(clusters: Clusters): Rows {
    const { strength } = this.#info.roles;
    const toText = (epochMs: number) => new Date(epochMs).toISOString().replace(".000Z", "Z");
    const rows = clusters
      .join()
      .map(({ count, lon, lat, firstMs, lastMs, strongest }) => [
        count,
        round(lon, 4),
        round(lat, 4),
        toText(firstMs),
        toText(lastMs),
        ...(strength === undefined
          ? []
          : [strongest === null ? null : round(strongest, strengthDecimals)]),
      ]);
    return {
      columns: [
        "count",
        "lon",
        "lat",
        "first",
        "last",
        ...(strength === undefined ? [] : [`${strength}_max`]),
      ],
      rows,
    };
  }

  /** The greatest features, with ids. */
  top(): Rows {
    const { fire_name: name } = this.#info.roles;
    const columns = [
      "id",
      this.#topBy ?? "area_km2",
      "lon",
      "lat",
      "time",
      ...(name === undefined ? [] : [name]),
    ];
    return { columns, rows: this.#top.map(({ cells }) => cells) };
  }

  /** What the numbers mean and do not mean. */
  notices(): string[] {
    const { strength } = this.#info.roles;
    return [
      ...(this.#hasRepeats
        ? [
            "Areas are not added up, since one fire matches as several snapshots: latest_per_fire true adds them, union gives what they cover.",
          ]
        : []),
      ...(strength !== undefined &&
      (this.#measures[this.#properties.indexOf(strength)]?.count ?? 0) > 0
        ? [
            `The sum of ${strength} adds up overpasses and satellites that saw the same fire: it is no power of any moment.`,
          ]
        : []),
      ...(this.#groupings.some(({ columns }) => columns[0] === "day" || columns[0] === "hour")
        ? ["Days and hours without features have no row."]
        : []),
      ...(this.#clusters
        ? [
            "A cluster joins detections near in place and time; it stands for a fire, but one fire may give several, and several fires one.",
          ]
        : []),
    ];
  }
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
