import { extentOf, type Polygon } from "@emberline/geo";
import Flatbush from "flatbush";
import { countPositions, pack, unpack } from "../work/packed.ts";
import type { HeavyContext } from "../work/workers.ts";
import { runExact } from "./run-exact.ts";
import { arealKm2 } from "./shapes.ts";

/** Positions of polygons that are united in one step; a step in a thread may be longer. */
const positionsPerStep = { thread: 5000, here: 500 };

/**
 * The area that valid polygons cover together, in km² on the WGS 84 ellipsoid.
 * Polygons whose boxes are linked to no other count as they are; the others are
 * united half by half, neighbours first, so that each step is small.
 */
export async function unionKm2(
  polygons: readonly Polygon[],
  context: HeavyContext,
): Promise<number> {
  let areaKm2 = 0;
  for (const group of linkedByBoxes(polygons)) {
    const parts = group.length === 1 ? group : await unite(group, context);
    for (const part of parts) {
      areaKm2 += arealKm2(part) ?? 0;
      const pausing = context.pause();
      if (pausing) await pausing;
    }
  }
  return areaKm2;
}

async function unite(polygons: readonly Polygon[], context: HeavyContext): Promise<Polygon[]> {
  const positions = polygons.reduce((sum, each) => sum + countPositions(each), 0);
  const most = context.workers ? positionsPerStep.thread : positionsPerStep.here;
  let parts = polygons;
  if (polygons.length > 2 && positions > most) {
    const [first, second] = halvesOf(polygons);
    parts = [...(await unite(first, context)), ...(await unite(second, context))];
  }
  return unpack(await runExact("unite", pack(parts), context)) as Polygon[];
}

/** Two halves that lie apart as far as they can: cut across the longer side of the box of all middles. */
function halvesOf(polygons: readonly Polygon[]): [Polygon[], Polygon[]] {
  const placed = polygons.map((polygon) => {
    const [west, south, east, north] = extentOf(polygon)!;
    return { polygon, middle: [(west + east) / 2, (south + north) / 2] as const };
  });
  const spread = (axis: 0 | 1) => {
    const values = placed.map(({ middle }) => middle[axis]);
    return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  };
  const axis = spread(0) >= spread(1) ? 0 : 1;
  const sorted = placed
    .sort((a, b) => a.middle[axis] - b.middle[axis])
    .map(({ polygon }) => polygon);
  return [sorted.slice(0, sorted.length / 2), sorted.slice(sorted.length / 2)];
}

/** Polygons in groups: the boxes of one group meet no box of another. */
function linkedByBoxes(polygons: readonly Polygon[]): Polygon[][] {
  if (polygons.length === 0) return [];
  const boxes = polygons.map((each) => extentOf(each)!);
  const index = new Flatbush(polygons.length);
  for (const box of boxes) index.add(...box);
  index.finish();
  const groups: Polygon[][] = [];
  const isTaken = new Uint8Array(polygons.length);
  for (let start = 0; start < polygons.length; start++) {
    if (isTaken[start]) continue;
    isTaken[start] = 1;
    const found = [start];
    for (const each of found) {
      const fresh = index.search(...boxes[each]!, (other) => isTaken[other] === 0);
      for (const other of fresh) isTaken[other] = 1;
      found.push(...fresh);
    }
    groups.push(found.map((each) => polygons[each]!));
  }
  return groups;
}
