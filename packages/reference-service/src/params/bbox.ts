import { invalidParameter } from "../http/problems.ts";
import type { Box } from "../store/feature-store.ts";

const EXAMPLE = "for example 113,-44,154,-10";

/**
 * Reads `bbox`: 4 numbers (west, south, east, north), or 6 with the lowest and highest height in
 * third and last place; west > east crosses the antimeridian. Degrees, longitude first.
 * @throws {Problem} 400
 */
export function parseBbox(text: string): Box {
  const numbers = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  const isWhole = numbers.length === 4 || numbers.length === 6;
  if (!isWhole || !numbers.every(Number.isFinite)) {
    throw invalidParameter("bbox", `must be 4 or 6 numbers with commas between, ${EXAMPLE}.`);
  }
  const half = numbers.length / 2;
  const [west, south, lowest] = numbers.slice(0, half) as [number, number, number?];
  const [east, north, highest] = numbers.slice(half) as [number, number, number?];
  if (Math.abs(west) > 180 || Math.abs(east) > 180) {
    throw invalidParameter(
      "bbox",
      `has a longitude outside -180 to 180; longitude comes first, ${EXAMPLE}.`,
    );
  }
  if (Math.abs(south) > 90 || Math.abs(north) > 90) {
    throw invalidParameter(
      "bbox",
      `has a latitude outside -90 to 90; longitude comes first, ${EXAMPLE}.`,
    );
  }
  if (south > north) {
    throw invalidParameter(
      "bbox",
      `has its south (${south}) above its north (${north}); the order is west,south,east,north.`,
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
