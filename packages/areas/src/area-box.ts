import type { Box } from "@emberline/geo";
import type { Ring } from "./decode-shape.ts";

/** Rounded outward to a grid of about ten metres: the border itself decides. */
const stepsPerDeg = 1e4;

/** The narrowest box around polygons; west > east if it crosses the antimeridian. */
export function boxOfRings(polygons: readonly (readonly Ring[])[]): Box {
  const extents = polygons.map(([outer]) => extentOfRing(outer!)).sort((a, b) => a[0] - b[0]);
  const south = Math.min(...extents.map((each) => each[1]));
  const north = Math.max(...extents.map((each) => each[3]));
  // The widest gap between neighbours lies outside the box.
  let reached = extents[0]![2];
  let [west, east] = [extents[0]![0], Math.max(...extents.map((each) => each[2]))];
  let widest = west + 360 - east;
  for (const [from, , to] of extents) {
    if (from - reached > widest) [widest, west, east] = [from - reached, from, reached];
    reached = Math.max(reached, to);
  }
  return [down(west), down(south), up(east), up(north)];
}

function extentOfRing(ring: Ring): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < ring.length; i += 2) {
    west = Math.min(west, ring[i]!);
    east = Math.max(east, ring[i]!);
    south = Math.min(south, ring[i + 1]!);
    north = Math.max(north, ring[i + 1]!);
  }
  return [west, south, east, north];
}

function down(degrees: number): number {
  return Math.max(Math.floor(degrees * stepsPerDeg) / stepsPerDeg, -180);
}

function up(degrees: number): number {
  return Math.min(Math.ceil(degrees * stepsPerDeg) / stepsPerDeg, 180);
}
