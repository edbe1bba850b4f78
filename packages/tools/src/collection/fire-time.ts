import { parseTimeMs } from "@emberline/geo";
import { dayMs } from "../values/calendar.ts";
import { ownProperty } from "../values/own-property.ts";
import { type Roles, timeOf } from "../values/roles.ts";
import { isTimeText } from "../values/time-text.ts";

/** Days of a fire's time before its first mapping, if its discovery is unknown, and after its last. */
const graceDays = 2;
const graceMs = graceDays * dayMs;

export const fireTimeRule = `from its discovery (else ${graceDays} days before its first mapping) until ${graceDays} days after its last`;

const dateOnly = /^\d{4}-\d{2}-\d{2}(T00:00(:00(\.0+)?)?(Z|[+-]00:?00))?$/i;

/**
 * The time in which detections inside its newest outline belong to a fire (`fireTimeRule`).
 * Calendar dates, also those stored as midnight UTC, are whole days (decisions, row 28).
 */
export class FireTime {
  #discoveredMs = Number.POSITIVE_INFINITY;
  #firstMs = Number.POSITIVE_INFINITY;
  #lastMs = Number.NEGATIVE_INFINITY;

  /** Adds one of the fire's mappings. */
  add(properties: Readonly<Record<string, unknown>> | null, roles: Roles): void {
    const discovered = ownProperty(properties, roles.discovered);
    if (isTimeText(discovered))
      this.#discoveredMs = Math.min(this.#discoveredMs, parseTimeMs(discovered)!);
    const time = timeOf(properties, roles);
    const timeMs = parseTimeMs(time ?? "");
    if (time === null || timeMs === undefined) return;
    this.#firstMs = Math.min(this.#firstMs, timeMs);
    this.#lastMs = Math.max(this.#lastMs, dateOnly.test(time) ? timeMs + dayMs - 1 : timeMs);
  }

  /** A discovery after the first mapping is an error of the data. */
  get startMs(): number {
    return this.#discoveredMs <= this.#firstMs ? this.#discoveredMs : this.#firstMs - graceMs;
  }

  get endMs(): number {
    return this.#lastMs + graceMs;
  }

  /** False if no mapping has a time: then none of its detections can be told from others. */
  get isKnown(): boolean {
    return this.#lastMs >= this.#firstMs;
  }

  contains(epochMs: number): boolean {
    return epochMs >= this.startMs && epochMs <= this.endMs;
  }
}
