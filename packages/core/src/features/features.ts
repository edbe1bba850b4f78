import type { Reply } from "../http/attempt.ts";
import type { CallOptions } from "../http/call-options.ts";
import type { Http } from "../http/http.ts";
import type { JsonForms } from "../http/json-forms.ts";
import { type ResponseBody, readJson } from "../http/response-body.ts";
import type { Redactor } from "../http/urls.ts";
import type { Conformance } from "../service/conformance.ts";
import { collectionUrl, featureUrl, notFoundHint } from "../service/paths.ts";
import { checkFeature, type Feature } from "../values/bbox.ts";
import { countFeatures } from "./aggregates.ts";
import { fromCursor, withAddition } from "./links.ts";
import { type ListingQuery, listPages } from "./listing.ts";
import type { Watch } from "./listing-watch.ts";
import type { Features, GetOptions } from "./operations.ts";
import { type FeaturePage, type PageQuirks, type PageSizes, parseText, readPage } from "./page.ts";
import { type FeatureQuery, maxPageSize, searchParamsOf, setText } from "./query.ts";

/** The service declares the order that `FeatureQuery.sortBy` describes. */
const orderClass = "https://github.com/emberline/emberline/spec/sorting/1.0/conf/order";

/** OGC API Features Part 6 (draft 24-019). */
const selectionClass = "http://www.opengis.net/spec/ogcapi-features-6/1.0/conf/properties-features";

const accept = "application/geo+json, application/json";

/** How pages of another server than the interface's are requested, read and joined. */
export interface ListingQuirks extends PageQuirks {
  createForms(): JsonForms;
  createPageSizes(): PageSizes;
  createWatch(readBefore: number | undefined): Watch;
}

