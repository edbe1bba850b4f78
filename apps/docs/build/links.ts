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

/**
 * The address on the site of a link in `docs/{page}.md`: other pages are pages here too, other
 * files of the repository are there.
 */
export function resolveLink(page: string, href: string): string {
  if (/^[a-z]+:|^#/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const fragment = anchor === undefined ? "" : `#${anchor}`;
  const file = page === "" ? "README.md" : `${page}.md`;
  const { pathname } = new URL(path, `https://repository/docs/${file}`);
  const [, target] = /^\/docs\/(.*)\.md$/.exec(pathname) ?? [];
  if (target === undefined) {
    const kind = /\.[a-z0-9]+$/i.test(pathname) ? "blob" : "tree";
    return `${repository}/${kind}/main${pathname}${fragment}`;
  }
  return pathBetween(page, target === "README" ? "" : target) + fragment;
}
