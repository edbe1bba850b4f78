import { ToolError } from "@emberline/tools";

/** Counts the bytes of each caller's exports, so that one caller cannot take all the space. */
export class ExportShares {
  readonly #maxMb: number;
  readonly #taken = new Map<string, number>();

  constructor(maxMb: number) {
    this.#maxMb = maxMb;
  }

  /** @throws {ToolError} when the caller's exports would exceed its share (`invalid_input`) */
  take(caller: string, bytes: number): void {
    const taken = (this.#taken.get(caller) ?? 0) + bytes;
    if (taken > this.#maxMb * 1_000_000) {
      throw new ToolError(
        "invalid_input",
        `Your exports would take more than ${this.#maxMb} MB in total: select less, use csv, the most compact format, or wait until earlier exports expire.`,
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
