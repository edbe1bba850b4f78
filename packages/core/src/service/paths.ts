import { resolveUnder } from "../http/urls.ts";
import { InvalidRequestError } from "../values/errors.ts";

/** The URL of a collection, or of something below it. Throws `InvalidRequestError` for an id that no path can hold. */
export function collectionUrl(featuresUrl: URL, collectionId: string, ...rest: string[]): URL {
  const segments = ["collections", segment(collectionId, "collection id"), ...rest];
  return resolveUnder(featuresUrl, segments.join("/"));
}

export function featureUrl(featuresUrl: URL, collectionId: string, featureId: string): URL {
  return collectionUrl(featuresUrl, collectionId, "items", segment(featureId, "feature id"));
}

/** Colons stay literal, as the interface writes collection ids. */
function segment(id: string, what: string): string {
  // URLs take dot segments away, however they are encoded: the request would go elsewhere.
  if (id === "" || id === "." || id === ".." || !id.isWellFormed()) {
    throw new InvalidRequestError(
      `The ${what} ${JSON.stringify(id)} cannot stand in a path: give an id as a listing shows it.`,
    );
  }
  return encodeURIComponent(id).replaceAll("%3A", ":");
}
