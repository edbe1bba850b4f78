import type { Feature, Statistics } from "@emberline/core";
import { finishInTurns, type Pause } from "@emberline/turns";
import { decimalsOf } from "../answer/layout.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { idOf, memberName, ownProperty } from "../values/own-property.ts";
import { measuredOf } from "./arguments.ts";
import type { SummaryInput } from "./group.ts";
import type { Groups } from "./groups.ts";
import { Measure } from "./measure.ts";
import { type Statistic, statisticsOf } from "./statistics.ts";

/** The values of one property over all features. */
export interface MeasuredProperty {
  readonly name: string;
  readonly measure: Measure;
  /** The ids of the features without a number, if they are few. */
  readonly lacking: readonly (string | null)[];
}

/** Statistics by property. */
export type Stats = Record<string, Record<string, number | null>>;

/** Features without a number are named up to as many. */
const mostLacking = 5;

/** Statistics of the measured properties, over all features. */
export class PropertyStatistics {
  readonly names: readonly string[];
  readonly statistics: readonly Statistic[];
  readonly #info: CollectionInfo;
  /** With groups, merged from theirs at the end. */
  #measures: readonly Measure[];
  /** By property, the ids of the first features without a number. */
  readonly #lacking: (string | null)[][];
  #isServed = false;
  #stats: Stats = {};

  /** @throws {ToolError} when a property or statistic is unknown (`invalid_input`) */
  constructor(input: Pick<SummaryInput, "properties" | "statistics">, info: CollectionInfo) {
    this.names = measuredOf(input, info);
    this.statistics = statisticsOf(input.statistics);
    this.#info = info;
    this.#measures = this.names.map(() => new Measure());
    this.#lacking = this.names.map(() => []);
  }

  /** @param ofGroup the measures of the feature's group, which take its values instead */
  add(feature: Feature, ofGroup: readonly Measure[] | undefined): void {
    const { properties } = feature;
    const measures = ofGroup ?? this.#measures;
    this.names.forEach((name, i) => {
      const value = ownProperty(properties, name);
      if (typeof value === "number" && Number.isFinite(value)) measures[i]!.add(value);
      else if (this.#lacking[i]!.length <= mostLacking) this.#lacking[i]!.push(idOf(feature));
    });
  }

  /** Takes the statistics over all features from a service, instead of features. */
  take(totals: readonly Statistics[]): void {
    this.#measures = totals.map((each) => Measure.served(each));
    this.#isServed = true;
  }

  /** Call once, after the last feature. */
  async finish(groups: Groups | null, pause: Pause): Promise<void> {
    if (groups && !this.#isServed) this.#measures = groups.measures(this.#measures);
    this.#stats = await finishInTurns(this.#steps(), pause);
  }

  *#steps(): Generator<void, Stats> {
    const stats: [name: string, values: Stats[string]][] = [];
    for (const { name, measure } of this.measured) {
      const row = yield* measure.rowSteps(this.statistics, decimalsOf(name, this.#info));
      const named = Object.fromEntries(this.statistics.map((each, i) => [each.name, row[i]!]));
      stats.push([memberName(name), { count: measure.count, ...named }]);
    }
    return Object.fromEntries(stats);
  }

  get measured(): MeasuredProperty[] {
    return this.names.map((name, i) => ({
      name,
      measure: this.#measures[i]!,
      lacking: this.#lacking[i]!.length <= mostLacking ? this.#lacking[i]! : [],
    }));
  }

  /** Undefined where no property is measured. */
  get stats(): Stats | undefined {
    return this.names.length > 0 ? this.#stats : undefined;
  }
}
