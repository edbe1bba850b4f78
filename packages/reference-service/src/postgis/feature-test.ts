import { type BooleanExpression, compile, type Predicate, UnpreparedError } from "@emberline/cql2";
import { prepareSteps, spatialInTurns } from "@emberline/cql2/spatial";
import { cutBox, extentOf, flatBox, intersectsBox } from "@emberline/geo";
import { finishInTurns, type Pause } from "@emberline/turns";
import type { Queryable, Selection } from "../store/feature-store.ts";
import type { Feature } from "../values/crs.ts";

/** Whether a feature matches a selection, apart from its time. */
export type FeatureTest = (feature: Feature) => Promise<boolean>;

/**
 * The exact tests of box and filter, which are those of the store in memory.
 * @throws {Cql2Error} when a geometry of the filter crosses itself too often (`limit`)
 */
export async function featureTest(
  { box, filter }: Selection,
  queryables: readonly Queryable[],
  pause: Pause,
): Promise<FeatureTest> {
  const boxes = box ? cutBox(flatBox(box)) : [];
  const heights = box?.length === 6 ? ([box[2], box[5]] as const) : undefined;
  const predicate = filter === undefined ? undefined : await compiled(filter, queryables, pause);
  return async (feature) => {
    const { geometry } = feature;
    if (box && geometry && hasPositions(geometry)) {
      if (!boxes.some((one) => intersectsBox(geometry, one, heights))) return false;
    }
    return predicate === undefined || passes(predicate, feature, pause);
  };
}

async function compiled(
  filter: BooleanExpression,
  queryables: readonly Queryable[],
  pause: Pause,
): Promise<Predicate> {
  await finishInTurns(prepareSteps(filter), pause);
  return compile(filter, { queryables: { queryables }, spatial: spatialInTurns });
}

/** A large outline is prepared in turns, then tested. */
async function passes(predicate: Predicate, feature: Feature, pause: Pause): Promise<boolean> {
  try {
    return predicate(feature);
  } catch (error) {
    if (!(error instanceof UnpreparedError)) throw error;
    await finishInTurns(toVoid(error.steps()), pause);
    return passes(predicate, feature, pause);
  }
}

function* toVoid(steps: Generator<undefined, unknown>): Generator<void, void> {
  yield* steps;
}

function hasPositions(geometry: NonNullable<Feature["geometry"]>): boolean {
  return extentOf(geometry) !== undefined;
}
