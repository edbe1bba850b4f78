import { formatName, htmlType } from "./media-types.ts";

/** A link of the interface (RFC 8288 relation names). */
export interface Link {
  href: string;
  rel: string;
  type?: string;
  title?: string;
}

/**
 * Links from a resource to its requested representation (self) and to the others.
 * @param href the resource, with the parameters of the request
 * @param subject what the resource is, for the titles
 */
export function selfLinks(
  href: string,
  chosen: string,
  offered: readonly string[],
  subject: string,
): Link[] {
  const titleOf = (type: string) => `${subject} as ${formatName(type)}`;
  const self: Link = { href, rel: "self", type: chosen, title: titleOf(chosen) };
  const others = offered
    .filter((type) => type !== chosen)
    .map((type) => ({
      href: withFormat(href, type),
      rel: "alternate",
      type,
      title: titleOf(type),
    }));
  return [self, ...others];
}

/** The URL of a representation, chosen by `f`. */
export function withFormat(href: string, type: string): string {
  const url = new URL(href);
  url.searchParams.set("f", type === htmlType ? "html" : type.split(";")[0]!);
  return url.href;
}

/** Clients take 16 kB of headers, and a page has a handful of links. */
const maxHeaderHref = 2000;

/** The value of a `Link` header (RFC 8288), without links to very long URLs, which the body has. */
export function linkHeader(links: readonly Link[]): string {
  return links
    .filter(({ href }) => href.length <= maxHeaderHref)
    .map(({ href, rel, type }) => `<${href}>; rel="${rel}"${type ? `; type="${type}"` : ""}`)
    .join(", ");
}
