import type { ToolContext } from "../call/context.ts";
import { filtersSnapshots } from "../selection/fire-scope.ts";
import type { Selection } from "../selection/selection.ts";
import type { Hit } from "./match.ts";
import { readAll } from "./read-all.ts";
import { readServedOrder } from "./served-order.ts";
import type { Sort, SortKey, SortValue } from "./sort.ts";
import { packTally, type Reading, type ReadingState, tallyNotices } from "./tally.ts";

/**
 * Reads the first `limit` in the sort order after the state's place: from a service that sorts, or
 * else by reading all.
 */
export async function readSorted(
  selection: Selection,
  sort: Sort,
  limit: number,
  state: ReadingState | undefined,
  context: ToolContext,
): Promise<Reading> {
  return (
    (await readServedOrder(selection, sort, limit, state, context)) ??
    readAllSorted(selection, sort, limit, state, context)
  );
}

/** Reads all matches and keeps the first `limit` after the state's place in the sort order. */
async function readAllSorted(
  selection: Selection,
  sort: Sort,
  limit: number,
  state: ReadingState | undefined,
  context: ToolContext,
): Promise<Reading> {
  const after = state?.a ?? null;
  let kept: { hit: Hit; key: SortKey }[] = [];
  let ordinal = 0;
  let left = 0;
  /** The value of the last that is kept, and how many with the same were not. */
  let [border, tied]: [SortValue | undefined, number] = [undefined, 0];
  const shorten = () => {
    kept.sort((a, b) => sort.compare(a.key, b.key));
    const last = kept[limit - 1]?.key[0];
    if (last !== border) [border, tied] = [last, 0];
    tied += kept.slice(limit).filter(({ key }) => key[0] === border).length;
    for (const { hit } of kept.slice(limit)) context.memory.release(hit.feature);
    kept = kept.slice(0, limit);
  };
  const tally = await readAll(
    selection,
    context,
    (hit) => {
      const key = sort.keyOf(hit, ordinal++);
      if (after && sort.compare(key, after) <= 0) return;
      left++;
      kept.push({ hit, key });
      context.memory.keep(hit.feature);
      // Keeps only the best, so that memory is bounded.
      if (kept.length >= limit * 4 + 1000) shorten();
    },
    { prepare: (hits) => sort.prepare(hits) },
  );
  shorten();
  const returnedBefore = state?.n ?? 0;
  return {
    hits: kept.map(({ hit }) => hit),
    order: sort.label,
    tally,
    returnedBefore,
    isStopped: false,
    isEnd: left <= kept.length,
    tiesAfter(count) {
      const last = kept[count - 1]?.key[0] ?? null;
      if (last === null) return 0;
      const more = kept.slice(count).filter(({ key }) => key[0] === last).length;
      return more + (last === border ? tied : 0);
    },
    notices: [...sort.notices(), ...tallyNotices(tally, filtersSnapshots(selection))],
    stateAfter: (count) => {
      const last = count === 0 ? after : kept[count - 1]!.key;
      return {
        n: returnedBefore + count,
        t: packTally(tally),
        ...(last !== null && { a: [...last] }),
      };
    },
  };
}
