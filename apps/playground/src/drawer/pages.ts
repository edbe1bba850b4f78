import { signal } from "@preact/signals";
import { nextCursorOf } from "../answer/tables.ts";
import { answerOf, type Call } from "../calls/call.ts";
import type { Calls } from "../calls/calls.ts";
import type { JsonObject } from "../json.ts";

/** Where a page stands among the pages that were turned to from the first. */
interface Place {
  /** The index of its first row; null if the page was reached by a cursor alone. */
  readonly first: number | null;
  readonly previous: number | null;
  readonly next: number | null;
}

/** The pages of answers, by their calls. A page that was seen is not asked again. */
export class Pages {
  readonly #calls: Calls;
  readonly #places = signal<ReadonlyMap<number, Place>>(new Map());

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  placeOf({ id, args }: Call): Place {
    const known = this.#places.value.get(id);
    return known ?? { first: startsAnew(args) ? 0 : null, previous: null, next: null };
  }

  showPrevious(call: Call): void {
    const { previous } = this.placeOf(call);
    if (previous !== null) this.#calls.show(previous);
  }

  /**
   * Shows the page after one.
   *
   * @param rows how many rows the page has
   */
  async showNext(call: Call, rows: number): Promise<void> {
    const place = this.placeOf(call);
    const cursor = nextCursorOf(answerOf(call)?.value ?? {});
    if (place.next !== null) return this.#calls.show(place.next);
    if (cursor === undefined) return;
    const { tool, args } = call;
    const { id, outcome } = await this.#calls.run(tool, { ...args, cursor }, { by: "person" });
    if (outcome.state !== "answered") return;
    const first = place.first === null ? null : place.first + rows;
    this.#places.value = new Map(this.#places.value)
      .set(call.id, { ...place, next: id })
      .set(id, { first, previous: call.id, next: null });
  }
}

function startsAnew({ cursor }: JsonObject): boolean {
  return cursor === undefined || cursor === null || cursor === "";
}

/** How many rows all pages have; null if the answer does not say. */
export function rowsInAll({ groups, matched }: JsonObject): number | null {
  const count = typeof groups === "number" ? groups : matched;
  return typeof count === "number" ? count : null;
}
