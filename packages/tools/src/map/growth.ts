import { Outlines, type OutlinesContext } from "../geometry/outlines.ts";
import type { PackedPerimeter } from "../work/map-drawing.ts";
import { unpack } from "../work/packed.ts";

/** As many as there are colours of growth. */
const mostSteps = 6;
/** A smaller change of the area is no step: two mappings of one fire differ as much. */
const leastChange = 0.01;
const dayMs = 86_400_000;

/**
 * The growth of a fire from its outlines: the newest of each day whose area has changed, evenly
 * chosen where there are too many, oldest first; empty if there is only one.
 */
export async function growthOf(
  outlines: readonly PackedPerimeter[],
  context: OutlinesContext,
): Promise<PackedPerimeter[]> {
  const ofDay = new Map<number, PackedPerimeter>();
  for (const each of outlines) {
    if (each.timeMs === null) continue;
    const day = Math.floor(each.timeMs / dayMs);
    const known = ofDay.get(day);
    if (!known || each.timeMs > known.timeMs!) ofDay.set(day, each);
  }
  const days = [...ofDay.values()].sort((a, b) => a.timeMs! - b.timeMs!);
  const measure = new Outlines(context);
  const geometries = days.map(({ outline }) => unpack(outline)[0]!);
  await measure.measure(geometries);
  const measured = days.map((each, i) => ({ ...each, areaKm2: measure.areaKm2(geometries[i]!) }));
  const steps: (PackedPerimeter & { areaKm2: number | null })[] = [];
  for (const each of measured) {
    const before = steps.at(-1);
    if (!before || hasChanged(before.areaKm2, each.areaKm2)) steps.push(each);
  }
  if (steps.length < 2) return [];
  if (steps.length <= mostSteps) return steps;
  const last = steps.length - 1;
  return Array.from(
    { length: mostSteps },
    (_, i) => steps[Math.round((i * last) / (mostSteps - 1))]!,
  );
}

function hasChanged(before: number | null, after: number | null): boolean {
  if (before === null || after === null) return true;
  return Math.abs(after - before) > before * leastChange;
}
