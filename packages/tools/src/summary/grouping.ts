import { type AreaLevel, areaLevels } from "@emberline/areas";
import type { Feature } from "@emberline/core";
import { isBbox, type LonLat } from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { positionCells } from "../answer/layout.ts";
import { invalidInput } from "../call/tool-error.ts";
import { checkProperties } from "../collection/check-properties.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { simulationQueryables } from "../collection/simulation-features.ts";
import { representativePoint } from "../geometry/shapes.ts";
import type { Hit } from "../reading/match.ts";
import type { SourcesInReach, StaticSource } from "../reading/static-sources.ts";
import type { Area } from "../selection/area.ts";
import type { Region } from "../selection/region.ts";
import { ownProperty } from "../values/own-property.ts";
import { confidenceClass, satelliteName } from "../values/source-codes.ts";
import { cleanText, named, quoted } from "../values/text.ts";
import { type Cell, nestedText, round, toCell } from "../values/text-numbers.ts";
import { byArea, byListedArea } from "./area-grouping.ts";
import { byNamedCountry, isOfCountries } from "./country-grouping.ts";
import { type Grouping, type GroupKey, isBelow } from "./group.ts";
import type { TimeOptions } from "./served-time.ts";
import { byDay, byHour, byHourOfDay, byLocalHour } from "./time-grouping.ts";

/** Finds the fire of a feature that does not name it. */
type FireOf = (feature: Feature) => { id: string; name: string | null } | null;

export interface GroupingOptions extends TimeOptions {
  readonly cellDeg: number;
  readonly pause: Pause;
  readonly area: Area | null;
  /** For groups by static source: those within a distance of a feature. */
  readonly near?: { readonly sources: SourcesInReach; readonly km: number } | undefined;
  /** For groups of detections by fire. */
  readonly fireOf?: FireOf | undefined;
}

function isProperty(name: string, { queryables }: Pick<CollectionInfo, "queryables">): boolean {
  return queryables?.some(({ id }) => id === name) === true;
}

/** The kind of area named in `group_by`; null if the collection has a property of that name. */
export function areaLevelOf(name: string, { queryables }: CollectionInfo): AreaLevel | null {
  if (isProperty(name, { queryables })) return null;
  return areaLevels.find((each) => each === name) ?? null;
}

/**
 * The grouping for a name in `group_by`.
 *
 * @throws {ToolError} when it is anything else (`invalid_input`)
 */
export function groupingOf(name: string, info: CollectionInfo, options: GroupingOptions): Grouping {
  const level = areaLevelOf(name, info);
  if (level) return byArea(level, options.pause);
  switch (name) {
    case "day":
      return byDay(info, options);
    case "hour":
      return byHour(info, options);
    case "hour_of_day":
      return byHourOfDay(info, options);
    case "local_hour":
      return byLocalHour(info);
    case "area":
      return isProperty(name, info)
        ? byProperty(name)
        : byListedArea(listedAreas(options), options.pause);
    case "cell":
      return byCell(options.cellDeg);
    case "fire":
      if (options.fireOf) return byLocatedFire(options.fireOf);
      // Simulations have the name of their fire, but no id of it.
      return info.queryables === simulationQueryables ? byProperty("fire") : byFire(info);
    case "static_source":
      return bySource(options.near!);
    default:
      return byClass(name, info) ?? byValues(name, info);
  }
}

/** By what a code of the source means; null where the collection has no such code. */
function byClass(name: string, info: CollectionInfo): Grouping | null {
  if (isProperty(name, info)) return null;
  const { satellite, confidence } = info.roles;
  if (name === "satellite_name" && satellite) return byMeaning(name, satellite, nameOf);
  if (name === "confidence_class" && confidence)
    return byMeaning(name, confidence, confidenceClass);
  return null;
}

/** A name that is not known stands for itself. */
function nameOf(value: unknown, instrument: unknown): GroupKey {
  return satelliteName(value, instrument) ?? groupOf(value).cell;
}

function byMeaning(
  column: string,
  properties: readonly string[],
  meaningOf: (value: unknown, instrument?: unknown) => GroupKey,
): Grouping {
  const keyOf = ({ feature: { properties: of } }: Hit) =>
    meaningOf(ownProperty(of, properties), ownProperty(of, "instrument"));
  return {
    columns: [column],
    isOfProperty: true,
    keyOf,
    cellsOf: (hit) => [keyOf(hit)],
    served: () => {
      const [only, ...others] = properties;
      if (only === undefined || others.length > 0) return null;
      const read = (value: unknown) => {
        const key = meaningOf(value);
        return value === "1" ? undefined : { key, cells: [key] };
      };
      return { groupBy: `property:${only}`, read };
    },
  };
}

/** @throws {ToolError} when the selection lists no areas (`invalid_input`) */
function listedAreas({ area }: GroupingOptions): readonly Region[] {
  const region = [area, area?.also].find((each) => each?.kind === "region");
  if (region?.kind === "region") return region.region.parts ?? [region.region];
  throw invalidInput(
    'group_by "area" counts the areas of within: give several, such as within: "Oregon; Washington". For all of a kind use "country", "region" or "county".',
    "within",
  );
}

