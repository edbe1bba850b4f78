import { crsProblem } from "./features/crs.ts";
import type { ListingQuirks } from "./features/features.ts";
import { asNextUrl, nextLink } from "./features/links.ts";
import type { Watch } from "./features/listing-watch.ts";
import { type FeaturePage, PageSizes } from "./features/page.ts";
import { SeenIds } from "./features/seen-ids.ts";
import { JsonForms } from "./http/json-forms.ts";
import { parseUrl } from "./http/urls.ts";
import { allCollections } from "./service/all-collections.ts";
import type { DescriptionQuirks } from "./service/collections.ts";
import { mendDescription, mendFeatures } from "./service/sound-members.ts";
import type { Link } from "./values/bbox.ts";

const repeatsItself =
  "The service sends the same page again instead of the next one: others may be missing.";

/**
 * Watches the listing of any server: repeated features are dropped, a listing that does not advance
 * ends, and what is doubtful is stated on its last page.
 */
class TolerantWatch implements Watch {
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

/** Options of the client by which it reads servers other than the interface's. */
export interface AnyServer extends DescriptionQuirks, ListingQuirks {}

/**
 * For any OGC API Features server. Asks for JSON in the way that the server understands, for
 * smaller pages where large ones are refused, and by `offset` where links are missing. What breaks
 * the standard without losing features is accepted; what may have lost some is stated in `doubt`.
 *
 * @example
 * const client = createClient({ baseUrl, featuresPath: "", server: anyServer });
 */
export const anyServer: AnyServer = {
  createForms: () => new JsonForms(),
  createPageSizes: () => new PageSizes(),
  createWatch: (readBefore) => new TolerantWatch(readBefore),
  mend: mendFeatures,
  nextUrl: tolerantNextUrl,
  crsProblem,
  mendDescription,
  allCollections,
};

/**
 * The next page of any server: by its link, else by `offset`. A link is taken only if it belongs to
 * the same collection, and only its query: servers behind a proxy state addresses of their own,
 * such as one with `http`, and the token must not leave the service.
 */
function tolerantNextUrl(
  links: Link[],
  items: URL,
  request: URL,
  answeredFrom: URL,
  received: number,
  numberMatched: number | undefined,
): URL | string | undefined {
  const link = nextLink(links);
  if (!link) return nextByOffset(request, received, numberMatched, links.length > 0);
  const linked = parseUrl(link.href, answeredFrom);
  if (!linked || tailOf(linked).replace(/\.\w+$/, "") !== tailOf(items)) {
    return "its next link leads out of this listing, so it is not followed";
  }
  const url = new URL(items);
  url.search = linked.search;
  return asNextUrl(url, request);
}

/** The collection and `items`. */
function tailOf({ pathname }: URL): string {
  return pathname.replace(/\/$/, "").split("/").slice(-2).map(decoded).join("/");
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const offsetNames = ["offset", "startIndex", "startindex"] as const;

/**
 * The next page of a server that counts more features than it gave without a link to them, or that
 * sends neither links nor a count.
 */
function nextByOffset(
  request: URL,
  received: number,
  numberMatched: number | undefined,
  hasLinks: boolean,
): URL | undefined {
  const name = offsetNames.find((name) => request.searchParams.has(name)) ?? "offset";
  const end = Number(request.searchParams.get(name) ?? 0) + received;
  const isEnd = numberMatched === undefined ? hasLinks : end >= numberMatched;
  if (received === 0 || isEnd || !Number.isSafeInteger(end)) return undefined;
  const url = new URL(request);
  url.searchParams.set(name, String(end));
  return url;
}
