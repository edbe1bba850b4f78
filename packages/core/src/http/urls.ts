/** The URL, or undefined where the text is none. (`URL.parse` needs a newer Node than the oldest supported.) */
export function parseUrl(text: string, base?: URL): URL | undefined {
  return URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
}

/** The URL with `,`, `:` and `/` of its query left as they are (RFC 3986 section 3.4 allows them), as people write them. */
export function readable(url: URL): string {
  return url.href.replace(/\?.*/, (query) =>
    query.replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%2F", "/"),
  );
}

/** Whether a URL has the same origin as another, lies at or below its path, and carries no user or password. */
export function isUnder(url: URL, root: URL): boolean {
  const folder = root.pathname.endsWith("/") ? root.pathname : `${root.pathname}/`;
  const sameOrigin = url.origin === root.origin && url.username === "" && url.password === "";
  return sameOrigin && `${url.pathname}/`.startsWith(folder);
}

/** The URL of a path, and perhaps a query, below another URL's path. */
export function resolveUnder(root: URL, path: string): URL {
  return new URL(path, root.href.endsWith("/") ? root : `${root.href}/`);
}
