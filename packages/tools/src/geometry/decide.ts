import { Cql2Error } from "@emberline/cql2";
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

function nullIfTangled(error: unknown): null {
  if (error instanceof Cql2Error && error.code === "limit") return null;
  throw error;
}
