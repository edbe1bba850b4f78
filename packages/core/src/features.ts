import { readJson } from "./answer.ts";
import type { Reply } from "./attempt.ts";
import { checkFeature } from "./check-geojson.ts";
import { notFoundHint } from "./documented.ts";
import { InvalidRequestError } from "./errors.ts";
import type { Feature } from "./geojson.ts";
import type { Http } from "./http.ts";
import { fromCursor } from "./links.ts";
import { type ListingQuery, listPages } from "./listing.ts";
import type { CallOptions } from "./options.ts";
import { type FeaturePage, readPage } from "./page.ts";
import { collectionUrl, featureUrl } from "./paths.ts";
import { type FeatureQuery, searchParamsOf } from "./query.ts";
import type { Redactor } from "./redact.ts";

export interface Features {
  /** One page of a collection's features, in the service's order. */
  page(collectionId: string, query?: FeatureQuery & CallOptions): Promise<FeaturePage>;
  /** All features that match, page by page as they are asked for, each once. */
  iterate(collectionId: string, query?: ListingQuery & CallOptions): AsyncIterable<Feature>;
  /** The same by page. The `next` of any page resumes the listing after it. */
  pages(collectionId: string, query?: ListingQuery & CallOptions): AsyncIterable<FeaturePage>;
  /** One feature. Throws `NotFoundError`. */
  get(
    collectionId: string,
    featureId: string,
    options?: CallOptions & { crs?: string },
  ): Promise<Feature>;
  /** The URL of a query's first request, without secrets, to show or to log. */
  url(collectionId: string, query?: FeatureQuery): string;
}

const accept = "application/geo+json, application/json";

export function createFeatures(http: Http, featuresUrl: URL, redactor: Redactor): Features {
  function itemsUrl(collectionId: string): URL {
    return collectionUrl(featuresUrl, collectionId, "items");
  }

  function pageUrl(collectionId: string, query: FeatureQuery): URL {
    const url = itemsUrl(collectionId);
    if (query.cursor !== undefined) return fromCursor(query.cursor, url, featuresUrl);
    url.search = searchParamsOf(query).toString();
    return url;
  }

  function getJson(url: URL, options: CallOptions, hint: string): Promise<Reply<unknown>> {
    const headers = { accept };
    return http.send(
      {
        method: "GET",
        url,
        headers,
        repeatable: true,
        redirectsUnder: featuresUrl,
        notFoundHint: hint,
        read: readJson,
      },
      options,
    );
  }

  async function getPage(
    collectionId: string,
    url: URL,
    query: FeatureQuery & CallOptions,
  ): Promise<FeaturePage> {
    const reply = await getJson(url, query, notFoundHint(collectionId, "items"));
    return readPage(reply, {
      request: url,
      shownUrl: redactor.url(url),
      items: itemsUrl(collectionId),
      featuresUrl,
      onInvalid: query.onInvalid ?? "throw",
    });
  }

  function pages(
    collectionId: string,
    query: ListingQuery & CallOptions = {},
  ): AsyncIterable<FeaturePage> {
    return listPages(query, {
      firstUrl: (limit) => pageUrl(collectionId, { ...query, limit }),
      urlOf: (cursor) => pageUrl(collectionId, { cursor }),
      getPage: (url, signal) => getPage(collectionId, url, { ...query, signal }),
    });
  }

  return {
    async page(collectionId, query = {}) {
      return getPage(collectionId, pageUrl(collectionId, query), query);
    },
    pages,
    async *iterate(collectionId, query) {
      for await (const page of pages(collectionId, query)) yield* page.features;
    },
    async get(collectionId, featureId, options = {}) {
      const url = featureUrl(featuresUrl, collectionId, featureId);
      if (options.crs === "")
        throw new InvalidRequestError("crs is empty: leave it out or give a CRS URI.");
      if (options.crs !== undefined) url.searchParams.set("crs", options.crs);
      const reply = await getJson(
        url,
        options,
        notFoundHint(collectionId, "one feature by its id", featureId),
      );
      const problem = checkFeature(reply.value);
      if (problem) throw reply.invalid(`feature${problem}`);
      return reply.value as Feature;
    },
    url(collectionId, query = {}) {
      return redactor.url(pageUrl(collectionId, query));
    },
  };
}
