const repository = "https://github.com/emberline/emberline";

/**
 * The path from one page to another, without slashes at the end: `/docs` is a page, and a proxy may
 * serve all of them under a path.
 */
export function pathBetween(from: string, to: string): string {
  const page = to === "" ? "docs" : `docs/${to}`;
  return toRoot(from) + page;
}

/** From a page to the root of the server: the empty path is the page `/docs`. */
export function toRoot(from: string): string {
  if (from === "") return "./";
  return "../".repeat(from.split("/").length);
}

/** Where a link in `docs/{page}.md` leads from that file on the site. */
export function documentLink(page: string, href: string): string {
  const isDocument = pathnameOf(page, href.split("#")[0]!).startsWith("/docs/");
  return isDocument ? href : resolveLink(page, href);
}

function pathnameOf(page: string, path: string): string {
  const file = page === "" ? "README.md" : `${page}.md`;
  return new URL(path, `https://repository/docs/${file}`).pathname;
}

/**
 * The address on the site of a link in `docs/{page}.md`: other pages are pages here too, other
 * files of the repository are there.
 */
export function resolveLink(page: string, href: string): string {
  if (/^[a-z]+:|^#/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const fragment = anchor === undefined ? "" : `#${anchor}`;
  const pathname = pathnameOf(page, path);
  const [, target] = /^\/docs\/(.*)\.md$/.exec(pathname) ?? [];
  if (target === undefined) {
    const kind = /\.[a-z0-9]+$/i.test(pathname) ? "blob" : "tree";
    return `${repository}/${kind}/main${pathname}${fragment}`;
  }
  return pathBetween(page, target === "README" ? "" : target) + fragment;
}
