import { PartAway } from "../part-away.ts";
import { rowsOf, type Transaction } from "../rows.ts";

/** Any numbers that other programs are unlikely to use; the second half of a key is the table. */
const changing = 7_036_842;
const committing = 7_036_843;

/** How long a reader waits for nodes that commit a change. */
export const maxWaitMs = 2000;

/** Changes of a table come one after the other; until the transaction ends. */
export async function lockChanges(transaction: Transaction, table: string): Promise<void> {
  await lock(transaction, "pg_advisory_xact_lock", changing, table);
}

/** No reader looks while the nodes commit; until the transaction ends. */
export async function holdReadersOff(transaction: Transaction, table: string): Promise<void> {
  await lock(transaction, "pg_advisory_xact_lock", committing, table);
}

/**
 * The nodes do not commit while a reader looks; until the transaction ends.
 * @throws {PartAway} when they are committing for too long
 */
export async function holdCommitsOff(transaction: Transaction, table: string): Promise<void> {
  await inTime(transaction, "pg_advisory_xact_lock_shared", table);
}

/**
 * Nodes and readers wait, once all that commit now have done so; until the transaction ends.
 * @throws {PartAway} when they are committing for too long
 */
export async function awaitCommits(transaction: Transaction, table: string): Promise<void> {
  await inTime(transaction, "pg_advisory_xact_lock", table);
}

async function inTime(transaction: Transaction, kind: string, table: string): Promise<void> {
  await transaction.unsafe(`SET LOCAL lock_timeout = ${maxWaitMs}`);
  try {
    await lock(transaction, kind, committing, table);
  } catch (error) {
    const isLate = (error as { code?: unknown } | null)?.code === "55P03";
    throw isLate ? new PartAway([], "has not committed a change") : error;
  }
}

async function lock(
  transaction: Transaction,
  kind: string,
  purpose: number,
  table: string,
): Promise<void> {
  const key = "$2::text::regclass::oid::integer";
  await rowsOf(transaction, `SELECT ${kind}($1::integer, ${key})`, [purpose, table]);
}
