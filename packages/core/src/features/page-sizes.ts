import { TooLargeBody } from "../http/response-body.ts";
import { isEmberlineError } from "../values/errors.ts";

/** Sizes to try where a larger page is refused; the smallest shows whether the size is at fault. */
const [smallest, ...sizes] = [10, 1000, 100] as const;

/** Statuses of servers that refuse a large page, or fail while they make one. */
const refusals = new Set([400, 413, 422, 500, 502, 504]);

/** The largest page that a server gives, by collection, found where it refuses larger ones. */
export class PageSizes {
  readonly #most = new Map<string, number>();

  /** The URL with a page no larger than the server gives, as far as that is known. */
  fit(collectionId: string, url: URL): URL {
    const asked = Number(url.searchParams.get("limit"));
    return withLimit(url, Math.min(asked, this.#most.get(collectionId) ?? asked));
  }

  /** Sends a request for a page; of a smaller one if the server refuses that of this size. */
  async send<Page>(collectionId: string, url: URL, send: (url: URL) => Promise<Page>) {
    const first = this.fit(collectionId, url);
    const size = Number(first.searchParams.get("limit"));
    try {
      return await send(first);
    } catch (error) {
      if (size <= smallest || !isRefusal(error)) throw error;
      const small = await send(withLimit(url, smallest)).catch(() => undefined);
      if (small === undefined) throw error;
      for (const each of sizes.filter((each) => each < size)) {
        const page = await send(withLimit(url, each)).catch(() => undefined);
        if (page === undefined) continue;
        this.#most.set(collectionId, each);
        return page;
      }
      this.#most.set(collectionId, smallest);
      return small;
    }
  }
}

function isRefusal(error: unknown): boolean {
  if (!isEmberlineError(error)) return false;
  return refusals.has(error.status ?? 0) || error.cause instanceof TooLargeBody;
}

function withLimit(url: URL, limit: number): URL {
  const limited = new URL(url);
  limited.searchParams.set("limit", String(limit));
  return limited;
}
