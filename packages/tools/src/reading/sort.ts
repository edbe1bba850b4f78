import { isLongInteger } from "@emberline/cql2";
import type { ToolContext } from "../call/context.ts";
import { invalidInput } from "../call/tool-error.ts";
import { checkProperties } from "../collection/check-properties.ts";
import { snapshotOrder } from "../collection/layers.ts";
import type { Outlines } from "../geometry/outlines.ts";
import { propertyNamed, showsAreas } from "../selection/filter-area.ts";
import { filtersSnapshots } from "../selection/fire-scope.ts";
import type { Selection } from "../selection/selection.ts";
import { idOf, ownProperty } from "../values/own-property.ts";
import { timeMsOf } from "../values/roles.ts";
import { offer, quoted } from "../values/text.ts";
import type { Hit } from "./match.ts";
import { readAll } from "./read-all.ts";
import { packTally, type Reading, type ReadingState, tallyNotices } from "./tally.ts";

/** Reads all matches and keeps the first `limit` after the state's place in the sort order. */
export async function readSorted(
  selection: Selection,
  sort: Sort,
  limit: number,
  state: ReadingState | undefined,
  context: ToolContext,
): Promise<Reading> {
  const after = state?.a ?? null;
  let kept: { hit: Hit; key: SortKey }[] = [];
  let ordinal = 0;
  let left = 0;
  /** The value of the last that is kept, and how many with the same were not. */
  let [border, tied]: [SortValue | undefined, number] = [undefined, 0];
  const shorten = () => {
    kept.sort((a, b) => sort.compare(a.key, b.key));
    const last = kept[limit - 1]?.key[0];
    if (last !== border) [border, tied] = [last, 0];
    tied += kept.slice(limit).filter(({ key }) => key[0] === border).length;
    for (const { hit } of kept.slice(limit)) context.memory.release(hit.feature);
    kept = kept.slice(0, limit);
  };
  const tally = await readAll(
    selection,
    context,
    (hit) => {
      const key = sort.keyOf(hit, ordinal++);
      if (after && sort.compare(key, after) <= 0) return;
      left++;
      kept.push({ hit, key });
      context.memory.keep(hit.feature);
      // Keeps only the best, so that memory is bounded.
      if (kept.length >= limit * 4 + 1000) shorten();
    },
    { prepare: (hits) => sort.prepare(hits) },
  );
  shorten();
  const returnedBefore = state?.n ?? 0;
  return {
    hits: kept.map(({ hit }) => hit),
    order: sort.label,
    tally,
    returnedBefore,
    isStopped: false,
    isEnd: left <= kept.length,
    tiesAfter(count) {
      const last = kept[count - 1]?.key[0] ?? null;
      if (last === null) return 0;
      const more = kept.slice(count).filter(({ key }) => key[0] === last).length;
      return more + (last === border ? tied : 0);
    },
    notices: [...sort.notices(), ...tallyNotices(tally, filtersSnapshots(selection))],
    stateAfter: (count) => {
      const last = count === 0 ? after : kept[count - 1]!.key;
      return {
        n: returnedBefore + count,
        t: packTally(tally),
        ...(last !== null && { a: [...last] }),
      };
    },
  };
}

/** Sort keys in addition to the features' properties. */
const computed = new Set(["distance", "time", "area_km2"]);

type SortValue = string | number | null;

/**
 * A place in a sorted listing: the sort value, then the id, so that places are unique. When sorted
 * by time, snapshots of the same time are ordered by sequence before id.
 */
type SortKey = readonly [value: SortValue, id: string, sequence?: number | undefined];

export interface Sort {
  /** As the caller wrote it: `"-frp"`. */
  readonly label: string;
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
