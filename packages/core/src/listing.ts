import { ResponseError } from "./errors.ts";
import type { Feature } from "./geojson.ts";
import type { FeaturePage } from "./page.ts";
import { checkLimit, type FeatureQuery } from "./query.ts";

export interface ListingQuery extends FeatureQuery {
  /** Most features of the whole listing; default all. */
  limit?: number | undefined;
  /** Most features of one page, from 1 to 10,000; default 1,000. */
  pageSize?: number | undefined;
  /** Asks for the next page while the current one is being worked on; default false. */
  prefetch?: boolean | undefined;
}

/** How a listing gets at its pages. */
export interface PageAccess {
  /** The first request, for at most this many features. */
  firstUrl(limit: number): URL;
  urlOf(cursor: string): URL;
  getPage(url: URL, signal: AbortSignal): Promise<FeaturePage>;
}

/**
 * Pages of a listing, one after the other, until the service has no more or `limit` is reached. Every feature comes
 * once; a listing that goes round, or ends before everything was there, throws `ResponseError`.
 */
export async function* listPages(
  query: ListingQuery & { signal?: AbortSignal | undefined },
  access: PageAccess,
): AsyncGenerator<FeaturePage, void, undefined> {
  const total =
    query.limit === undefined
      ? Infinity
      : checkLimit(query.limit, "limit", Number.MAX_SAFE_INTEGER);
  const pageSize = checkLimit(query.pageSize ?? 1000, "pageSize");
  const watch = new ListingWatch(query.cursor === undefined);
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(query.signal?.reason);
  if (query.signal?.aborted) onAbort();
  else query.signal?.addEventListener("abort", onAbort, { once: true });

  function request(url: URL, remaining: number): Promise<FeaturePage> {
    if (remaining < Number(url.searchParams.get("limit") ?? pageSize)) {
      url.searchParams.set("limit", String(remaining));
    }
    const page = access.getPage(url, controller.signal);
    // A page asked for early may fail while nobody waits for it; whoever comes for it gets the failure.
    page.catch(() => {});
    return page;
  }

  try {
    let remaining = total;
    let coming: Promise<FeaturePage> | undefined = request(
      access.firstUrl(Math.min(pageSize, total)),
      remaining,
    );
    while (coming) {
      const page = watch.admit(await coming);
      remaining -= page.features.length;
      const next = page.next !== null && remaining > 0 ? page.next : undefined;
      if (page.next === null) watch.end(page);
      coming =
        next !== undefined && query.prefetch ? request(access.urlOf(next), remaining) : undefined;
      yield page;
      if (next !== undefined) coming ??= request(access.urlOf(next), remaining);
    }
  } finally {
    query.signal?.removeEventListener("abort", onAbort);
    controller.abort();
  }
}

/** Watches that a listing goes forward, gives every feature once, and ends where it should. */
class ListingWatch {
  readonly #fromStart: boolean;
  readonly #seenLinks = new Set<string>();
  readonly #seenFirstIds = new Set<string | number>();
  #lastIds = new Set<string | number>();
  #given = 0;
  #leastMatched = Infinity;

  constructor(fromStart: boolean) {
    this.#fromStart = fromStart;
  }

  /** The page without the features that its predecessor has given already. */
  admit(page: FeaturePage): FeaturePage {
    if (page.next !== null) {
      if (this.#seenLinks.has(page.next))
        throw broken(page, "its next link was already followed in this listing");
      this.#seenLinks.add(page.next);
    }
    const ids = new Set<string | number>();
    const features = page.features.filter((feature) => this.#isNew(feature, ids));
    const firstId = features[0]?.id;
    if (features.length === 0 && page.features.length > 0 && page.next !== null) {
      throw broken(page, "it repeats the page before it");
    }
    if (firstId !== undefined) {
      if (this.#seenFirstIds.has(firstId))
        throw broken(page, "it repeats an earlier page of this listing");
      this.#seenFirstIds.add(firstId);
    }
    this.#lastIds = ids;
    this.#given += features.length + page.skipped;
    this.#leastMatched = Math.min(this.#leastMatched, page.numberMatched ?? Infinity);
    return features.length === page.features.length ? page : { ...page, features };
  }

  /**
   * `numberMatched` may be absent, and grows when features are added behind the listing's back; fewer features than
   * it ever said, though, means that some were lost on the way.
   */
  end(page: FeaturePage): void {
    if (this.#fromStart && this.#leastMatched !== Infinity && this.#given < this.#leastMatched) {
      throw broken(
        page,
        `the listing ends after ${this.#given} features although ${this.#leastMatched} match`,
      );
    }
  }

  #isNew(feature: Feature, ids: Set<string | number>): boolean {
    const { id } = feature;
    if (id === undefined) return true;
    const isNew = !ids.has(id) && !this.#lastIds.has(id);
    ids.add(id);
    return isNew;
  }
}

function broken(page: FeaturePage, problem: string): ResponseError {
  return new ResponseError(`GET ${page.url}: ${problem}.`, {
    method: "GET",
    url: page.url,
    status: 200,
    attempts: 1,
  });
}
