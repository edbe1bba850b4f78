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
      `The ${what} ${JSON.stringify(id.slice(0, 100))} cannot be part of a URL: give an id as a listing shows it.`,
    );
  }
  return encodeURIComponent(id).replaceAll("%3A", ":");
}

/** The operations that the interface documents for its collections; a service may offer more. */
const documented = new Map([
  ["svc:satellite-perimeters", ["description", "items", "queryables", "one feature by its id"]],
  ["svc:static-heat-sources", ["description", "items", "queryables"]],
  ["svc:hotspots", ["one feature by its id"]],
]);

type Operation = "description" | "items" | "queryables" | "one feature by its id";

/** The hint in the message of a 404 for an operation on a collection. */
export function notFoundHint(
  collectionId: string,
  operation: Operation,
  featureId?: string,
): string {
  const offered = documented.get(collectionId);
  if (offered && !offered.includes(operation)) {
    return `The service may not offer this operation (${operation}); documented for ${collectionId}: ${offered.join(", ")}.`;
  }
  if (featureId !== undefined)
    return `There is no feature ${JSON.stringify(featureId)} in ${collectionId}.`;
  return `There may be no collection ${JSON.stringify(collectionId.slice(0, 100))}: collections.list() names all collections.`;
}

/** Checks a whole number from 1 to `max`. Throws `InvalidRequestError`. */
export function checkLimit(limit: number, name: string, max: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= max) return limit;
  throw new InvalidRequestError(
    `${name} is ${limit}: give a whole number from 1 to ${max}, for example 20.`,
  );
}
