import { ResponseError } from "./errors.ts";
import type { Feature } from "./geojson.ts";
import type { FeaturePage } from "./page.ts";

/** Watches that a listing goes forward, gives every feature once, and ends where it should. */
export class ListingWatch {
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
  admit<P>(page: FeaturePage<P>): FeaturePage<P> {
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
  end(page: FeaturePage<unknown>): void {
    if (this.#fromStart && this.#leastMatched !== Infinity && this.#given < this.#leastMatched) {
      throw broken(
        page,
        `the listing ends after ${this.#given} features although ${this.#leastMatched} match`,
      );
    }
  }

  #isNew(feature: Feature<unknown>, ids: Set<string | number>): boolean {
    const { id } = feature;
    if (id === undefined) return true;
    const isNew = !ids.has(id) && !this.#lastIds.has(id);
    ids.add(id);
    return isNew;
  }
}

function broken(page: FeaturePage<unknown>, problem: string): ResponseError {
  return new ResponseError(`GET ${page.url}: ${problem}.`, {
    method: "GET",
    url: page.url,
    status: 200,
    attempts: 1,
  });
}
