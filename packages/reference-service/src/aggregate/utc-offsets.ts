import { parseInstantUs } from "@emberline/geo";

const minuteMs = 60_000;
const quarterMs = 900_000;
const maxMinutes = 24 * 60;
const maxChanges = 1000;

/** The offsets of local time from UTC, each from an instant on; the first from the beginning. */
export class UtcOffsets {
  /** Ascending, in epoch milliseconds. */
  readonly changes: readonly number[];
  /** In milliseconds east; one more than there are changes. */
  readonly offsets: readonly number[];
  #at = 0;

  constructor(changes: readonly number[], offsets: readonly number[]) {
    this.changes = changes;
    this.offsets = offsets;
  }

  /**
   * Reads minutes east of UTC, with the instants from which others hold in between, such as
   * `-480,2025-03-09T10:00:00Z,-420`; undefined for anything else.
   */
  static parse(text: string): UtcOffsets | undefined {
    const parts = text.split(",");
    if (parts.length % 2 === 0 || parts.length > 2 * maxChanges + 1) return undefined;
    const minutes = parts.filter((_, i) => i % 2 === 0).map(minutesOf);
    const changes = parts.filter((_, i) => i % 2 === 1).map((each) => parseInstantUs(each));
    if (!minutes.every((each) => each !== undefined)) return undefined;
    if (!changes.every((each) => each !== undefined)) return undefined;
    const instants = changes.map((us) => us / 1000);
    if (instants.some((each, i) => i > 0 && each <= instants[i - 1]!)) return undefined;
    return new UtcOffsets(
      instants,
      minutes.map((each) => each * minuteMs),
    );
  }

  /** The local time at the start of the quarter of an hour around an instant, as if it were UTC. */
  localMs(epochMs: number): number {
    const quarter = Math.floor(epochMs / quarterMs) * quarterMs;
    let at = this.#at;
    // Neighbours in time mostly share an offset.
    while (at > 0 && quarter < this.changes[at - 1]!) at--;
    while (at < this.changes.length && quarter >= this.changes[at]!) at++;
    this.#at = at;
    return quarter + this.offsets[at]!;
  }
}

function minutesOf(text: string): number | undefined {
  const minutes = /^[+-]?\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  return Math.abs(minutes) <= maxMinutes ? minutes : undefined;
}
