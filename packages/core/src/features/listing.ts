import { abortError } from "../http/deadline.ts";
import type { Properties } from "../values/geojson.ts";
import { ListingWatch } from "./listing-watch.ts";
import type { FeaturePage } from "./page.ts";
import { checkLimit, type FeatureQuery } from "./query.ts";

export interface ListingQuery<P = Properties> extends FeatureQuery<P> {
  /** Most features of the whole listing; default all. */
  limit?: number | undefined;
  /** Most features of one page, from 1 to 10,000; default 1,000. */
  pageSize?: number | undefined;
  /** Asks for the next page while the current one is being worked on; default false. */
  prefetch?: boolean | undefined;
}

/** How a listing gets at its pages. */
export interface PageAccess<P> {
  /** The first request, for at most this many features. */
  firstUrl(limit: number): URL;
  urlOf(cursor: string): URL;
  getPage(url: URL, signal: AbortSignal): Promise<FeaturePage<P>>;
}

/**
 * Pages of a listing, one after the other, until the service has no more or `limit` is reached. Every feature comes
 * once; a listing that goes round, or ends before everything was there, throws `ResponseError`.
 */
export async function* listPages<P>(
  query: ListingQuery<P> & { signal?: AbortSignal | undefined },
  access: PageAccess<P>,
): AsyncGenerator<FeaturePage<P>, void, undefined> {
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

  function request(url: URL, remaining: number): Promise<FeaturePage<P>> {
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
    let coming: Promise<FeaturePage<P>> | undefined = request(
      access.firstUrl(Math.min(pageSize, total)),
      remaining,
    );
    while (coming) {
      const arrived: FeaturePage<P> = await coming;
      // A page asked for early may be there although its caller wants no more.
      if (query.signal?.aborted) throw abortError(query.signal.reason, "The listing", {});
      let page: FeaturePage<P> | undefined = watch.admit(arrived);
      remaining -= page.features.length;
      const next: string | undefined = page.next !== null && remaining > 0 ? page.next : undefined;
      if (page.next === null) watch.end(page);
      coming =
        next !== undefined && query.prefetch ? request(access.urlOf(next), remaining) : undefined;
      // What works on a page keeps the thread: a request that is to be answered meanwhile must be sent before.
      if (coming) await new Promise((resolve) => setTimeout(resolve, 0));
      yield page;
      // A suspended generator keeps its variables: two pages at a time would cost the garbage collector dearly.
      page = undefined;
      if (next !== undefined) coming ??= request(access.urlOf(next), remaining);
    }
  } finally {
    query.signal?.removeEventListener("abort", onAbort);
    controller.abort();
  }
}
