import { type Crs, convertBox } from "../crs.ts";
import { invalidParameter } from "../http/problems.ts";
import type { Box } from "../store/feature-store.ts";

const EXAMPLE = "for example 113,-44,154,-10";

/**
 * Reads `bbox`: 4 numbers (lower left corner, upper right corner) in the axis order of its CRS, or
 * 6 with the lowest and the highest height in third and last place. In degrees, west > east crosses
 * the antimeridian.
 * @throws {Problem} 400
 */
export function parseBbox(text: string, crs: Crs): Box {
  const given = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  const isWhole = given.length === 4 || given.length === 6;
  if (!isWhole || !given.every(Number.isFinite)) {
    throw invalidParameter("bbox", `must be 4 or 6 numbers with commas between, ${EXAMPLE}.`);
  }
  const numbers = convertBox(given, crs);
  const half = numbers.length / 2;
  const [west, south, lowest] = numbers.slice(0, half) as [number, number, number?];
  const [east, north, highest] = numbers.slice(half) as [number, number, number?];
  const order = `the axes are in the order of ${crs.uri}`;
  if (Math.abs(west) > 180 || Math.abs(east) > 180) {
    throw invalidParameter("bbox", `has a longitude outside -180 to 180; ${order}.`);
  }
  if (Math.abs(south) > 90 || Math.abs(north) > 90) {
    throw invalidParameter("bbox", `has a latitude outside -90 to 90; ${order}.`);
  }
  if (south > north) {
    throw invalidParameter(
      "bbox",
      "has its south above its north; the lower left corner comes first.",
    );
  }
  if (crs.isProjected && west > east) {
    throw invalidParameter(
      "bbox",
      "has its west above its east; only boxes in degrees cross the antimeridian.",
    );
  }
  if (lowest === undefined || highest === undefined) return { west, south, east, north };
  if (lowest > highest) {
    throw invalidParameter(
      "bbox",
      `has its lowest height (${lowest}) above its highest (${highest}).`,
    );
  }
  return { west, south, east, north, heights: [lowest, highest] };
}