/** Groups that are no properties. */
export const computedGroupings = [
  "day",
  "hour",
  "hour_of_day",
  "local_hour",
  "fire",
  "static_source",
  "cell",
  "cluster",
  "area",
  "satellite_name",
  "confidence_class",
  ...areaLevels,
];

/** By a property, or by ranges of it. */
function byValues(name: string, info: CollectionInfo): Grouping {
  const ranges = info.queryables?.some(({ id }) => id === name) ? null : splitRanges(name);
  checkProperties([ranges?.property ?? name], info, "group_by", computedGroupings);
  if (ranges) return byRanges(ranges.property, ranges.bounds);
  return isOfCountries(name) ? byNamedCountry(name, byValue()) : byProperty(name);
}

function byProperty(name: string): Grouping {
  const groupOf = byValue();
  const ofHit = ({ feature }: Hit) => groupOf(ownProperty(feature.properties, name));
  return {
    columns: [name],
    isOfProperty: true,
    keyOf: (hit) => ofHit(hit).key,
    cellsOf: (hit) => [ofHit(hit).cell],
    served: () => ({
      groupBy: `property:${name}`,
      read(value) {
        const { key, cell } = groupOf(value);
        return { key, cells: [cell] };
      },
    }),
  };
}

function byFire({ id, roles }: CollectionInfo): Grouping {
  const { fire, fire_name: name } = roles;
  if (fire === undefined) {
    throw invalidInput(
      `group_by fire: no property of ${named(id)} identifies a feature's fire. "cluster" joins features by distance and time.`,
      "group_by",
    );
  }
  const groupOf = byValue();
  const fireOf = ({ feature }: Hit) => groupOf(ownProperty(feature.properties, fire));
  return {
    columns: name === undefined ? ["fire"] : ["fire", "fire_name"],
    keyOf: (hit) => fireOf(hit).key,
    cellsOf: (hit) => [
      fireOf(hit).cell,
      ...(name === undefined ? [] : [toCell(ownProperty(hit.feature.properties, name), 5)]),
    ],
  };
}

/** The fire whose outline holds a feature; outside all of them it belongs to no group. */
function byLocatedFire(fireOf: FireOf): Grouping {
  // Asked twice of a feature that opens a group, and an outline has thousands of edges.
  const found = new WeakMap<Feature, ReturnType<FireOf>>();
  const of = ({ feature }: Hit) => {
    if (!found.has(feature)) found.set(feature, fireOf(feature));
    return found.get(feature)!;
  };
  return {
    columns: ["fire", "fire_name"],
    keyOf: (hit) => of(hit)?.id,
    cellsOf: (hit) => [of(hit)?.id ?? null, of(hit)?.name ?? null],
  };
}

/** The nearest static source; a feature near none belongs to no group. */
function bySource({ sources, km }: NonNullable<GroupingOptions["near"]>): Grouping {
  const keyOf = ({ id, bbox }: StaticSource) => id ?? bbox.join();
  const cellsOf = ({ id, name, category, geometry }: StaticSource) => [
    id,
    name,
    category,
    ...positionCells(geometry),
  ];
  const sourceOf = ({ feature: { geometry } }: Hit) => sources.nearest(geometry, km)?.source;
  const within = new Map<GroupKey, { readonly source: StaticSource; count: number }>();
  let shared = 0;
  return {
    columns: ["static_source", "source_name", "source_category", "lon", "lat"],
    async prepare(hits) {
      for (const { feature } of hits) {
        const found = sources.within(feature.geometry, km);
        if (found.length > 1) shared++;
        for (const { source } of found) {
          const known = within.get(keyOf(source)) ?? { source, count: 0 };
          known.count++;
          within.set(keyOf(source), known);
        }
      }
    },
    keyOf(hit) {
      const source = sourceOf(hit);
      return source && keyOf(source);
    },
    cellsOf: (hit) => cellsOf(sourceOf(hit)!),
    counted: { column: "count_within", of: (key) => within.get(key)?.count ?? 0 },
    emptyGroups: (known) =>
      [...within].flatMap(([key, { source }]) =>
        known.has(key) ? [] : [{ key, cells: cellsOf(source) }],
      ),
    notice: () =>
      `static_source: each counts for its nearest source within ${km} km.${shared > 0 ? ` ${shared} ${shared === 1 ? "has" : "have"} several as near: count_within has all within ${km} km of each source, and does not add up.` : ""}`,
  };
}

