import type { Crs } from "../crs.ts";
import { invalidParameter } from "../problems.ts";
import type { Queryable, Selection } from "../store/feature-store.ts";
import { parseBbox } from "./bbox.ts";
import { parseCrs } from "./crs.ts";
import { parseDatetime } from "./datetime.ts";
import { parseFilter, parseFilterTree } from "./filter.ts";
import { parseInteger } from "./integer.ts";

export const maxLimit = 10_000;
const defaultLimit = 10;

/** The parameters that select features. */
export const selectingParameters = [
  "bbox",
  "datetime",
  "filter",
  "filter-lang",
  "filter-crs",
  "bbox-crs",
];

const knownParameters = ["limit", "crs", ...selectingParameters];

export interface ItemsQuery {
  selection: Selection;
  limit: number;
  offset: number;
  cursor: string | undefined;
  /** CRS of the geometries in the answer. */
  crs: Crs;
}

/**
 * Reads the query of an items request; unknown parameters are ignored.
 * @throws {Problem} when a parameter is invalid (400), with its name
 */
export function parseItemsQuery(
  params: URLSearchParams,
  queryables: readonly Queryable[],
): ItemsQuery {
  checkGivenOnce(params, knownParameters);
  return {
    selection: parseSelection(params, queryables),
    limit: limitOf(params.get("limit")),
    // Not a parameter of the interface, so an invalid value is ignored.
    offset: parseInteger(params.get("offset") ?? "0", 0, Number.MAX_SAFE_INTEGER) ?? 0,
    cursor: params.get("cursor") ?? undefined,
    crs: parseCrs("crs", params),
  };
}

/** @throws {Problem} when a parameter is given more than once (400) */
export function checkGivenOnce(params: URLSearchParams, names: readonly string[]): void {
  for (const name of names) {
    if (params.getAll(name).length > 1) throw invalidParameter(name, "is given more than once.");
  }
}

/**
 * Reads the parameters that select features.
 * @param tree a filter in CQL2 JSON, instead of a text in the parameters
 * @throws {Problem} when one is invalid (400), with its name
 */
export function parseSelection(
  params: URLSearchParams,
  queryables: readonly Queryable[],
  tree?: unknown,
): Selection {
  const selection: Selection = {};
  const bbox = params.get("bbox");
  const datetime = params.get("datetime");
  const filter = params.get("filter");
  const bboxCrs = parseCrs("bbox-crs", params);
  const filterCrs = parseCrs("filter-crs", params);
  if (bbox !== null) selection.box = parseBbox(bbox, bboxCrs);
  if (datetime !== null) selection.interval = parseDatetime(datetime);
  if (tree !== undefined) {
    selection.filter = parseFilterTree(tree, filterCrs, queryables);
  } else if (filter !== null) {
    selection.filter = parseFilter(filter, params.get("filter-lang"), filterCrs, queryables);
  }
  return selection;
}

function limitOf(text: string | null): number {
  if (text === null) return defaultLimit;
  const limit = parseInteger(text, 1, maxLimit);
  if (limit === undefined) {
    throw invalidParameter(
      "limit",
      `must be an integer from 1 to ${maxLimit}, not "${text.slice(0, 40)}".`,
    );
  }
  return limit;
}
