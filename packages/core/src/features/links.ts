import { parseUrl, resolveUnder } from "../http/urls.ts";
import { InvalidRequestError } from "../values/errors.ts";
import type { Link } from "../values/geojson.ts";
import { selectionParameters } from "./query.ts";

/*
 * Paging by `next` links. A link is followed only to the same listing of the same service, whatever it says: the
 * token must not leave the service, and a listing must not turn into another one.
 */

/**
 * The URL of the next page, or undefined on the last one. What the request selected is put back where the link lost
 * or changed it; the link's other parameters stay. A text is what is wrong with the link.
 */
export function nextPageUrl(
  links: Link[],
  items: URL,
  request: URL,
  answeredFrom: URL,
): URL | string | undefined {
  const nexts = links.filter((link) => link.rel === "next");
  const link = nexts.find(({ type }) => type === undefined || type.includes("json")) ?? nexts[0];
  if (!link) return undefined;
  const url = parseUrl(link.href, answeredFrom);
  if (!url || !isSameListing(url, items)) {
    return "its next link leads out of this listing, so it is not followed";
  }
  url.hash = "";
  for (const name of [...selectionParameters, "limit"]) {
    const asked = request.searchParams.get(name);
    if (asked !== null && (name !== "limit" || !url.searchParams.has(name)))
      url.searchParams.set(name, asked);
  }
  if (url.href === request.href) return "its next link leads to the same page again";
  return url;
}

/** A next page as `next` and `cursor` carry it: path and query below the features root, without a host. */
export function toCursor(url: URL, featuresUrl: URL): string {
  const root = resolveUnder(featuresUrl, "").pathname;
  return url.pathname.slice(root.length) + url.search;
}

/** The same without what the query says: only what the service added to it, as `&name=value`. */
export function toAddition(url: URL): string {
  const added = new URLSearchParams(url.search);
  for (const name of [...selectionParameters, "limit"]) added.delete(name);
  return `&${added}`;
}

/** The URL of the query with what the service added. Throws `InvalidRequestError` for an addition that says what only the query may say. */
export function withAddition(addition: string, query: URL): URL {
  const url = new URL(query);
  for (const [name, value] of new URLSearchParams(addition.slice(1))) {
    if (name === "limit" || (selectionParameters as readonly string[]).includes(name))
      throw wrongCursor();
    url.searchParams.append(name, value);
  }
  return url;
}

/** The URL of a cursor. Throws `InvalidRequestError` for what is not the `next` of the same collection's listing. */
export function fromCursor(cursor: string, items: URL, featuresUrl: URL): URL {
  const url = cursor.startsWith("collections/")
    ? parseUrl(cursor, resolveUnder(featuresUrl, ""))
    : undefined;
  if (url && url.hash === "" && isSameListing(url, items)) return url;
  throw wrongCursor();
}

function wrongCursor(): InvalidRequestError {
  return new InvalidRequestError(
    "cursor is not one of this listing: pass the next of an earlier page of the same collection, unchanged.",
  );
}

function isSameListing(url: URL, items: URL): boolean {
  const samePath = url.pathname.replaceAll(/%3a/gi, ":") === items.pathname;
  return url.origin === items.origin && url.username === "" && url.password === "" && samePath;
}
