import { parseUrl } from "../http/urls.ts";
import { isObject, type Link } from "../values/bbox.ts";
import { readCollections } from "./check-service.ts";
import type { CollectionDescription } from "./types.ts";

/** A server without end is not asked for more. */
const maxPages = 1000;

/** Reads a description at a URL; a text is the problem with it. */
type Get = <T>(url: URL, read: (body: unknown) => T | string) => Promise<T>;

/** The collections of all pages of a list: each once, in the server's order. */
export async function allCollections(first: URL, get: Get): Promise<CollectionDescription[]> {
  const all = new Map<string, CollectionDescription>();
  let url: URL | undefined = first;
  for (let pages = 0; url && pages < maxPages; pages += 1) {
    const before = all.size;
    const { list, links }: Page = await get(url, readPage);
    for (const each of list) if (!all.has(each.id)) all.set(each.id, each);
    // A page that brings nothing new is the first one again.
    url = all.size > before ? nextUrl(links, url) : undefined;
  }
  return [...all.values()];
}

interface Page {
  readonly list: readonly CollectionDescription[];
  readonly links: readonly Link[];
}

function readPage(body: unknown): Page | string {
  const list = readCollections(body);
  if (typeof list === "string") return list;
  const links = isObject(body) && Array.isArray(body.links) ? (body.links as Link[]) : [];
  return { list, links };
}

/** Only the query of a link is taken: servers behind a proxy state addresses of their own. */
function nextUrl(links: readonly Link[], url: URL): URL | undefined {
  const href = links.find((link) => isObject(link) && link.rel === "next")?.href;
  const linked = typeof href === "string" ? parseUrl(href, url) : undefined;
  if (!linked) return undefined;
  const next = new URL(url);
  next.search = linked.search;
  return next;
}
