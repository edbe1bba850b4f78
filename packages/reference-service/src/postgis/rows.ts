import type { Pause } from "@emberline/turns";
import type { PendingQuery, Row } from "postgres";
import type { Transaction } from "./session.ts";

export type { Transaction } from "./session.ts";

/** Values of a statement; every place in its text has a cast. */
export type Values = (string | number | boolean)[];

/** Rows of a cursor that are read at once. */
const rowsPerReading = 500;

/** The rows of a statement that stays prepared. */
export function rowsOf<Found extends object>(
  transaction: Transaction,
  text: string,
  values: Values = [],
): Promise<readonly Found[]> {
  return transaction.unsafe<(Row & Found)[]>(text, values, { prepare: true });
}

/**
 * The rows of a statement that the server ends when the caller leaves. It is not kept prepared,
 * since callers choose its form: each would take memory of the server.
 */
export function rowsUntilLeft<Found extends object>(
  transaction: Transaction,
  text: string,
  values: Values,
  pause: Pause,
): Promise<readonly Found[]> {
  const query = transaction.unsafe<(Row & Found)[]>(text, values);
  return watched(query, () => cancel(query), pause);
}

/** The rows of a statement as they come, in readings of some hundred. */
export async function* readRows<Found extends object>(
  transaction: Transaction,
  text: string,
  values: Values,
  pause: Pause,
): AsyncGenerator<Found> {
  const query = transaction.unsafe<(Row & Found)[]>(text, values);
  const readings = query.cursor(rowsPerReading)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const reading = await watched(readings.next(), () => cancel(query), pause);
      // The driver ends the rows of an ended connection as if they were all.
      transaction.assertOpen();
      if (reading.done) return;
      for (const row of reading.value) {
        const pausing = pause();
        if (pausing) await pausing;
        yield row as Found;
      }
      transaction.assertOpen();
    }
  } finally {
    if (transaction.isOpen) await readings.return?.();
  }
}

/** The driver drops the promise of its own `cancel`, so that its rejection ends the process. */
function cancel<T extends readonly Row[]>(query: PendingQuery<T>): void {
  const { canceller } = query as unknown as Cancelled;
  canceller?.(query).catch(() => {});
}

interface Cancelled {
  readonly canceller: ((query: unknown) => Promise<void>) | null;
}

/** PostgreSQL's texts have no NUL; the order of ids stays that of their code points. */
export function keyOf(id: string): string {
  // Most ids need no change.
  if (id.isWellFormed() && !id.includes("\u0000") && !id.includes("\u0001")) return id;
  return id
    .toWellFormed()
    .replaceAll("\u0001", "\u0001\u0002")
    .replaceAll("\u0000", "\u0001\u0001");
}

/** The id of a key. */
export function idOf(key: string): string {
  return key.replaceAll("\u0001\u0001", "\u0000").replaceAll("\u0001\u0002", "\u0001");
}

const watchMs = 50;

/** Rejects as soon as the caller leaves, whatever the work waits for. */
export async function unlessLeft<T>(work: Promise<T>, pause: Pause): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const leaving = new Promise<never>((_, reject) => {
    timer = setInterval(() => pause()?.catch(reject), watchMs);
  });
  try {
    return await Promise.race([work, leaving]);
  } finally {
    clearInterval(timer);
    // It ends with the same reason, which is then known.
    work.catch(() => {});
  }
}

/** Waits for the server, and stops its work when the caller leaves. */
async function watched<T>(work: PromiseLike<T>, cancel: () => void, pause: Pause): Promise<T> {
  let left: { reason: unknown } | undefined;
  const watch = async () => {
    try {
      await pause();
    } catch (reason) {
      if (left) return;
      left = { reason };
      cancel();
    }
  };
  const timer = setInterval(watch, watchMs);
  try {
    return await work;
  } catch (error) {
    throw left ? left.reason : error;
  } finally {
    clearInterval(timer);
  }
}
