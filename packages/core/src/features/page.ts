import type { Properties } from "@emberline/geo";
import type { Reply } from "../http/attempt.ts";
import { checkFeature, checkLinks, isObject } from "../values/check-geojson.ts";
import type { Feature, Link } from "../values/geojson.ts";
import { nextPageUrl, toAddition, toCursor } from "./links.ts";

/** One page of a listing of features. */
export interface FeaturePage<P = Properties> {
  features: Feature<P>[];
  /** The next page, to pass as `cursor`: path and query without a host; null on the last page. */
  next: string | null;
  /**
   * The same, shorter: what the service added to the query. To pass as `cursor` with the same query,
   * which may ask for pages of another size; null on the last page.
   */
  added: string | null;
  /** Features that match in all, those without location or time counted in; where the service says so. */
  numberMatched?: number;
  numberReturned?: number;
  /** RFC 3339 instant at which the service answered. */
  timeStamp?: string;
  /** The request as it was sent, without secrets. */
  url: string;
  /** Features left out because they break RFC 7946, with `onInvalid: "skip"`. */
  skipped: number;
}

export interface PageContext {
  request: URL;
  items: URL;
  featuresUrl: URL;
  onInvalid: "throw" | "skip";
}

/** Reads an answer of the items endpoint. Throws `ResponseError` for one that breaks the interface. */
export function readPage(reply: Reply<unknown>, context: PageContext): FeaturePage {
  const body = reply.value;
  if (!isObject(body) || body.type !== "FeatureCollection" || !Array.isArray(body.features)) {
    throw reply.invalid('expected an object of type "FeatureCollection" with features');
  }
  const { features: received, links = [], numberMatched, numberReturned, timeStamp } = body;
  const limit = Number(context.request.searchParams.get("limit") ?? Number.POSITIVE_INFINITY);
  if (received.length > limit) {
    throw reply.invalid(
      `the page has ${received.length} features although at most ${limit} were asked for`,
    );
  }
  if (numberReturned !== undefined && numberReturned !== received.length) {
    throw reply.invalid(
      `numberReturned is ${JSON.stringify(numberReturned)} but the page has ${received.length} features`,
    );
  }
  if (
    numberMatched !== undefined &&
    !(Number.isInteger(numberMatched) && (numberMatched as number) >= 0)
  ) {
    throw reply.invalid("numberMatched: expected a whole number");
  }
  if (timeStamp !== undefined && typeof timeStamp !== "string")
    throw reply.invalid("timeStamp: expected a string");
  const linkProblem = checkLinks(links);
  if (linkProblem) throw reply.invalid(`links${linkProblem}`);
  const next = nextPageUrl(links as Link[], context.items, context.request, reply.url);
  if (typeof next === "string") throw reply.invalid(next);
  const features = validFeatures(received, reply, context.onInvalid);
  return {
    features,
    next: next ? toCursor(next, context.featuresUrl) : null,
    added: next ? toAddition(next, context.request, received.length) : null,
    ...(numberMatched !== undefined && { numberMatched: numberMatched as number }),
    ...(numberReturned !== undefined && { numberReturned: received.length }),
    ...(timeStamp !== undefined && { timeStamp }),
    url: reply.shownUrl,
    skipped: received.length - features.length,
  };
}

function validFeatures(
  received: unknown[],
  reply: Reply<unknown>,
  onInvalid: "throw" | "skip",
): Feature[] {
  if (onInvalid === "skip") {
    const valid = received.filter((feature) => checkFeature(feature) === undefined);
    return (valid.length === received.length ? received : valid) as Feature[];
  }
  for (let i = 0; i < received.length; i += 1) {
    const problem = checkFeature(received[i]);
    if (problem) throw reply.invalid(`features[${i}]${problem}`);
  }
  return received as Feature[];
}
