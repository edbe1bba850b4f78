import type { EpochInterval } from "../values/time.ts";
import { boundsOf } from "./layout.ts";
import type { StoredTable } from "./postgis-store.ts";
import { rowsOf } from "./rows.ts";

const isFiled = "NOT is_live AND start_ms > '-Infinity'";

const columns = {
  first: { of: "min", column: "start_ms", where: isFiled },
  last: { of: "max", column: "end_ms", where: isFiled },
} as const;

/** The time of the features of data files, of any service with the same store. */
export async function filedInterval({
  reads,
  layout,
}: Pick<StoredTable, "reads" | "layout">): Promise<EpochInterval | undefined> {
  const [row] = await reads.readOwn((transaction) =>
    rowsOf<Record<keyof typeof columns, number | null>>(transaction, boundsOf(layout, columns)),
  );
  const { first, last } = row!;
  return first === null || last === null ? undefined : { start: first, end: last };
}
