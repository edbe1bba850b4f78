import { ToolError } from "@emberline/tools";

/** The bytes that the exports of each caller take, so that one caller leaves room for the others. */
export class ExportShares {
  readonly #maxMb: number;
  readonly #taken = new Map<string, number>();

  constructor(maxMb: number) {
    this.#maxMb = maxMb;
  }

  /** @throws ToolError `invalid_input` when the caller's exports would take more than its share */
  take(caller: string, bytes: number): void {
    const taken = (this.#taken.get(caller) ?? 0) + bytes;
    if (taken > this.#maxMb * 1_000_000) {
      throw new ToolError(
        "invalid_input",
        `Your exports would take more than ${this.#maxMb} MB together: select less, take csv, the shortest format, or wait until earlier ones have expired.`,
      );
    }
    this.#taken.set(caller, taken);
  }

  giveBack(caller: string, bytes: number): void {
    const left = (this.#taken.get(caller) ?? 0) - bytes;
    if (left > 0) this.#taken.set(caller, left);
    else this.#taken.delete(caller);
  }
}
