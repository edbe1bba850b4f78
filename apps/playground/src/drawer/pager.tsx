import { nextCursorOf } from "../answer/tables.ts";
import { plainNumber } from "../answer/words.ts";
import { answerOf, type Call } from "../calls/call.ts";
import type { JsonObject } from "../json.ts";
import { type Pages, rowsInAll } from "./pages.ts";

export interface PagerProps {
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