/** A square of `sizeDeg` degrees, by its `[west, south, east, north]`. */
function byCell(sizeDeg: number): Grouping {
  const cellAt = ([lon, lat]: LonLat) => {
    const [west, south] = [floorTo(lon, sizeDeg), floorTo(lat, sizeDeg)];
    return [west, south, west + sizeDeg, south + sizeDeg].map((each) => round(each, 6));
  };
  const cellOf = ({ feature: { geometry } }: Hit) => {
    const point = geometry && representativePoint(geometry);
    return point && cellAt(point);
  };
  return {
    columns: ["cell"],
    keyOf: (hit) => cellOf(hit)?.join() ?? null,
    cellsOf: (hit) => [cellOf(hit)],
    served: () => ({
      groupBy: "cell",
      cellSizeDeg: sizeDeg,
      read(key) {
        if (key === null) return { key, cells: [key] };
        if (!isBbox(key) || key.length !== 4) return undefined;
        const cell = cellAt([(key[0] + key[2]) / 2, (key[1] + key[3]) / 2]);
        return cell.join() === key.join() ? { key: cell.join(), cells: [cell] } : undefined;
      },
    }),
  };
}

function floorTo(value: number, step: number): number {
  // 0.3 / 0.1 is slightly less than 3, but an edge belongs to the cell that begins there.
  return Math.floor(round(value / step, 9)) * step;
}

/** The group of a value, and how it is shown. */
interface ValueGroup {
  readonly key: GroupKey;
  readonly cell: GroupKey;
}

/** Texts up to this length are shown whole. */
const maxShownLength = 200;
/** Of a longer text as many characters at its end. */
const shownEndLength = 80;

/** Maximum texts in the cache, and of one: cleaning costs more than the rest of a feature. */
const maxKnownTexts = 10_000;
const maxKnownLength = 2000;

/** Makes the function that finds the group of a property's value. */
function byValue(): (value: unknown) => ValueGroup {
  const known = new Map<string, ValueGroup>();
  return (value) => {
    if (typeof value !== "string") return groupOf(value);
    const found = known.get(value) ?? groupOf(value);
    if (known.size < maxKnownTexts && value.length <= maxKnownLength) known.set(value, found);
    return found;
  };
}

/** Texts that look or begin alike are groups of their own, though not shown as they are. */
function groupOf(value: unknown): ValueGroup {
  const isNumber = typeof value === "number";
  if (value === null || value === undefined || (isNumber && !Number.isFinite(value)))
    return { key: null, cell: null };
  if (isNumber || typeof value === "boolean") return { key: value, cell: value };
  const text = typeof value === "string" ? value : nestedText(value);
  const whole = cleanText(text, maxShownLength);
  if (text === whole) return { key: whole, cell: whole };
  // The text itself could be long, and there are many groups.
  const key = `${whole} ${bytesToHex(sha256(utf8ToBytes(text)))}`;
  if (text.length <= maxShownLength) return { key, cell: whole };
  const start = cleanText(text.slice(0, maxShownLength), maxShownLength - shownEndLength);
  const end = cleanText(text.slice(-shownEndLength), shownEndLength);
  return { key, cell: `${start}${end}` };
}

const maxBounds = 50;

/** The parts of "frp:10,50,100"; null for anything else. */
function splitRanges(name: string): { property: string; bounds: string[] } | null {
  const [, property, list] = /^(.+?)\s*:\s*([-+\d.eE,\s]+)$/.exec(name) ?? [];
  if (property === undefined || list === undefined) return null;
  return { property, bounds: list.split(",").map((each) => each.trim()) };
}

/**
 * Groups by ranges of a number: below the first bound, from each bound to below the next, from the
 * last one on. Features without a number come last.
 *
 * @throws {ToolError} when the bounds are not numbers in ascending order (`invalid_input`)
 */
function byRanges(property: string, texts: readonly string[]): Grouping {
  const bounds = texts.map((text) => (text === "" ? Number.NaN : Number(text)));
  if (!bounds.every(Number.isFinite) || bounds.length > maxBounds) {
    throw invalidInput(
      `group_by: the bounds in ${quoted(`${property}:${texts.join()}`, 60)} are not up to ${maxBounds} numbers: write for example "${property}:10,50,100".`,
    );
  }
  const sorted = [...new Set(bounds)].sort((a, b) => a - b);
  if (sorted.join() !== bounds.join()) {
    throw invalidInput(
      `group_by: the bounds of ranges must ascend: "${property}:${sorted.join()}".`,
      "group_by",
    );
  }
  const labels = [
    `<${bounds[0]}`,
    ...bounds.slice(1).map((to, i) => `${bounds[i]} to <${to}`),
    `>=${bounds.at(-1)}`,
  ];
  const keyOf = ({ feature }: Hit): number | null => {
    const value = ownProperty(feature.properties, property);
    if (typeof value !== "number" || Number.isNaN(value)) return null;
    const above = bounds.findIndex((bound) => value < bound);
    return above === -1 ? bounds.length : above;
  };
  const labelOf = (key: number | null): Cell => (key === null ? null : labels[key]!);
  return {
    columns: [property],
    isOfProperty: true,
    inOrder: true,
    keyOf,
    cellsOf: (hit) => [labelOf(keyOf(hit))],
    served: () => ({
      groupBy: `ranges:${bounds.join()}:${property}`,
      read: (key) =>
        key === null || isBelow(labels.length)(key) ? { key, cells: [labelOf(key)] } : undefined,
    }),
    emptyGroups: (known) =>
      labels.flatMap((label, key) => (known.has(key) ? [] : [{ key, cells: [label] }])),
  };
}
