import type { ToolContext } from "../call/context.ts";
import { filtersSnapshots } from "../selection/fire-scope.ts";
import type { Selection } from "../selection/selection.ts";
import type { Hit } from "./match.ts";
import { readAll } from "./read-all.ts";
import { packTally, type Reading, type ReadingState } from "./reading.ts";
import type { Sort, SortKey } from "./sort.ts";
import { tallyNotices } from "./tally.ts";

/** Reads all matches and keeps the first `limit` after the state's place in the sort order. */
export async function readSorted(
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
  const shorten = () => {
    kept = kept.sort((a, b) => sort.compare(a.key, b.key)).slice(0, limit);
  };
  const tally = await readAll(
    selection,
    context,
    (hit) => {
      const key = sort.keyOf(hit, ordinal++);
      if (after && sort.compare(key, after) <= 0) return;
      left++;
      kept.push({ hit, key });
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
    isEnd: left <= kept.length,
    notices: tallyNotices(tally, filtersSnapshots(selection)),
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
