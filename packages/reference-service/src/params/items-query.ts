import { type BooleanExpression, Cql2Error, check, type Lang, parse } from "@emberline/cql2";
import { type Bbox, bboxProblem, flatBox, type Geometry, isBbox } from "@emberline/geo";
import type { Queryable, Selection } from "../store/feature-store.ts";
import type { SortKey } from "../store/sort-order.ts";
import {
  type Crs,
  convertBox,
  convertGeometry,
  crsList,
  defaultCrs,
  findCrs,
} from "../values/crs.ts";
import { invalidParameter } from "../values/problems.ts";
import { type EpochInterval, parseTime } from "../values/time.ts";
import { parseProperties, parseSortby } from "./sort-and-select.ts";

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

const knownParameters = ["limit", "crs", "sortby", "properties", ...selectingParameters];

export interface ItemsQuery {
  selection: Selection;
  limit: number;
  offset: number;
  cursor: string | undefined;
  /** Default: newest first. */
  by: readonly SortKey[] | undefined;
  /** Default: all members. */
  select: readonly string[] | undefined;
  /** CRS of the geometries in the answer. */
  crs: Crs;
}

/**
 * Reads the query of an items request; unknown parameters are ignored.
 * @param documentedOnly whether those that the interface does not describe are unknown
 * @throws {Problem} when a parameter is invalid (400), with its name
 */
