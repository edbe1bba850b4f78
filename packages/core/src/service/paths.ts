import { resolveUnder } from "../http/urls.ts";
import { InvalidRequestError } from "../values/errors.ts";

/** The URL of a collection, or of a path under it. Throws `InvalidRequestError`. */
export function collectionUrl(featuresUrl: URL, collectionId: string, ...rest: string[]): URL {
  const segments = ["collections", segment(collectionId, "collection id"), ...rest];
  return resolveUnder(featuresUrl, segments.join("/"));
}

export function featureUrl(featuresUrl: URL, collectionId: string, featureId: string): URL {
  return collectionUrl(featuresUrl, collectionId, "items", segment(featureId, "feature id"));
}

/** Colons stay literal, as the interface writes collection ids. */
function segment(id: string, what: string): string {
  // URLs drop dot segments, even encoded ones, so the request would go elsewhere.
  if (id === "" || id === "." || id === ".." || !id.isWellFormed()) {
    throw new InvalidRequestError(
      `The ${what} ${JSON.stringify(id)} cannot be part of a URL: give an id as a listing shows it.`,
    );
  }
  return encodeURIComponent(id).replaceAll("%3A", ":");
}
