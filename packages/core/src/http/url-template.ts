/** The roots of a service's interfaces. */
export interface Roots {
  readonly baseUrl: URL;
  readonly featuresUrl: URL;
}

const featurePaths: readonly [RegExp, string][] = [
  [/^\/collections$/, "/collections"],
  [/^\/collections\/[^/]+$/, "/collections/{collection}"],
  [/^\/collections\/[^/]+\/queryables$/, "/collections/{collection}/queryables"],
  [/^\/collections\/[^/]+\/items$/, "/collections/{collection}/items"],
  [/^\/collections\/[^/]+\/items\/[^/]+$/, "/collections/{collection}/items/{feature}"],
];
const otherPaths: readonly string[] = ["/v1/token", "/v1/fire-spread/simulations"];

/** The path of a URL without ids (`url.template`); undefined if the interface does not have it. */
export function templateOf(url: URL, { baseUrl, featuresUrl }: Roots): string | undefined {
  const path = pathUnder(url, featuresUrl);
  const found = featurePaths.find(([pattern]) => path !== undefined && pattern.test(path));
  if (found) return rootOf(featuresUrl) + found[1];
  const other = pathUnder(url, baseUrl);
  return otherPaths.find((each) => each === other) && url.pathname;
}

function pathUnder(url: URL, root: URL): string | undefined {
  const start = rootOf(root);
  return url.pathname.startsWith(start) ? url.pathname.slice(start.length) : undefined;
}

function rootOf({ pathname }: URL): string {
  return pathname.replace(/\/$/, "");
}
