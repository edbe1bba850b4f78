import { isLongInteger } from "@emberline/cql2";
import { invalidInput } from "../call/tool-error.ts";
import { checkProperties } from "../collection/check-properties.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { snapshotOrder } from "../collection/layers.ts";
import type { Outlines } from "../geometry/outlines.ts";
import { propertyNamed, showsAreas } from "../selection/filter-area.ts";
import type { Selection } from "../selection/selection.ts";
import { idOf, ownProperty } from "../values/own-property.ts";
import { timeMsOf } from "../values/roles.ts";
import { offer, quoted } from "../values/text.ts";
import type { Hit } from "./match.ts";

/** Sort keys in addition to the features' properties. */
const computed = new Set(["distance", "time", "area_km2"]);

export type SortValue = string | number | null;

/**
 * A place in a sorted listing: the sort value, then the id, so that places are unique. When sorted
 * by time, snapshots of the same time are ordered by sequence before id.
 */
export type SortKey = readonly [value: SortValue, id: string, sequence?: number | undefined];

export interface ServedSort {
  /** What the service sorts by: a property, or `time`. */
  readonly key: string;
  /** The property whose values are the same. */
  readonly property: string;
  readonly isDescending: boolean;
  readonly isTime: boolean;
}

export interface Sort {
  /** As the caller wrote it: `"-frp"`. */
  readonly label: string;
  /** How a service may be asked for the same order; null for one that it cannot know. */
  readonly served: ServedSort | null;
  keyOf(hit: Hit, ordinal: number): SortKey;
  compare(a: SortKey, b: SortKey): number;
  /** That values of two types were compared, or there was none. */
  notices(): string[];
  /** Computes what the sort keys of these hits need. */
  prepare(hits: readonly Hit[]): Promise<void>;
}

/** @throws {ToolError} for "frp desc", with "-frp", if that is a known name (`invalid_input`) */
export function checkSortWords(text: string, known: readonly string[]): void {
  const [, name = "", order = ""] = /^[-+]?(.+?)[\s:,]+(desc|asc)(?:ending)?$/i.exec(text) ?? [];
  if (!known.includes(name)) return;
  const sort = order.toLowerCase() === "desc" ? `-${name}` : name;
  throw invalidInput(`sort: a "-" in front means descending. ${offer({ sort })}`, "sort");
}

/**
 * The sort order from the argument; default: nearest first in a circle, else null, the service's
 * order.
 *
 * @throws {ToolError} when the collection does not have the property (`invalid_input`)
 */
export function parseSort(
  text: string | undefined,
  selection: Selection,
  outlines: Outlines,
): Sort | null {
  const isCircle = selection.area?.kind === "circle";
  const label = text ?? (isCircle ? "distance" : undefined);
  if (label === undefined) return null;
  const descending = label.startsWith("-");
  const { collection } = selection;
  const name = label.replace(/^[-+]/, "");
  const property = propertyNamed(name, collection);
  const isByArea = name === "area_km2" && showsAreas(collection);
  if (property === "distance" && !isCircle) {
    throw invalidInput(
      selection.fire
        ? `sort "distance" is for a point alone: beside fire, near is only measured from. ${offer({ sort: null })}`
        : 'sort "distance" needs a point: add near ("lat,lon"), or lon and lat.',
      "sort",
    );
  }
  if (!computed.has(name)) {
    const listed = collection.queryables ?? collection.sampled ?? [];
    checkSortWords(label, [...computed, ...listed.flatMap(({ id }) => id ?? [])]);
    checkProperties([property], collection, "sort", [...computed]);
  }
  const { roles } = collection;
  const isByTime = property === "time" || roles.time?.includes(property) === true;
  const sign = descending ? -1 : 1;
  const ranks = new Set<number>();
  let isKeyed = false;
  return {
    label,
    served: servedSort(property, descending, collection),
    keyOf(hit, ordinal) {
      const id = idOf(hit.feature) ?? `#${ordinal}`;
      if (!isByTime || roles.sequence === undefined) return [sortValue(hit), id];
      return [sortValue(hit), id, snapshotOrder(hit.feature, collection).sequence];
    },
    compare([a, idA, sequenceA], [b, idB, sequenceB]) {
      const byValue = compareValues(a, b, descending);
      if (byValue !== 0 || sequenceA === undefined) return byValue || compareTexts(idA, idB);
      return sign * (sequenceA - (sequenceB ?? 0) || compareTexts(idA, idB));
    },
    notices() {
      if (computed.has(name) || ranks.size === 1) return [];
      if (ranks.size === 0)
        return isKeyed ? [`No feature has a value of ${quoted(property, 60)} to sort by.`] : [];
      return [
        `${quoted(property, 60)} is a number in some features and text in others: ${descending ? "texts come before numbers" : "numbers come before texts"}.`,
      ];
    },
    async prepare(hits) {
      if (isByArea) await outlines.measure(hits.map(({ feature }) => feature.geometry));
    },
  };

  function sortValue(hit: Hit): SortValue {
    if (property === "distance") return hit.bearing?.distanceKm ?? null;
    if (isByArea) return hit.feature.geometry && outlines.areaKm2(hit.feature.geometry);
    const own = ownProperty(hit.feature.properties, property);
    isKeyed = true;
    if (isSortable(own)) {
      const value = typeof own === "boolean" ? Number(own) : own;
      ranks.add(rank(value));
      return value;
    }
    return property === "time" ? timeMsOf(hit.feature.properties, roles) : null;
  }
}

/** Of numbers, and of times in one form: the order of other texts may differ. */
function servedSort(
  key: string,
  isDescending: boolean,
  { queryables, roles, isByDate }: CollectionInfo,
): ServedSort | null {
  const typesOf = (name: string) => queryables?.filter(({ id }) => id === name) ?? [];
  const isTime = key === "time" && typesOf(key).length === 0;
  const property = isTime && !isByDate && roles.time?.length === 1 ? roles.time[0]! : key;
  const types = typesOf(property);
  const isPlain = types.length === 1 && /^(number|integer|dateTime)$/.test(types[0]!.type);
  const isBySequence = roles.time?.includes(property) === true && roles.sequence !== undefined;
  if (!isPlain || isBySequence || key === "distance" || key === "area_km2") return null;
  return { key, property, isDescending, isTime: types[0]!.type === "dateTime" };
}

function isSortable(own: unknown): own is number | string | boolean {
  return typeof own === "number" || typeof own === "string" || typeof own === "boolean";
}

/** Numbers come before texts; missing values come last in either direction. */
function compareValues(a: SortValue, b: SortValue, descending: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const ascending =
    rank(a) - rank(b) ||
    (rank(a) === 0 ? compareNumbers(a, b) : compareTexts(String(a), String(b)));
  return descending ? -ascending : ascending;
}

function rank(value: string | number): number {
  return typeof value === "number" || isLongInteger(value) ? 0 : 1;
}

function compareNumbers(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [x, y] = [a, b].map((each) => (typeof each === "string" ? BigInt(each) : each));
  return x! < y! ? -1 : Number(x! > y!);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** That rows outside the answer have the value of the last one in the order. */
export function tiesNotice(order: string | undefined, ties: number): string | null {
  if (order === undefined || ties === 0) return null;
  return `${ties} more ${ties === 1 ? "has" : "have"} the same ${quoted(order.replace(/^[-+]/, ""), 60)} as the last row.`;
}
