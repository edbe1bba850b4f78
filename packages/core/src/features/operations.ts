import type { Properties } from "@emberline/geo";
import type { CallOptions } from "../http/call-options.ts";
import type { Feature } from "../values/bbox.ts";
import type { CountQuery, FeatureCount } from "./aggregates.ts";
import type { ListingQuery } from "./listing.ts";
import type { FeaturePage } from "./page.ts";
import type { FeatureQuery, PropertiesSchema } from "./query.ts";

/**
 * `total`: as `FeatureQuery.sortBy` describes. `weak`, of another server: features with the same
 * value come in any order, and only the property `by` was tried.
 */
export type SortOrder = "total" | "weak";

export interface Features {
  /**
   * One page of a collection's features, in the service's order.
   *
   * @example
   * const page = await client.features.page("svc:hotspots", { filter, queryables, limit: 20 });
   */
  page<P = Properties>(
    collectionId: string,
    query?: FeatureQuery<P> & CallOptions,
  ): Promise<FeaturePage<P>>;
  /**
   * All features that match, each once. Pages are requested as they are needed.
   *
   * @example
   * for await (const { id, geometry } of client.features.iterate("svc:hotspots", { bbox })) {
   *   console.log(id, geometry);
   * }
   */
  iterate<P = Properties>(
    collectionId: string,
    query?: ListingQuery<P> & CallOptions,
  ): AsyncIterable<Feature<P>>;
  /**
   * All features that match, by page. The `next` or `added` of any page resumes the listing after
   * it.
   *
   * @example
   * const rest = { ...query, cursor: first.added, pageSize: 10_000, readBefore: 20 };
   * for await (const page of client.features.pages("svc:hotspots", rest)) {
   *   total += page.features.length;
   * }
   */
  pages<P = Properties>(
    collectionId: string,
    query?: ListingQuery<P> & CallOptions,
  ): AsyncIterable<FeaturePage<P>>;
  /**
   * One feature, in the CRS of a URI if one is given.
   *
   * @throws {NotFoundError} when the service does not have or offer it (`not-found`)
   *
   * @example
   * const fire = await client.features.get("svc:satellite-perimeters", id);
   */
  get<P = Properties>(
    collectionId: string,
    featureId: string,
    options?: GetOptions<P>,
  ): Promise<Feature<P>>;
  /**
   * How many features match, and whether that is exact.
   *
   * @example
   * const { count, exact, source } = await client.features.count("svc:hotspots", {
   *   bbox: [-130, 30, -100, 50],
   *   exact: true,
   * });
   */
  count(collectionId: string, query?: CountQuery & CallOptions): Promise<FeatureCount>;
  /**
   * How the service sorts a collection; null if it does not. Asked once; a failure is not
   * remembered.
   */
  sorts(collectionId: string, options?: CallOptions & { by?: string }): Promise<SortOrder | null>;
  /** Whether the service leaves out what `FeatureQuery.select` does not name; as `sorts`. */
  selects(collectionId: string, options?: CallOptions): Promise<boolean>;
  /**
   * The URL of a query's first request, without secrets, to display or log.
   *
   * @example
   * console.log(client.features.url("svc:hotspots", { bbox, limit: 20 }));
   */
  url(collectionId: string, query?: FeatureQuery): string;
  /**
   * A query's first request, without secrets, as it would be sent, and what it would leave to the
   * caller to select. Of a service's abilities, what is not known yet is found out.
   *
   * @example
   * const { url, unapplied } = await client.features.plan("svc:hotspots", { filter, limit: 20 });
   */
  plan(collectionId: string, query?: FeatureQuery & CallOptions): Promise<RequestPlan>;
}

/** What a query would request first. */
export interface RequestPlan {
  readonly url: string;
  /** Parameters that the service would not apply, or not exactly. */
  readonly unapplied?: FeaturePage["unapplied"];
}

export interface GetOptions<P = Properties> extends CallOptions {
  crs?: string | undefined;
  properties?: PropertiesSchema<P> | undefined;
}
