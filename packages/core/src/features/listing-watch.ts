import { ResponseError } from "../values/errors.ts";
import type { Feature } from "../values/geojson.ts";
import type { FeaturePage } from "./page.ts";
import { SeenIds } from "./seen-ids.ts";

/** Watches that a listing goes forward, gives every feature once, and ends where it should. */
export class ListingWatch {
  readonly #fromStart: boolean;
  readonly #seenLinks = new Set<string>();
  readonly #seenIds = new SeenIds();
  #lastIds: Feature["id"][] = [];
  #given = 0;
  #leastMatched = Infinity;

  constructor(fromStart: boolean) {
    this.#fromStart = fromStart;
  }

  /**
   * The page without features that the one before gave already: pages move against each other when features are added
   * meanwhile. A feature that comes again later, or a link that does, throws `ResponseError`: the listing goes round.
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
    this.#given += features.length + page.skipped;
    this.#leastMatched = Math.min(this.#leastMatched, page.numberMatched ?? Infinity);
    return repeated.length === 0 ? page : { ...page, features };
  }

  #withoutRepeated<P>(page: FeaturePage<P>, repeated: Set<Feature<P>>): Feature<P>[] {
    const firstHere = page.features.filter((feature) => !repeated.has(feature)).map(({ id }) => id);
    const near = new Set([...this.#lastIds, ...firstHere]);
    for (const { id } of repeated) {
      if (!near.has(id))
        throw broken(page, `the feature ${JSON.stringify(id)} came already, pages before`);
    }
    if (repeated.size === page.features.length && page.next !== null)
      throw broken(page, "it repeats the page before it");
    return page.features.filter((feature) => !repeated.has(feature));
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
}

function broken(page: FeaturePage<unknown>, problem: string): ResponseError {
  const details = { method: "GET", url: page.url, status: 200, attempts: 1 };
  return new ResponseError(`GET ${page.url}: ${problem}.`, details);
}
