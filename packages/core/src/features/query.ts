import { type BooleanExpression, Cql2Error, check, parse, print } from "@emberline/cql2";
import type { Bbox, Properties } from "@emberline/geo";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { checkLimit } from "../service/paths.ts";
import type { Queryable } from "../service/types.ts";
import { checkBbox, checkBboxShape } from "../values/bbox.ts";
import { InvalidRequestError } from "../values/errors.ts";
import { parseInterval } from "../values/interval.ts";

export interface FeatureQuery<P = Properties> {
  /** The size of a page, from 1 to 10,000; default 1,000. */
  limit?: number | undefined;
  /** Selects geometries that intersect it, and features without one. WGS 84 unless `bboxCrs`. */
  bbox?: Bbox | undefined;
  /** RFC 3339 instant or interval with `..`. Features without time are selected too. */
  datetime?: string | undefined;
  /** Text, parsed before it is sent, or a tree of `@emberline/cql2`. */
  filter?: Filter | undefined;
  /** Language of a text filter, and the language in which a tree is sent; default `cql2-text`. */
  filterLang?: FilterLang | undefined;
  /** From `collections.queryables`: the filter is checked against it before anything is sent. */
  queryables?: Queryable[] | undefined;
  /**
   * Names of properties to sort by, descending with `-`. Where `features.sorts` is `total`, `time`
   * is the time of features; numbers come before texts, descending after them; features without a
   * value come last, and equal ones in the order of their ids. Default: the service's order.
   */
  sortBy?: readonly string[] | undefined;
  /** The only properties to send; `geometry` is one of them. Default: all. */
  select?: readonly string[] | undefined;
  /** URI of the CRS of geometries in `filter`. */
  filterCrs?: string | undefined;
  /** URI of the CRS of returned geometries; it sets their axis order. */
  crs?: string | undefined;
  /** URI of the CRS of `bbox`. */
  bboxCrs?: string | undefined;
  /**
   * The `next` of an earlier page, which replaces all members above; or its `added`, together with
   * the same query. With `added`, the page size may change, except on a service that counts pages
   * (`page=2`). The new listing does not know the features of earlier pages, so it does not drop
   * repeated ones.
   */
  cursor?: string | undefined;
  /** A Standard Schema that parses the properties of every feature. */
  properties?: PropertiesSchema<P> | undefined;
  /** Applies to features that break RFC 7946 or do not fit `properties`; default `throw`. */
  onInvalid?: "throw" | "skip" | undefined;
}

/** The largest page of the interface. */
export const maxPageSize = 10_000;
export const defaultPageSize = 1000;
const crs84 = /^https?:\/\/www\.opengis\.net\/def\/crs\/OGC\/(1\.3|0)\/CRS84h?$/;

/** The parameters that are the same for every page of a listing. */
export const selectionParameters = [
  "bbox",
  "bbox-crs",
  "datetime",
  "filter",
  "filter-lang",
  "filter-crs",
  "crs",
  "sortby",
  "properties",
] as const;

/** The query's parameters, checked. Throws `InvalidRequestError`. */
export function searchParamsOf(query: FeatureQuery<unknown>): URLSearchParams {
  // The interface states two defaults for the limit, so it is always sent.
  const params = new URLSearchParams({
    limit: String(checkLimit(query.limit ?? defaultPageSize, "limit", maxPageSize)),
  });
  if (query.bbox !== undefined) {
    const inDegrees = query.bboxCrs === undefined || crs84.test(query.bboxCrs);
    params.set("bbox", (inDegrees ? checkBbox(query.bbox) : checkBboxShape(query.bbox)).join(","));
  }
  if (query.datetime !== undefined) {
    parseInterval(query.datetime);
    params.set("datetime", query.datetime);
  }
  if (query.filter !== undefined) {
    params.set(
      "filter",
      filterText(query.filter, query.filterLang ?? "cql2-text", query.queryables),
    );
    setText(params, "filter-lang", query.filterLang);
  }
  setText(params, "sortby", query.sortBy?.join(","));
  setText(params, "properties", query.select?.join(","));
  setText(params, "filter-crs", query.filterCrs);
  setText(params, "crs", query.crs);
  setText(params, "bbox-crs", query.bboxCrs);
  return params;
}

/** Sets a parameter that is given. Throws `InvalidRequestError` for an empty one. */
export function setText(params: URLSearchParams, name: string, value: string | undefined): void {
  if (value === undefined) return;
  if (value.trim() === "")
    throw new InvalidRequestError(`${name} is empty: leave it out or give it a value.`);
  params.set(name, value);
}

/** A filter as text, or as a tree of `@emberline/cql2`. */
export type Filter = string | BooleanExpression;

export type FilterLang = "cql2-text" | "ecql-text";

/**
 * The filter as text in the language, parsed and, with queryables, checked. Text is not changed.
 * Throws `InvalidRequestError` listing all problems and their positions.
 */
function filterText(filter: Filter, lang: FilterLang, queryables: Queryable[] | undefined): string {
  try {
    const tree = typeof filter === "string" ? parse(filter, { lang }) : filter;
    const problems = queryables ? check(tree, { queryables }) : [];
    if (problems.length > 0) {
      const messages = problems.map(({ message }) => message).join("; ");
      throw new InvalidRequestError(
        `The filter does not fit the queryables of the collection: ${messages}.`,
      );
    }
    return typeof filter === "string" ? filter : print(tree, { lang });
  } catch (error) {
    if (!(error instanceof Cql2Error)) throw error;
    throw new InvalidRequestError(`The filter is not valid ${lang}: ${error.message}`, {
      cause: error,
    });
  }
}

/** A schema for properties, of any library that implements Standard Schema. */
export type PropertiesSchema<P> = StandardSchemaV1<unknown, P>;
