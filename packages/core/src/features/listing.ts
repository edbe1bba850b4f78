import type { Properties } from "@emberline/geo";
import { abortError, linkAbort } from "../http/deadline.ts";
import { checkLimit } from "../service/paths.ts";
import { ListingWatch, type Watch } from "./listing-watch.ts";
import type { FeaturePage } from "./page.ts";
import { defaultPageSize, type FeatureQuery, maxPageSize } from "./query.ts";

export interface ListingQuery<P = Properties> extends FeatureQuery<P> {
  /** The listing ends after this many features; default: all. */
  limit?: number | undefined;
  /** The size of a page, from 1 to 10,000; default 1,000. A `next` as `cursor` keeps its own. */
  pageSize?: number | undefined;
  /** Requests the next page while the caller works on the current one; default false. */
  prefetch?: boolean | undefined;
  /**
   * How many features were read before `cursor`, including skipped ones. Without it, a listing from
   * a cursor does not check its end against `numberMatched`.
   */
  readBefore?: number | undefined;
}

/** How a listing requests pages. */
export interface PageAccess<P> {
  /** The first request, for a page of this size. */
  firstUrl(limit: number): URL;
  urlOf(cursor: string): URL;
  getPage(url: URL, signal: AbortSignal): Promise<FeaturePage<P>>;
  quirks: { createWatch(readBefore: number | undefined): Watch } | undefined;
}

/**
 * The pages of a listing, until the service has no more or `limit` is reached. Every feature comes
 * once; a listing that repeats itself or ends too early throws `ResponseError`.
 */
export async function* listPages<P>(
  query: ListingQuery<P> & { signal?: AbortSignal | undefined },
  access: PageAccess<P>,
): AsyncGenerator<FeaturePage<P>, void, undefined> {
  const total = checkLimit(
    query.limit ?? Number.MAX_SAFE_INTEGER,
    "limit",
    Number.MAX_SAFE_INTEGER,
  );
  const pageSize = checkLimit(query.pageSize ?? defaultPageSize, "pageSize", maxPageSize);
  const readBefore = query.cursor === undefined ? 0 : query.readBefore;
  const watch = access.quirks?.createWatch(readBefore) ?? new ListingWatch(readBefore);
  const requests = linkAbort({ signal: query.signal });

  function request(url: URL, remaining: number): Promise<FeaturePage<P>> {
    if (remaining < Number(url.searchParams.get("limit") ?? pageSize)) {
      url.searchParams.set("limit", String(remaining));
    }
    const page = access.getPage(url, requests.signal);
    // A prefetched page may fail before it is awaited.
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
      // A prefetched page may arrive after the caller has aborted.
      if (query.signal?.aborted) throw abortError(query.signal.reason, "The listing", {});
      let page: FeaturePage<P> | undefined = watch.admit(arrived, remaining);
      remaining -= page.features.length;
      const next: string | undefined = page.next !== null && remaining > 0 ? page.next : undefined;
      if (page.next === null) page = watch.end(page);
      coming =
        next !== undefined && query.prefetch ? request(access.urlOf(next), remaining) : undefined;
      // Sends the request before the caller's work blocks the thread.
      if (coming) await new Promise((resolve) => setTimeout(resolve, 0));
      yield page;
      // A suspended generator keeps its variables; a second page would double the memory.
      page = undefined;
      if (next !== undefined) coming ??= request(access.urlOf(next), remaining);
    }
  } finally {
    requests.release();
    requests.abort();
  }
}
