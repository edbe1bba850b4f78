import type { Watch } from "./listing-watch.ts";
import type { FeaturePage } from "./page.ts";
import { SeenIds } from "./seen-ids.ts";

const repeatsItself =
  "The service sends the same page again instead of the next one: others may be missing.";

/**
 * Watches the listing of any server: repeated features are dropped, a listing that does not advance
 * ends, and what is doubtful is stated on its last page.
 */
export class TolerantWatch implements Watch {
  readonly #seenLinks = new Set<string>();
  readonly #seenIds = new SeenIds();
  #firstAndLast = "";
  #given: number | undefined;
  #repeated = 0;
  #leastMatched = Infinity;

  /** @param readBefore number of features before the first page; undefined if unknown */
  constructor(readBefore: number | undefined) {
    this.#given = readBefore;
  }

  admit<P>(page: FeaturePage<P>, remaining: number): FeaturePage<P> {
    const features = this.#hasSameEnds(page)
      ? []
      : page.features.filter(({ id }) => id === undefined || this.#seenIds.add(id));
    const isStuck =
      page.next !== null &&
      (this.#seenLinks.has(page.next) || (features.length === 0 && page.features.length > 0));
    if (page.next !== null) this.#seenLinks.add(page.next);
    this.#repeated += page.features.length - features.length;
    if (this.#given !== undefined) this.#given += features.length + page.skipped;
    this.#leastMatched = Math.min(this.#leastMatched, page.numberMatched ?? Infinity);
    const ended = isStuck ? { next: null, added: null, doubt: repeatsItself } : {};
    // Some servers ignore the limit.
    return { ...page, ...ended, features: features.slice(0, remaining) };
  }

  /** Whether features without ids begin and end as those of the page before did. */
  #hasSameEnds({ features }: FeaturePage<unknown>): boolean {
    const [first] = features;
    if (first === undefined || first.id !== undefined) return false;
    const before = this.#firstAndLast;
    this.#firstAndLast = JSON.stringify([first, features.at(-1)]);
    return this.#firstAndLast === before;
  }

  end<P>(page: FeaturePage<P>): FeaturePage<P> {
    const matched = this.#leastMatched;
    if (page.doubt !== undefined || this.#given === undefined) return page;
    if (matched !== Infinity && this.#given < matched) {
      const doubt = `Some features are missing: the service counts ${matched} but returned ${this.#given}.`;
      return { ...page, doubt };
    }
    if (this.#repeated === 0 || matched !== Infinity) return page;
    const doubt = `The service returned ${this.#repeated} features twice, so its pages shift and others may be missing.`;
    return { ...page, doubt };
  }
}
