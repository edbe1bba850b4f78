import type { ChangeCounts, Credit, Layer } from "@emberline/feeds";

/** How a feed is: for notices, pages, `/readyz` and `/metrics`. Times are epoch milliseconds. */
export interface FeedStatus {
  readonly name: string;
  readonly title: string;
  readonly layer: Layer;
  readonly credit: Credit;
  readonly paceMinutes: number;
  /** When the last complete reading began; null before the first. */
  readonly readAt: number | null;
  /** When the last attempt began; null before the first of this process. */
  readonly attemptAt: number | null;
  /** When the next one begins; null while one runs. */
  readonly nextAttemptAt: number | null;
  /** Why the last attempt failed, without secrets and full stop; null if it did not. */
  readonly error: string | null;
  /** Since the start of this process. */
  readonly attempts: number;
  readonly failures: number;
  readonly rows: ChangeCounts;
}

const noRows: ChangeCounts = { received: 0, rejected: 0, added: 0, replaced: 0, removed: 0 };

/** The status of a feed before its first reading. */
export function freshStatus(
  { name, title, layer, credit }: Pick<FeedStatus, "name" | "title" | "layer" | "credit">,
  paceMinutes: number,
): FeedStatus {
  return {
    ...{ name, title, layer, credit, paceMinutes },
    readAt: null,
    attemptAt: null,
    nextAttemptAt: null,
    error: null,
    attempts: 0,
    failures: 0,
    rows: noRows,
  };
}

export function addRows(a: ChangeCounts, b: ChangeCounts): ChangeCounts {
  return {
    received: a.received + b.received,
    rejected: a.rejected + b.rejected,
    added: a.added + b.added,
    replaced: a.replaced + b.replaced,
    removed: a.removed + b.removed,
  };
}
