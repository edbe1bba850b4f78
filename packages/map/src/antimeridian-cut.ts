import type { Position } from "@emberline/geo";

/** Atlases cut land along the antimeridian; the cut must not look like a coast. */
const isOnCut = (position: Position) => Math.abs(position[0]) > 179.99;

export function hasCut(ring: readonly Position[]): boolean {
  return ring.some((position, i) => i > 0 && isOnCut(position) && isOnCut(ring[i - 1]!));
}

/** The parts of a ring or line that do not run along the cut. */
export function withoutCut(line: readonly Position[]): Position[][] {
  const parts: Position[][] = [[]];
  line.forEach((position, i) => {
    if (i > 0 && isOnCut(position) && isOnCut(line[i - 1]!)) parts.push([]);
    parts.at(-1)!.push(position);
  });
  return parts.filter((part) => part.length > 1);
}
