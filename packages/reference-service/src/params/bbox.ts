import { type Bbox, bboxProblem, flatBox, isBbox } from "@emberline/geo";
import { type Crs, convertBox, defaultCrs } from "../crs.ts";
import { invalidParameter } from "../problems.ts";

const example = "for example 113,-44,154,-10";

/**
 * Reads `bbox`: 4 numbers (lower left corner, upper right corner) in the axis order of its CRS, or
 * 6 with the lowest and highest height in third and last place. In degrees, west > east crosses the
 * antimeridian. Returns longitudes and latitudes.
 * @throws {Problem} when it is not a box (400)
 */
export function parseBbox(text: string, crs: Crs): Bbox {
  const given = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  if (!isBbox(given)) {
    throw invalidParameter("bbox", `must be 4 or 6 numbers separated by commas, ${example}.`);
  }
  if (crs === defaultCrs) {
    const problem = bboxProblem(given);
    if (problem) throw invalidParameter("bbox", `${problem}; ${example}.`);
    return given;
  }
  const bbox = convertBox(given, crs);
  const problem = bboxProblem(bbox) ?? projectedProblem(bbox, crs);
  if (problem) {
    throw invalidParameter(
      "bbox",
      `is [${bbox}] in longitude and latitude, which ${problem}; the axes are in the order of ${crs.uri}.`,
    );
  }
  return bbox;
}

function projectedProblem(bbox: Bbox, { isProjected }: Crs): string | undefined {
  const [west, , east] = flatBox(bbox);
  return isProjected && west > east
    ? "has a west greater than its east: only boxes in degrees can cross the antimeridian"
    : undefined;
}
