import { invalidParameter } from "../http/problems.ts";
import type { Selection } from "../store/feature-store.ts";
import { parseBbox } from "./bbox.ts";
import { parseDatetime } from "./datetime.ts";
import { parseInteger } from "./integer.ts";

export const MAX_LIMIT = 10_000;
const DEFAULT_LIMIT = 10;
const CRS84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84";

const KNOWN = [
  "limit",
  "bbox",
  "datetime",
  "filter",
  "filter-lang",
  "filter-crs",
  "crs",
  "bbox-crs",
];
const NOT_OFFERED = ["filter", "filter-lang", "filter-crs"];

export interface ItemsQuery {
  selection: Selection;
  limit: number;
  offset: number;
  cursor: string | undefined;
}

/**
 * Reads the query of an items request; parameters it does not know are passed over.
 * @throws {Problem} 400 naming the parameter
 */
export function parseItemsQuery(params: URLSearchParams): ItemsQuery {
  for (const name of KNOWN) {
    if (params.getAll(name).length > 1) throw invalidParameter(name, "is given more than once.");
  }
  for (const name of NOT_OFFERED) {
    if (params.has(name)) throw invalidParameter(name, "is not offered by this service.");
  }
  for (const name of ["crs", "bbox-crs"]) {
    const crs = params.get(name);
    if (crs !== null && crs !== CRS84) {
      throw invalidParameter(name, `must be ${CRS84}, the only CRS this service offers.`);
    }
  }
  const selection: Selection = {};
  const bbox = params.get("bbox");
  const datetime = params.get("datetime");
  if (bbox !== null) selection.box = parseBbox(bbox);
  if (datetime !== null) selection.interval = parseDatetime(datetime);
  return {
    selection,
    limit: limitOf(params.get("limit")),
    // Not a parameter of the interface, so a value that makes no sense has no effect.
    offset: parseInteger(params.get("offset") ?? "0", 0, Number.MAX_SAFE_INTEGER) ?? 0,
    cursor: params.get("cursor") ?? undefined,
  };
}

function limitOf(text: string | null): number {
  if (text === null) return DEFAULT_LIMIT;
  const limit = parseInteger(text, 1, MAX_LIMIT);
  if (limit === undefined) {
    throw invalidParameter(
      "limit",
      `must be an integer from 1 to ${MAX_LIMIT}, not "${text.slice(0, 40)}".`,
    );
  }
  return limit;
}
