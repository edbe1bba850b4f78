/** A URL below a base address, whose path may be longer than `/`. */
export function urlUnder(baseUrl: URL, path: string): URL {
  const base = new URL(baseUrl);
  if (!base.pathname.endsWith("/")) base.pathname += "/";
  return new URL(path, base);
}
