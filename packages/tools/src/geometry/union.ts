import { extentOf, type Polygon } from "@emberline/geo";
import Flatbush from "flatbush";
import { pack } from "../work/packed.ts";
import type { HeavyContext } from "../work/workers.ts";
import { runExact } from "./run-exact.ts";
import { arealKm2 } from "./shapes.ts";

/**
 * The area that valid polygons cover together, in km² on the WGS 84 ellipsoid; null if they cross
 * each other too often. Only polygons whose boxes overlap are united, group by group.
 */
export async function unionKm2(
  polygons: readonly Polygon[],
  context: HeavyContext,
): Promise<number | null> {
  let areaKm2 = 0;
  for (const group of linkedByBoxes(polygons)) {
    const [only, ...others] = group;
    const groupKm2 =
      others.length === 0 ? (arealKm2(only!) ?? 0) : await runExact("unite", pack(group), context);
    if (groupKm2 === null) return null;
    areaKm2 += groupKm2;
    const pausing = context.pause();
    if (pausing) await pausing;
  }
  return areaKm2;
}

/** Groups polygons so that boxes of different groups never intersect. */
function linkedByBoxes(polygons: readonly Polygon[]): Polygon[][] {
  if (polygons.length === 0) return [];
  const boxes = polygons.map((each) => extentOf(each)!);
  const index = new Flatbush(polygons.length);
  for (const [west, south, east, north] of boxes) index.add(west, south, east, north);
  index.finish();
  const groups: Polygon[][] = [];
  const isTaken = new Uint8Array(polygons.length);
  for (let start = 0; start < polygons.length; start++) {
    if (isTaken[start]) continue;
    isTaken[start] = 1;
    const found = [start];
    for (const each of found) {
      const [west, south, east, north] = boxes[each]!;
      const isFresh = (other: number) => isTaken[other] === 0;
      const fresh = index.search(west, south, east, north, isFresh);
      for (const other of fresh) {
        isTaken[other] = 1;
        found.push(other);
      }
    }
    groups.push(found.map((each) => polygons[each]!));
  }
  return groups;
}
