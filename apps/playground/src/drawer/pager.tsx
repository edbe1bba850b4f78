import { nextCursorOf, tablesOf } from "@emberline/map-app/answer/tables";
import { plainNumber } from "@emberline/map-app/answer/words";
import { answerOf, type Call } from "../server/calls.ts";
import { usePlayground } from "../state/playground.ts";

/** The table of an answer that pages continue. */
export const mainTable = "rows";

interface PagerProps {
  readonly call: Call;
  /** How many rows the page has. */
  readonly rows: number;
  readonly isRunning: boolean;
}

/** "21–40 of 240" with the way to the other pages; one that was seen is not asked again. */
export function Pager({ call, rows, isRunning }: PagerProps) {
  const { calls } = usePlayground();
  const all = calls.all.value;
  const previous = previousOf(call, all);
  const cursor = cursorAfter(call);
  const showNext = () => {
    const known = all.find((each) => answerOf(each) && each.args.cursor === cursor);
    const { tool, args } = call;
    if (known) calls.show(known.id);
    else void calls.run(tool, { ...args, cursor }, { by: "person" });
  };
  return (
    <div class="pager bar">
      <span class="count">{rangeText(call, rows, all)}</span>
      {(cursor !== undefined || previous) && (
        <>
          <button
            type="button"
            class="small"
            disabled={!previous || isRunning}
            onClick={() => calls.show(previous!.id)}
          >
            Previous
          </button>
          <button
            type="button"
            class="small"
            disabled={cursor === undefined || isRunning}
            onClick={showNext}
          >
            Next
          </button>
        </>
      )}
    </div>
  );
}

function rangeText(call: Call, rows: number, all: readonly Call[]): string {
  const { groups, matched, matched_exact } = answerOf(call)!.value;
  const whole = typeof groups === "number" ? groups : matched;
  const own = `${plainNumber(rows)} ${rows === 1 ? "row" : "rows"}`;
  if (typeof whole !== "number" || whole < rows) return own;
  const total = `${matched_exact === false ? "at least " : ""}${plainNumber(whole)}`;
  const before = rowsBefore(call, all);
  if (before === null) return `${own} of ${total}`;
  if (rows === 0) return `0 of ${total}`;
  return `${plainNumber(before + 1)}–${plainNumber(before + rows)} of ${total}`;
}

function cursorAfter(call: Call): string | undefined {
  return nextCursorOf(answerOf(call)?.value ?? {});
}

/** The page whose answer led to this one; undefined for the first, and by a cursor alone. */
export function previousOf({ args }: Call, all: readonly Call[]): Call | undefined {
  return args.cursor ? all.find((each) => cursorAfter(each) === args.cursor) : undefined;
}

/** How many rows the pages before have; null if they are not known. */
function rowsBefore(call: Call, all: readonly Call[]): number | null {
  const previous = previousOf(call, all);
  if (!previous) return call.args.cursor ? null : 0;
  const before = rowsBefore(previous, all);
  const tables = tablesOf(answerOf(previous)!.value);
  const own = tables.find(({ title }) => title === mainTable)?.rows.length ?? 0;
  return before === null ? null : before + own;
}
