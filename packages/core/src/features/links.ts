import { parseUrl, resolveUnder } from "../http/urls.ts";
import type { Link } from "../values/bbox.ts";
import { InvalidRequestError } from "../values/errors.ts";
import { maxPageSize, selectionParameters } from "./query.ts";

/*
 * Paging by `next` links. A link is followed only within the same listing of the same service: the
 * token must not leave the service, and a listing must not turn into another one.
 */

export function nextLink(links: Link[]): Link | undefined {
  const nexts = links.filter((link) => link.rel === "next");
  return nexts.find(({ type }) => type === undefined || type.includes("json")) ?? nexts[0];
}

/**
 * The URL of the next page, or undefined on the last one. Selection parameters that the link lost
 * or changed are restored; its other parameters stay. A string is the problem with the link.
 */
export function nextPageUrl(
  links: Link[],
  items: URL,
  request: URL,
  answeredFrom: URL,
): URL | string | undefined {
  const link = nextLink(links);
  if (!link) return undefined;
  const url = parseUrl(link.href, answeredFrom);
  if (!url || !isSameListing(url, items)) {
    return "its next link leads out of this listing, so it is not followed";
  }
  return asNextUrl(url, request);
}

/** The URL with the selection of the request, or the problem with it. */
export function asNextUrl(url: URL, request: URL): URL | string {
  url.hash = "";
  for (const name of [...selectionParameters, "limit"]) {
    const asked = request.searchParams.get(name);
    if (asked !== null && (name !== "limit" || !url.searchParams.has(name)))
      url.searchParams.set(name, asked);
  }
  if (url.href === request.href) return "its next link leads to the same page again";
  return url;
}

/** The form of a page in `next` and `cursor`: path and query below the features root. */
export function toCursor(url: URL, featuresUrl: URL): string {
  const root = resolveUnder(featuresUrl, "").pathname;
  return url.pathname.slice(root.length) + url.search;
}

/** Only the parameters that the service added to the query, as `&name=value`. */
export function toAddition(url: URL, request: URL, received: number): string {
  const added = addedBy(url);
  const limit = url.searchParams.get("limit");
  if (limit !== null && countsPages(added, request, received)) added.set("limit", limit);
  return `&${added}`;
}

function addedBy(url: URL): URLSearchParams {
  const added = new URLSearchParams(url.search);
  for (const name of [...selectionParameters, "limit"]) added.delete(name);
  return added;
}

/**
 * Whether a number in the link grows by one per page (`page=2`) rather than by the page's features
 * (`offset=20`). With another page size it would mean another place in the listing.
 */
function countsPages(added: URLSearchParams, request: URL, received: number): boolean {
  return [...added].some(([name, value]) => {
    if (!/^\d{1,9}$/.test(value)) return false;
    const asked = request.searchParams.get(name);
    const step = Number(value) - Number(asked ?? 0);
    // The first request does not state its page number, which is 0 or 1.
    const isNextNumber = step === 1 || (asked === null && step === 2);
    return isNextNumber && (step < received || /page/i.test(name));
  });
}

/**
 * The URL of the query with the service's additions. Throws `InvalidRequestError` for an addition
 * that changes what is selected.
 */
export function withAddition(addition: string, query: URL): URL {
  const url = new URL(query);
  for (const [name, value] of new URLSearchParams(addition.slice(1))) {
    if ((selectionParameters as readonly string[]).includes(name)) throw wrongCursor();
    if (name !== "limit") url.searchParams.append(name, value);
    else if (/^[1-9]\d*$/.test(value) && Number(value) <= maxPageSize)
      url.searchParams.set(name, value);
    else throw wrongCursor();
  }
  return url;
}

/** The URL of a cursor. Throws `InvalidRequestError` for one of another listing. */
export function fromCursor(cursor: string, items: URL, featuresUrl: URL): URL {
  const url = cursor.startsWith("collections/")
    ? parseUrl(cursor, resolveUnder(featuresUrl, ""))
    : undefined;
  if (url && url.hash === "" && isSameListing(url, items)) return url;
  throw wrongCursor();
}

function wrongCursor(): InvalidRequestError {
  return new InvalidRequestError(
    "cursor does not belong to this listing: pass the next of an earlier page of the same collection, unchanged.",
  );
}

function isSameListing(url: URL, items: URL): boolean {
  const samePath = url.pathname.replaceAll(/%3a/gi, ":") === items.pathname;
  return url.origin === items.origin && url.username === "" && url.password === "" && samePath;
}