export function parseItemsQuery(
  params: URLSearchParams,
  queryables: readonly Queryable[],
  documentedOnly: boolean,
): ItemsQuery {
  checkGivenOnce(params, knownParameters);
  const own = (name: string) => (documentedOnly ? null : params.get(name));
  const by = parseSortby(own("sortby"), queryables);
  // Not a parameter of the interface, so an invalid value is ignored.
  const offset = parseInteger(params.get("offset") ?? "0", 0, Number.MAX_SAFE_INTEGER) ?? 0;
  // A sorted page keeps all features before it.
  if (by && offset > maxLimit) {
    throw invalidParameter(
      "offset",
      `is more than ${maxLimit}, which sortby does not allow: leave it out, and follow the next links.`,
    );
  }
  return {
    selection: parseSelection(params, queryables),
    limit: limitOf(params.get("limit")),
    offset,
    cursor: params.get("cursor") ?? undefined,
    by,
    select: parseProperties(own("properties"), queryables),
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

const exampleBox = "for exampleBox 113,-44,154,-10";

/**
 * Reads `bbox`: 4 numbers (lower left corner, upper right corner) in the axis order of its CRS, or
 * 6 with the lowest and highest height in third and last place. In degrees, west > east crosses the
 * antimeridian. Returns longitudes and latitudes.
 * @throws {Problem} when it is not a box (400)
 */
function parseBbox(text: string, crs: Crs): Bbox {
  const given = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  if (!isBbox(given)) {
    throw invalidParameter("bbox", `must be 4 or 6 numbers separated by commas, ${exampleBox}.`);
  }
  if (crs === defaultCrs) {
    const problem = bboxProblem(given);
    if (problem) throw invalidParameter("bbox", `${problem}; ${exampleBox}.`);
    return given;
  }
  const bbox = convertBox(given, crs);
  const problem = bboxProblem(bbox) ?? projectedProblem(bbox, crs);
  if (problem) {
    throw invalidParameter(
      "bbox",
      `is [${bbox}] in longitude and latitude, which ${problem}; the axes are in the order of ${crs.uri}.`,
    );
  }
  return bbox;
}

function projectedProblem(bbox: Bbox, { isProjected }: Crs): string | undefined {
  const [west, , east] = flatBox(bbox);
  return isProjected && west > east
    ? "has a west greater than its east: only boxes in degrees can cross the antimeridian"
    : undefined;
}

const exampleTime =
  "for exampleTime 2019-09-10T00:00:00Z/2019-09-10T23:59:59Z, or with .. as an open end";

/**
 * Reads `datetime`: an RFC 3339 date-time, or an interval of two, one of which may be open (`..` or
 * empty). A calendar date is accepted too and means its whole UTC day.
 * @throws {Problem} when it is neither a time nor an interval (400)
 */
function parseDatetime(text: string): EpochInterval {
  const ends = text.split("/");
  if (ends.length === 1) return timeOf(text);
  if (ends.length > 2)
    throw invalidParameter("datetime", `has more than one slash; ${exampleTime}.`);
  const [from, to] = ends.map((end) => (end === "" || end === ".." ? undefined : timeOf(end)));
  if (!from && !to) throw invalidParameter("datetime", `is open at both ends; ${exampleTime}.`);
  const start = from?.start ?? -Infinity;
  const end = to?.end ?? Infinity;
  if (start > end) throw invalidParameter("datetime", `ends before it starts; ${exampleTime}.`);
  return { start, end };
}

function timeOf(text: string): EpochInterval {
  // A plus sign that was not percent-encoded arrives as a space.
  const time = parseTime(text.replace(/ (?=\d\d:\d\d$)/, "+"));
  if (!time) {
    throw invalidParameter(
      "datetime",
      `has ${JSON.stringify(text)}, which is not an RFC 3339 date-time; ${exampleTime}.`,
    );
  }
  return time;
}

/**
 * The CRS that a parameter names; default: longitude and latitude.
 * @throws {Problem} when the service does not offer the CRS (400)
 */
export function parseCrs(name: "crs" | "bbox-crs" | "filter-crs", params: URLSearchParams): Crs {
  const uri = params.get(name);
  if (uri === null) return defaultCrs;
  const crs = findCrs(uri);
  if (crs) return crs;
  const offered = crsList.map((one) => one.uri).join(", ");
  throw invalidParameter(name, `must be one of ${offered}.`);
}

/** A decimal integer within bounds, or undefined. */
export function parseInteger(text: string, least: number, most: number): number | undefined {
  if (!/^\d{1,9}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= least && number <= most ? number : undefined;
}

/** ECQL functions that the evaluator supports in addition to the operators of CQL2. */
const functionNames = ["id", "exists", "dwithin", "beyond", "relate"];

const langs: Lang[] = ["cql2-text", "ecql-text"];

/**
 * Reads `filter` in the language of `filter-lang` into a tree whose geometries are in CRS84, and
 * checks it against the collection's queryables.
 * @throws {Problem} when the filter is invalid (400), with all its problems
 */
function parseFilter(
  text: string,
  langName: string | null,
  crs: Crs,
  queryables: readonly Queryable[],
): BooleanExpression {
  const lang = langs.find((one) => one === (langName ?? "cql2-text"));
  if (!lang) throw invalidParameter("filter-lang", `must be one of ${langs.join(", ")}.`);
  return checked(() => parse(text, { lang }), crs, queryables);
}

/** Of a body, which may be longer than a URL: the outline of a large country. */
const treeLimits = { length: 1_000_000, vertices: 100_000 };

/**
 * The same for a filter in CQL2 JSON, as a value.
 * @throws {Problem} when the filter is invalid (400), with all its problems
 */
function parseFilterTree(
  value: unknown,
  crs: Crs,
  queryables: readonly Queryable[],
): BooleanExpression {
  return checked(() => parse(value, { lang: "cql2-json", limits: treeLimits }), crs, queryables);
}

function checked(
  read: () => BooleanExpression,
  crs: Crs,
  queryables: readonly Queryable[],
): BooleanExpression {
  try {
    const tree = read();
    const lonLat = crs === defaultCrs ? tree : (convertTree(tree, crs) as BooleanExpression);
    const problems = check(lonLat, { queryables }, { functions: functionNames });
    if (problems.length > 0) {
      const messages = problems.map(({ message }) => message).join("; ");
      throw invalidParameter("filter", `is not valid: ${messages}`);
    }
    return lonLat;
  } catch (error) {
    if (error instanceof Cql2Error)
      throw invalidParameter("filter", `cannot be read: ${error.message}`);
    throw error;
  }
}

/** A tree with every geometry and box converted to longitude and latitude. */
function convertTree(node: unknown, crs: Crs): unknown {
  if (Array.isArray(node)) return node.map((item) => convertTree(item, crs));
  if (typeof node !== "object" || node === null) return node;
  if ("coordinates" in node || "geometries" in node) {
    return convertGeometry(node as Geometry, crs.toLonLat);
  }
  if ("bbox" in node) return { bbox: convertBox(node.bbox as Bbox, crs) };
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, convertTree(value, crs)]),
  );
}
