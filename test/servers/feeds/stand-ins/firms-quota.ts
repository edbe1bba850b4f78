import { minute } from "../world/clock.ts";

/** Transactions of one key in the last ten minutes, by the weights of the page of FIRMS. */
export class Quota {
  readonly limit: number;
  readonly #spent: { at: number; weight: number }[] = [];

  constructor(limit = 5000) {
    this.limit = limit;
  }

  current(now: number): number {
    // Time may be set back.
    return this.#spent
      .filter(({ at }) => at > now - 10 * minute && at <= now)
      .reduce((sum, { weight }) => sum + weight, 0);
  }

  /** False, and nothing spent, where the limit would be exceeded. */
  spend(weight: number, now: number): boolean {
    if (this.current(now) + weight > this.limit) return false;
    this.#spent.push({ at: now, weight });
    return true;
  }
}

/** Transactions of a request to the area API. */
export function transactions(
  [west, south, east, north]: readonly [number, number, number, number],
  source: string,
  days: number,
): number {
  const parts = Math.ceil((east - west) / 60) * Math.ceil((north - south) / 60);
  return parts * (source.startsWith("VIIRS") || source.startsWith("GOES") ? 2 : 0.5) * days;
}
