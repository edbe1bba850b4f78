import { parseUrl } from "../http/urls.ts";
import type { Link } from "../values/geojson.ts";
import { asNextUrl, nextLink } from "./links.ts";

/**
 * The next page of any server: by its link, else by `offset`. A link is taken only if it belongs to
 * the same collection, and only its query: servers behind a proxy state addresses of their own,
 * such as one with `http`, and the token must not leave the service.
 */
export function tolerantNextUrl(
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
