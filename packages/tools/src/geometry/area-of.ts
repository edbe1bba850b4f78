import { Cql2Error, UnpreparedError } from "@emberline/cql2";
import { type Geometry, pathsOf, polygonsOf } from "@emberline/geo";
import { round } from "../values/text-numbers.ts";

/** Up to this many positions an outline is measured at once. */
const fewPositions = 200;

/**
 * The areas of outlines in km², as answers show them; null without an outline. Exact geometry is
 * loaded first.
 *
 * @throws {UnpreparedError} (the function) when a large outline has to be measured in turns
 * @throws {Cql2Error} (the function) when it cannot be measured (`limit`)
 */
export async function loadAreaOf(): Promise<(geometry: Geometry | null) => number | null> {
  const { areaSteps } = await import("./exact.ts");
  const known = new WeakMap<Geometry, number | null>();
  return (geometry) => {
    if (geometry === null || polygonsOf(geometry).length === 0) return null;
    if (!known.has(geometry)) {
      const steps = function* () {
        known.set(geometry, yield* areaSteps(geometry));
      };
      const positions = pathsOf(geometry).reduce((sum, { length }) => sum + length, 0);
      if (positions > fewPositions) throw new UnpreparedError(steps);
      for (const _ of steps());
    }
    const area = known.get(geometry) ?? null;
    if (area === null) throw new Cql2Error("limit", "The area of an outline is not known");
    return round(area, 4);
  };
}
