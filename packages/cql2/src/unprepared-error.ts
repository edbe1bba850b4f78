import { Cql2Error } from "./error.ts";

/** The valid form of a geometry is needed, which `steps` make; then evaluate again. */
export class UnpreparedError extends Cql2Error {
  readonly steps: () => Generator<undefined, unknown>;

  constructor(steps: () => Generator<undefined, unknown>) {
    super("unprepared", "A geometry has to be prepared first: run the steps of this error");
    this.steps = steps;
  }
}
