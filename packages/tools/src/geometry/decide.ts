import { Cql2Error, UnpreparedError } from "@emberline/cql2";
import { finishInTurns, type Pause } from "@emberline/turns";

/** The result of an exact test; null where a geometry crosses itself too often to decide. */
export function decide(test: () => boolean): boolean | null {
  try {
    return test();
  } catch (error) {
    return nullIfTangled(error);
  }
}

/** The same for work in steps. */
export async function decideInTurns<Result>(
  steps: Generator<void, Result>,
  pause: Pause,
): Promise<Result | null> {
  try {
    return await finishInTurns(steps, pause);
  } catch (error) {
    return nullIfTangled(error);
  }
}

/**
 * Runs a test that may need the valid form of a large geometry, which takes up to seconds and is
 * made in turns; all others are decided at once. The test has to read the same geometry object
 * again, since forms are kept by object.
 */
export function testInTurns<Result>(test: () => Result, pause: Pause): Result | Promise<Result> {
  try {
    return test();
  } catch (error) {
    if (error instanceof UnpreparedError) return prepareAndTest(error, test, pause);
    throw error;
  }
}

async function prepareAndTest<Result>(
  { steps }: UnpreparedError,
  test: () => Result,
  pause: Pause,
): Promise<Result> {
  await decideInTurns(steps(), pause);
  return testInTurns(test, pause);
}

function nullIfTangled(error: unknown): null {
  if (error instanceof Cql2Error && error.code === "limit") return null;
  throw error;
}