export function createFeatures(
  http: Http,
  featuresUrl: URL,
  redactor: Redactor,
  { quirks, conformance }: { quirks: ListingQuirks | undefined; conformance: Conformance },
): Features {
  const forms = quirks?.createForms();
  const sizes = quirks?.createPageSizes();

  function itemsUrl(collectionId: string): URL {
    return collectionUrl(featuresUrl, collectionId, "items");
  }

  function pageUrl(collectionId: string, query: FeatureQuery<unknown>): URL {
    const url = itemsUrl(collectionId);
    const { cursor } = query;
    if (cursor !== undefined && !cursor.startsWith("&"))
      return fromCursor(cursor, url, featuresUrl);
    url.search = searchParamsOf(query).toString();
    return cursor === undefined ? url : withAddition(cursor, url);
  }

  /** With what is known of the forms and sizes that the server gives. */
  function shownUrl(collectionId: string, query: FeatureQuery = {}): string {
    const asked = pageUrl(collectionId, query);
    const fitting = sizes ? sizes.fit(collectionId, asked) : asked;
    return redactor.url(forms ? forms.known("features", fitting) : fitting);
  }

  function getJson(url: URL, options: CallOptions, hint: string): Promise<Reply<unknown>> {
    const parse = (text: string) => parseText(text, options.pause);
    const send = (url: URL, read: (body: ResponseBody) => Promise<unknown>) => {
      const request = { method: "GET", url, headers: { accept }, repeatable: true, read };
      return http.send({ ...request, redirectsUnder: featuresUrl, notFoundHint: hint }, options);
    };
    return forms
      ? forms.get("features", url, send, parse)
      : send(url, (body) => readJson(body, parse));
  }

  async function getPage<P>(
    collectionId: string,
    url: URL,
    query: FeatureQuery<P> & CallOptions,
  ): Promise<FeaturePage<P>> {
    const get = (url: URL) => requestPage(collectionId, url, query);
    return sizes ? sizes.send(collectionId, url, get) : get(url);
  }

  async function requestPage<P>(
    collectionId: string,
    url: URL,
    query: FeatureQuery<P> & CallOptions,
  ): Promise<FeaturePage<P>> {
    const reply = await getJson(url, query, notFoundHint(collectionId, "items"));
    const onInvalid = query.onInvalid ?? "throw";
    const page = await readPage(reply, {
      request: url,
      items: itemsUrl(collectionId),
      featuresUrl,
      onInvalid,
      pause: query.pause,
      quirks,
    });
    const features = await fitting(page.features, query, reply);
    return { ...page, features, skipped: page.skipped + page.features.length - features.length };
  }

  async function fitting<P>(
    features: Feature[],
    { properties, onInvalid = "throw" }: Pick<FeatureQuery<P>, "properties" | "onInvalid">,
    reply: Reply<unknown>,
  ): Promise<Feature<P>[]> {
    if (!properties) return features as Feature<P>[];
    // Loaded on demand: most programs have no schema.
    const { withProperties } = await import("./fit-properties.ts");
    return withProperties(features, properties, onInvalid, reply);
  }

  function pages<P>(
    collectionId: string,
    query: ListingQuery<P> & CallOptions = {},
    firstUrl = (limit: number): URL => pageUrl(collectionId, { ...query, limit }),
  ): AsyncIterable<FeaturePage<P>> {
    return listPages(query, {
      firstUrl,
      urlOf: (cursor) => pageUrl(collectionId, { cursor }),
      getPage: (url, signal) => getPage(collectionId, url, { ...query, signal }),
      quirks,
    });
  }

  return {
    async page(collectionId, query = {}) {
      return getPage(collectionId, pageUrl(collectionId, query), query);
    },
    pages: (collectionId, query) => pages(collectionId, query),
    iterate: (collectionId, query) =>
      flatten(pages(collectionId, query), ({ features }) => features),
    async get<P>(collectionId: string, featureId: string, options: GetOptions<P> = {}) {
      const url = featureUrl(featuresUrl, collectionId, featureId);
      setText(url.searchParams, "crs", options.crs);
      const reply = await getJson(
        url,
        options,
        notFoundHint(collectionId, "one feature by its id", featureId),
      );
      quirks?.mend(reply.value);
      const problem = quirks?.crsProblem(reply, reply.value) ?? checkFeature(reply.value, url);
      if (problem) throw reply.invalid(`feature${problem}`);
      const [feature] = await fitting([reply.value as Feature], options, reply);
      return feature!;
    },
    async count(collectionId, query = {}) {
      const whole = { ...query, cursor: undefined, limit: undefined };
      const url = pageUrl(collectionId, { ...whole, limit: 1 });
      const all = { ...whole, pageSize: maxPageSize };
      return countFeatures(query, {
        onePage: () => getPage(collectionId, url, query),
        allPages: () => pages(collectionId, all, (limit) => withLimit(url, limit)),
      });
    },
    // What another server declares says too little of its order.
    sorts: async (_, options = {}) =>
      quirks === undefined && (await conformance(options)).has(orderClass) ? "total" : null,
    selects: async (_, options = {}) =>
      quirks === undefined && (await conformance(options)).has(selectionClass),
    url: shownUrl,
    plan: async (collectionId, query) => ({ url: shownUrl(collectionId, query) }),
  };
}

function withLimit(url: URL, limit: number): URL {
  const limited = new URL(url);
  limited.searchParams.set("limit", String(limit));
  return limited;
}

/**
 * The items of pages, one by one. An async generator that yields each item would cost several
 * microtasks per item, more than reading the item.
 */
function flatten<Page, Item>(
  pages: AsyncIterable<Page>,
  itemsOf: (page: Page) => Item[],
): AsyncIterableIterator<Item> {
  const iterator = pages[Symbol.asyncIterator]();
  let items: Item[] = [];
  let index = 0;
  let ended = false;
  let turning: Promise<void> | undefined;

  async function turn(): Promise<void> {
    items = [];
    const page = await iterator.next();
    items = page.done ? [] : itemsOf(page.value);
    index = 0;
    ended = page.done === true;
  }

  async function nextOfLaterPage(): Promise<IteratorResult<Item>> {
    while (index >= items.length && !ended) {
      turning ??= turn().finally(() => {
        turning = undefined;
      });
      await turning;
    }
    return index < items.length
      ? { done: false, value: items[index++]! }
      : { done: true, value: undefined };
  }

  return {
    next: () =>
      index < items.length
        ? Promise.resolve({ done: false, value: items[index++]! })
        : nextOfLaterPage(),
    async return() {
      ended = true;
      items = [];
      await iterator.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
