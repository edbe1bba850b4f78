import { featureProblem } from "@emberline/geo";

/*
 * Written by hand for speed, since a page has thousands of features. Each check returns undefined
 * or the problem as "path: problem". `schemas.ts` describes the same rules publicly.
 */

type Problem = string | undefined;
type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** RFC 7946, and the links of OGC API Features. Coordinates may be in any CRS. */
export function checkFeature(value: unknown): Problem {
  const problem = featureProblem(value);
  if (problem || !isObject(value) || value.links === undefined) return problem;
  const linkProblem = checkLinks(value.links);
  return linkProblem && `.links${linkProblem}`;
}

export function checkLinks(value: unknown): Problem {
  if (!Array.isArray(value)) return ": expected an array";
  for (let i = 0; i < value.length; i += 1) {
    const problem = checkLink(value[i]);
    if (problem) return `[${i}]${problem}`;
  }
  return undefined;
}

function checkLink(link: unknown): Problem {
  if (!isObject(link) || typeof link.href !== "string") return ": expected a link with an href";
  for (const name of ["rel", "type", "hreflang", "title"]) {
    if (link[name] !== undefined && typeof link[name] !== "string")
      return `.${name}: expected a string`;
  }
  if (link.length !== undefined && !Number.isInteger(link.length))
    return ".length: expected an integer";
  return undefined;
}
