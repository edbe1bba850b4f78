/** The URL, or undefined if the text is not one. `URL.parse` needs a newer Node than 20. */
export function parseUrl(text: string, base?: URL): URL | undefined {
  return URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
}

/** The URL with plain `,`, `:` and `/` in its query, as RFC 3986 section 3.4 allows. */
export function readable(url: URL): string {
  return url.href.replace(/\?.*/, (query) =>
    query.replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%2F", "/"),
  );
}

/** Whether a URL has no user and password and lies at or under another of the same origin. */
export function isUnder(url: URL, root: URL): boolean {
  const folder = root.pathname.endsWith("/") ? root.pathname : `${root.pathname}/`;
  const sameOrigin = url.origin === root.origin && url.username === "" && url.password === "";
  return sameOrigin && `${url.pathname}/`.startsWith(folder);
}

/** Resolves a path, with or without a query, under another URL's path. */
export function resolveUnder(root: URL, path: string): URL {
  return new URL(path, root.href.endsWith("/") ? root : `${root.href}/`);
}
