import type { JsonObject } from "@emberline/map-app/answer/json";
import { nextCursorOf } from "@emberline/map-app/answer/tables";
import { plainNumber } from "@emberline/map-app/answer/words";
import { signal } from "@preact/signals";
import { answerOf, type Call, type Calls } from "../server/calls.ts";

interface PagerProps {
  readonly pages: Pages;
  readonly call: Call;
  /** How many rows the page has. */
  readonly rows: number;
  readonly isRunning: boolean;
}

/** "21–40 of 240" with the way to the other pages. */
export function Pager({ pages, call, rows, isRunning }: PagerProps) {
  const answer = answerOf(call)!.value;
  const hasNext = nextCursorOf(answer) !== undefined;
  const { first, previous } = pages.placeOf(call);
  const hasPrevious = previous !== null;
  return (
    <div class="pager">
      <span class="count">{rangeText(first, rows, answer)}</span>
      {(hasNext || hasPrevious) && (
        <>
          <button
            type="button"
            class="small"
            disabled={!hasPrevious || isRunning}
            onClick={() => pages.showPrevious(call)}
          >
            Previous
          </button>
          <button
            type="button"
            class="small"
            disabled={!hasNext || isRunning}
            onClick={() => void pages.showNext(call, rows)}
          >
            Next
          </button>
        </>
      )}
    </div>
  );
}

function rangeText(first: number | null, rows: number, answer: JsonObject): string {
  const all = rowsInAll(answer);
  const own = `${plainNumber(rows)} ${rows === 1 ? "row" : "rows"}`;
  if (all === null || all < rows) return own;
  const total = `${answer.matched_exact === false ? "at least " : ""}${plainNumber(all)}`;
  if (first === null) return `${own} of ${total}`;
  if (rows === 0) return `0 of ${total}`;
  return `${plainNumber(first + 1)}–${plainNumber(first + rows)} of ${total}`;
}

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
function rowsInAll({ groups, matched }: JsonObject): number | null {
  const count = typeof groups === "number" ? groups : matched;
  return typeof count === "number" ? count : null;
}
