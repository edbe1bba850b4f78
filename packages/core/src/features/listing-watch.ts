import type { Feature } from "../values/bbox.ts";
import { ResponseError } from "../values/errors.ts";
import type { FeaturePage } from "./page.ts";
import { SeenIds } from "./seen-ids.ts";

/** What checks a listing page by page. */
export interface Watch {
  /** The page without repeated features, and with at most as many as are wanted. */
  admit<P>(page: FeaturePage<P>, remaining: number): FeaturePage<P>;
  /** The last page, already admitted, with what is doubtful about the listing. */
  end<P>(page: FeaturePage<P>): FeaturePage<P>;
}

/** Checks that a listing advances, returns every feature once, and is complete. */
export class ListingWatch implements Watch {
  readonly #seenLinks = new Set<string>();
  readonly #seenIds = new SeenIds();
  #lastIds: Feature["id"][] = [];
  #given: number | undefined;
  #leastMatched = Infinity;

  /** @param readBefore number of features before the first page; undefined if unknown */
  constructor(readBefore: number | undefined) {
    this.#given = readBefore;
  }

  /**
   * The page without features of the page before: pages shift if features are added meanwhile. A
   * link or feature that is repeated later throws `ResponseError`.
   */
  admit<P>(page: FeaturePage<P>): FeaturePage<P> {
    if (page.next !== null) {
      if (this.#seenLinks.has(page.next))
        throw broken(page, "its next link was already followed in this listing");
      this.#seenLinks.add(page.next);
    }
    const repeated = page.features.filter(({ id }) => id !== undefined && !this.#seenIds.add(id));
    const features =
      repeated.length === 0 ? page.features : this.#withoutRepeated(page, new Set(repeated));
    this.#lastIds = page.features.map(({ id }) => id);
    if (this.#given !== undefined) this.#given += features.length + page.skipped;
    this.#leastMatched = Math.min(this.#leastMatched, page.numberMatched ?? Infinity);
    return repeated.length === 0 ? page : { ...page, features };
  }

  #withoutRepeated<P>(page: FeaturePage<P>, repeated: Set<Feature<P>>): Feature<P>[] {
    const firstHere = page.features.filter((feature) => !repeated.has(feature)).map(({ id }) => id);
    const near = new Set([...this.#lastIds, ...firstHere]);
    for (const { id } of repeated) {
      if (!near.has(id))
        throw broken(
          page,
          `the feature ${JSON.stringify(String(id).slice(0, 100))} already came on an earlier page`,
        );
    }
    if (repeated.size === page.features.length && page.next !== null)
      throw broken(page, "it repeats the page before it");
    return page.features.filter((feature) => !repeated.has(feature));
  }

  /**
   * `numberMatched` may be absent, and grows if features are added during the listing. Fewer
   * features than its smallest value mean that some were lost.
   */
  end<P>(page: FeaturePage<P>): FeaturePage<P> {
    if (this.#given === undefined || this.#leastMatched === Infinity) return page;
    if (this.#given < this.#leastMatched) {
      const problem = `the listing ends after ${this.#given} features although ${this.#leastMatched} match`;
      throw broken(page, problem);
    }
    return page;
  }
}

function broken(page: FeaturePage<unknown>, problem: string): ResponseError {
  const details = { method: "GET", url: page.url, status: 200, attempts: 1 };
  return new ResponseError(`GET ${page.url}: ${problem}.`, details);
}
