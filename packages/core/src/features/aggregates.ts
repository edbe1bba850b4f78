import type { CallOptions } from "../http/call-options.ts";
import type { Http } from "../http/http.ts";
import { readJson } from "../http/response-body.ts";
import type { Redactor } from "../http/urls.ts";
import type { Conformance } from "../service/conformance.ts";
import { collectionUrl, notFoundHint } from "../service/paths.ts";
import type { Aggregation } from "./aggregation.ts";
import { type FeaturePage, parseText } from "./page.ts";
import { type FeatureQuery, searchParamsOf } from "./query.ts";

/** What to count and measure; groups and statistics are in the words of the service. */
/** Classes of a service that aggregates: named areas, and long filters by POST. */
export type AggregatePart = "areas" | "post";

export interface AggregateQuery extends Pick<FeatureQuery, "bbox" | "datetime" | "filter"> {
  /** Up to two, such as `day` or `property:satellite`; default: all features together. */
  groupBy?: readonly string[] | undefined;
  /** Only features in the area of this name. */
  area?: string | undefined;
  /** Properties whose numbers are measured. */
  properties?: readonly string[] | undefined;
  /** Such as `sum` or `p90`. */
  statistics?: readonly string[] | undefined;
  /** Degrees of a side of a cell. */
  cellSizeDeg?: number | undefined;
  /** Minutes east of UTC, or several with the instants between them. */
  utcOffset?: string | undefined;
}

/** Counts and statistics that the service computes, where it offers that. */
export interface Aggregates {
  /** Whether the service declares the classes for it. Asked once; a failure is not remembered. */
  isOffered(
    collectionId: string,
    options?: CallOptions & { readonly parts?: readonly AggregatePart[] },
  ): Promise<boolean>;
  /**
   * Counts and measures features, all in one state of the data. The answer's numbers agree with
   * each other. What is too long for a URL is sent by POST.
   *
   * @throws {ResponseError} when they do not (`response`)
   */
  get(collectionId: string, query?: AggregateQuery & CallOptions): Promise<Aggregation>;
  /** The URL of a query's request, without secrets, to display or log; of a POST, its path. */
  url(collectionId: string, query?: AggregateQuery): string;
}

const classes = "https://github.com/emberline/emberline/spec/aggregate/1.0/conf/";

/** Common limits of servers and proxies are 8,000. */
const maxUrlLength = 4000;

export function createAggregates(
  http: Http,
  featuresUrl: URL,
  redactor: Redactor,
  conformance: Conformance,
): Aggregates {
  function getJson(url: URL, options: CallOptions, hint?: string, body?: string) {
    const parse = (text: string) => parseText(text, options.pause);
    const request = {
      method: body === undefined ? "GET" : "POST",
      url,
      headers: {
        accept: "application/json",
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body === undefined ? { redirectsUnder: featuresUrl } : { body }),
      // A query, whatever its method.
      repeatable: true,
      read: (reply: Parameters<typeof readJson>[0]) => readJson(reply, parse),
      ...(hint !== undefined && { notFoundHint: hint }),
    };
    return http.send(request, options);
  }

  return {
    async isOffered(_, { parts = [], ...options } = {}) {
      const known = await conformance(options);
      return ["aggregate", ...parts].every((each) => known.has(`${classes}${each}`));
    },
    async get(collectionId, query = {}) {
      const { url, body } = aggregateRequest(featuresUrl, collectionId, query);
      const reply = await getJson(url, query, notFoundHint(collectionId, "items"), body);
      const { groupBy = [], properties = [], statistics = [], pause } = query;
      const asked = { groupBy, properties, statistics };
      // Loaded on demand: most programs need no aggregates.
      const { readAggregation } = await import("./aggregation.ts");
      const found = await readAggregation(reply.value, asked, pause);
      if (typeof found === "string") throw reply.invalid(found);
      return { ...found, url: reply.shownUrl };
    },
    url: (id, query = {}) => redactor.url(aggregateRequest(featuresUrl, id, query).url),
  };
}

/** A GET, or the path and body of a POST. */
function aggregateRequest(
  featuresUrl: URL,
  collectionId: string,
  query: AggregateQuery,
): { url: URL; body?: string } {
  const { bbox, datetime, filter, area, groupBy, properties, statistics, ...more } = query;
  const url = collectionUrl(featuresUrl, collectionId, "aggregate");
  const params = searchParamsOf({ bbox, datetime, filter });
  params.delete("limit");
  if (area !== undefined) params.set("area", area);
  for (const each of groupBy ?? []) params.append("group-by", each);
  for (const each of properties ?? []) params.append("property", each);
  if (statistics?.length) params.set("statistics", statistics.join(","));
  if (more.cellSizeDeg !== undefined) params.set("cell-size", String(more.cellSizeDeg));
  if (more.utcOffset !== undefined) params.set("utc-offset", more.utcOffset);
  const path = new URL(url);
  url.search = params.toString();
  if (url.href.length <= maxUrlLength) return { url };
  const members: Record<string, unknown> = Object.fromEntries(params);
  if (groupBy?.length) members["group-by"] = groupBy;
  if (properties?.length) members.property = properties;
  if (typeof filter === "object") members.filter = filter;
  return { url: path, body: JSON.stringify(members) };
}

/** The selection to count. */
export interface CountQuery extends Omit<FeatureQuery, "cursor" | "limit"> {
  /** Reads all features if the service's number is not exact; default false. */
  exact?: boolean | undefined;
}

export interface FeatureCount {
  count: number;
  /** False if features without location or time may be counted. */
  exact: boolean;
  /** The service's `numberMatched`, or the features of all pages. */
  source: "numberMatched" | "pages";
}

/** How a count gets features. */
interface CountAccess {
  onePage(): Promise<FeaturePage>;
  allPages(): AsyncIterable<FeaturePage>;
}

/**
 * Counts what a query selects: by `numberMatched`, or by reading all features if it is missing, or
 * not exact when an exact count was requested. The service selects features without location for
 * any box, and those without time for any interval. Reading excludes the former; it cannot
 * recognize the latter.
 */
export async function countFeatures(query: CountQuery, access: CountAccess): Promise<FeatureCount> {
  const unlocatedMayCount = query.bbox !== undefined;
  const untimedMayCount = query.datetime !== undefined;
  if (!(query.exact && unlocatedMayCount)) {
    const { numberMatched } = await access.onePage();
    if (numberMatched !== undefined) {
      return {
        count: numberMatched,
        exact: !unlocatedMayCount && !untimedMayCount,
        source: "numberMatched",
      };
    }
  }
  let count = 0;
  for await (const { features } of access.allPages()) {
    count += unlocatedMayCount
      ? features.filter(({ geometry }) => geometry !== null).length
      : features.length;
  }
  return { count, exact: !untimedMayCount, source: "pages" };
}
