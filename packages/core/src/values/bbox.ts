import { type Bbox, bboxProblem, bboxShapeProblem, isBbox } from "@emberline/geo";
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
