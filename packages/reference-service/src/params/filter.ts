import { type BooleanExpression, Cql2Error, check, type Lang, parse } from "@emberline/cql2";
import type { Bbox, Geometry } from "@emberline/geo";
import { type Crs, convertBox, convertGeometry, defaultCrs } from "../crs.ts";
import { invalidParameter } from "../problems.ts";
import type { Queryable } from "../store/feature-store.ts";

/** ECQL functions that the evaluator supports in addition to the operators of CQL2. */
const functionNames = ["id", "exists", "dwithin", "beyond", "relate"];

const langs: Lang[] = ["cql2-text", "ecql-text"];

/**
 * Reads `filter` in the language of `filter-lang` into a tree whose geometries are in CRS84, and
 * checks it against the collection's queryables.
 * @throws {Problem} when the filter is invalid (400), with all its problems
 */
export function parseFilter(
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
export function parseFilterTree(
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
