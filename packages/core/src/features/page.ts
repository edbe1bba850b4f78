import type { Properties } from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import type { Reply } from "../http/attempt.ts";
import { TooLargeBody } from "../http/response-body.ts";
import {
  type FeatureCollectionMembers,
  featureCollectionMembers,
  membersProblem,
} from "../service/types.ts";
import { checkFeature, type Feature, isObject, type Link } from "../values/bbox.ts";
import { isEmberlineError } from "../values/errors.ts";
import { nextPageUrl, toAddition, toCursor } from "./links.ts";

/** One page of a listing of features. */
export interface FeaturePage<P = Properties> extends Omit<FeatureCollectionMembers, "links"> {
  features: Feature<P>[];
  /** The next page, to pass as `cursor`: path and query without a host; null on the last page. */
  next: string | null;
  /**
   * A shorter form: the service's additions to the query. Pass it as `cursor` with the same query,
   * which may change the page size; null on the last page.
   */
  added: string | null;
  /** The request URL as sent, without secrets. */
  url: string;
  /** How many features `onInvalid: "skip"` left out. */
  skipped: number;
  /** Why features may be missing, as a sentence, if the listing shows that. */
  doubt?: string;
  /** Parameters of the query that were left out, which `numberMatched` therefore ignores. */
  unapplied?: readonly ("bbox" | "datetime" | "filter")[];
  /** Properties that the service sends as text, and that were read as numbers. */
  textNumbers?: readonly string[];
  /** Properties whose times the service sends in another form, and that were read as times. */
  otherTimes?: readonly string[];
  /** Those of `textNumbers` with another text in some feature of the page. */
  oddTexts?: readonly string[];
  /** A cursor of this page itself, of a listing whose further requests depend on its first one. */
  again?: string;
  /** The service finds the next page by a number of features: changes of its data move them. */
  isByPosition?: boolean;
}

/** How a page of another server than the interface's is read. */
export interface PageQuirks {
  /** The problem with the CRS that an answer or one of its features states. */
  crsProblem(reply: Reply<unknown>, feature: unknown): string | undefined;
  /** Changes an answer, a page or a feature, that says in another way what is absent. */
  mend(body: unknown): void;
  /** The next page, undefined after the last one, or the problem with the link to it. */
  nextUrl(
    links: Link[],
    items: URL,
    request: URL,
    answeredFrom: URL,
    received: number,
    numberMatched: number | undefined,
  ): URL | string | undefined;
}

interface PageContext {
  request: URL;
  items: URL;
  featuresUrl: URL;
  onInvalid: "throw" | "skip";
  pause: Pause | undefined;
  quirks: PageQuirks | undefined;
}

/** Reads an answer of the items endpoint. Throws `ResponseError` if it breaks the interface. */
export async function readPage(reply: Reply<unknown>, context: PageContext): Promise<FeaturePage> {
  const body = reply.value;
  const { quirks } = context;
  quirks?.mend(body);
  if (!isObject(body) || body.type !== "FeatureCollection" || !Array.isArray(body.features)) {
    throw reply.invalid('expected an object of type "FeatureCollection" with features');
  }
  const problem = membersProblem(body, featureCollectionMembers);
  if (problem) throw reply.invalid(problem);
  const received: unknown[] = body.features;
  const { links = [], numberMatched, numberReturned, timeStamp } = body as FeatureCollectionMembers;
  const limit = Number(context.request.searchParams.get("limit") ?? Number.POSITIVE_INFINITY);
  if (received.length > limit && !quirks) {
    throw reply.invalid(`the page has ${received.length} features, not at most ${limit}`);
  }
  if (numberReturned !== undefined && numberReturned !== received.length && !quirks) {
    throw reply.invalid(
      `numberReturned is ${numberReturned} but the page has ${received.length} features`,
    );
  }
  const { items, request } = context;
  const nextUrl: PageQuirks["nextUrl"] = quirks?.nextUrl ?? nextPageUrl;
  const next = nextUrl(links, items, request, reply.url, received.length, numberMatched);
  if (typeof next === "string") throw reply.invalid(next);
  const features = await validFeatures(received, reply, context);
  return {
    features,
    next: next ? toCursor(next, context.featuresUrl) : null,
    added: next ? toAddition(next, context.request, received.length) : null,
    ...(numberMatched !== undefined && { numberMatched }),
    ...(numberReturned !== undefined && { numberReturned }),
    ...(timeStamp !== undefined && { timeStamp }),
    url: reply.shownUrl,
    skipped: received.length - features.length,
  };
}

/** Number of features checked between pauses. */
const perPause = 100;

async function validFeatures(
  received: unknown[],
  reply: Reply<unknown>,
  { onInvalid, pause, request, quirks }: PageContext,
): Promise<Feature[]> {
  const valid: unknown[] = [];
  for (let i = 0; i < received.length; i += 1) {
    const feature = received[i];
    const problem = quirks?.crsProblem(reply, feature) ?? checkFeature(feature, request);
    if (problem && onInvalid === "throw") throw reply.invalid(`features[${i}]${problem}`);
    if (!problem) valid.push(feature);
    if (pause && i % perPause === 0) await pause();
  }
  return valid as Feature[];
}

/**
 * `JSON.parse`, in turns if there is a pause; integers that it would change are texts.
 *
 * @throws {SyntaxError} when the text is not JSON
 */
export async function parseText(text: string, pause: Pause | undefined): Promise<unknown> {
  if (!pause && !/[:,[\s]-?\d{16}/.test(text)) return JSON.parse(text);
  // Loaded on demand: most programs do without.
  const { parseJson } = await import("@emberline/turns/json");
  return parseJson(text, pause);
}

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
