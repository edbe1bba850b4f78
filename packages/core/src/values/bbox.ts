import {
  type Bbox,
  bboxProblem,
  bboxShapeProblem,
  featureProblem,
  type Feature as GeoJsonFeature,
  isBbox,
  type Properties,
} from "@emberline/geo";
import { InvalidRequestError } from "./errors.ts";

const example = "for example 113,-44,154,-10";

/**
 * Checks a box in WGS 84 degrees: `[west, south, east, north]`, or with heights
 * `[west, south, low, east, north, high]`. West greater than east crosses the antimeridian.
 *
 * @example
 * checkBbox([170, -20, -170, 0]); // → [170, -20, -170, 0]
 *
 * @throws {InvalidRequestError} when it is not a box
 */
export function checkBbox(bbox: readonly number[]): Bbox {
  return checked(bbox, bboxProblem(bbox));
}

/** Checks a box of another CRS: four or six finite numbers. Throws `InvalidRequestError`. */
export function checkBboxShape(bbox: readonly number[]): Bbox {
  return checked(bbox, bboxShapeProblem(bbox));
}

/**
 * Reads `west,south,east,north`, or six numbers with heights.
 *
 * @example
 * parseBbox("113,-44,154,-10"); // → [113, -44, 154, -10]
 *
 * @throws {InvalidRequestError} when it is not a box
 */
export function parseBbox(text: string): Bbox {
  // Number("") is 0, which would turn ",,," into a box.
  return checkBbox(text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part))));
}

function checked(bbox: readonly number[], problem: string | undefined): Bbox {
  if (problem === undefined && isBbox(bbox)) return bbox;
  throw new InvalidRequestError(
    `bbox ${JSON.stringify(bbox)?.slice(0, 200)} ${problem}; ${example}.`,
  );
}

/*
 * Written by hand for speed, since a page has thousands of features. Each check returns undefined
 * or the problem as "path: problem". `schemas.ts` describes the same rules publicly.
 */

type Problem = string | undefined;
type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Outlines may go on for a turn beyond the antimeridian. */
export const maxLongitude = 540;

/**
 * RFC 7946, and the links of OGC API Features. Where another CRS was requested, coordinates may be
 * any numbers.
 */
export function checkFeature(value: unknown, { searchParams }: URL): Problem {
  const problem = featureProblem(value, {
    maxLongitude: searchParams.has("crs") ? Infinity : maxLongitude,
  });
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

/** A feature as sent by a service. Foreign members are kept. */
export interface Feature<P = Properties> extends GeoJsonFeature<P> {
  bbox?: Bbox;
  links?: Link[];
  [member: string]: unknown;
}

/** OGC API Features Part 1, `link`. */
export interface Link {
  href: string;
  rel?: string;
  type?: string;
  hreflang?: string;
  title?: string;
  length?: number;
  [member: string]: unknown;
}
