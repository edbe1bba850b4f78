import type { CallOptions } from "../http/call-options.ts";
import type { Http } from "../http/http.ts";
import { readJson } from "../http/read-response.ts";
import type { Redactor } from "../http/redact.ts";
import { resolveUnder } from "../http/urls.ts";
import { notFoundHint } from "../service/not-found-hint.ts";
import { collectionUrl } from "../service/paths.ts";
import { isObject } from "../values/check-geojson.ts";
import type { Aggregation } from "./aggregation.ts";
import { parseText } from "./parse-text.ts";
import { type FeatureQuery, searchParamsOf } from "./query.ts";

/** What to count and measure; groups and statistics are in the words of the service. */
export interface AggregateQuery extends Pick<FeatureQuery, "bbox" | "datetime" | "filter"> {
  /** Up to two, such as `day` or `property:satellite`; default: all features together. */
  groupBy?: readonly string[] | undefined;
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
  /** Whether the service declares the class for it. Asked once; a failure is not remembered. */
  isOffered(collectionId: string, options?: CallOptions): Promise<boolean>;
  /**
   * Counts and measures features, all in one state of the data. The answer's numbers agree with
   * each other.
   *
   * @throws {ResponseError} when they do not (`response`)
   */
  get(collectionId: string, query?: AggregateQuery & CallOptions): Promise<Aggregation>;
  /** The URL of a query's request, without secrets, to display or log. */
  url(collectionId: string, query?: AggregateQuery): string;
}

const aggregateClass = "https://github.com/emberline/emberline/spec/aggregate/1.0/conf/aggregate";

export function createAggregates(http: Http, featuresUrl: URL, redactor: Redactor): Aggregates {
  let isOffered: boolean | undefined;

  function getJson(url: URL, options: CallOptions, hint?: string) {
    const parse = (text: string) => parseText(text, options.pause, "groups");
    const request = {
      method: "GET",
      url,
      headers: { accept: "application/json" },
      repeatable: true,
      redirectsUnder: featuresUrl,
      read: (body: Parameters<typeof readJson>[0]) => readJson(body, parse),
      ...(hint !== undefined && { notFoundHint: hint }),
    };
    return http.send(request, options);
  }

  return {
    async isOffered(_, options = {}) {
      if (isOffered !== undefined) return isOffered;
      const { value } = await getJson(resolveUnder(featuresUrl, "conformance"), options);
      const classes = isObject(value) && Array.isArray(value.conformsTo) ? value.conformsTo : [];
      isOffered = classes.includes(aggregateClass);
      return isOffered;
    },
    async get(collectionId, query = {}) {
      const url = aggregateUrl(featuresUrl, collectionId, query);
      const reply = await getJson(url, query, notFoundHint(collectionId, "items"));
      const { groupBy = [], properties = [], statistics = [], pause } = query;
      const asked = { groupBy, properties, statistics };
      // Loaded on demand: most programs need no aggregates.
      const { readAggregation } = await import("./aggregation.ts");
      const found = await readAggregation(reply.value, asked, pause);
      if (typeof found === "string") throw reply.invalid(found);
      return { ...found, url: reply.shownUrl };
    },
    url: (id, query = {}) => redactor.url(aggregateUrl(featuresUrl, id, query)),
  };
}

function aggregateUrl(featuresUrl: URL, collectionId: string, query: AggregateQuery): URL {
  const { bbox, datetime, filter, groupBy, properties, statistics, ...more } = query;
  const url = collectionUrl(featuresUrl, collectionId, "aggregate");
  const params = searchParamsOf({ bbox, datetime, filter });
  params.delete("limit");
  for (const each of groupBy ?? []) params.append("group-by", each);
  for (const each of properties ?? []) params.append("property", each);
  if (statistics?.length) params.set("statistics", statistics.join(","));
  if (more.cellSizeDeg !== undefined) params.set("cell-size", String(more.cellSizeDeg));
  if (more.utcOffset !== undefined) params.set("utc-offset", more.utcOffset);
  url.search = params.toString();
  return url;
}
