import type { Database } from "./database.ts";
import { guarded } from "./faults.ts";
import { dropIndexes, missingIndexes } from "./indexes.ts";
import { rowsOf, type Transaction } from "./rows.ts";

/** Any number that other programs are unlikely to use; the second part of the lock is the table. */
const lockNumber = 1_842_018;

/** The arguments of the lock of a table that is being loaded. */
export function loadLock(schema: string, table: string): string {
  return `${lockNumber}, '${schema}.${table}'::regclass::oid::integer`;
}

/**
 * Runs work that inserts many features. If the table is empty, its indexes are built after the
 * work, which is several times as fast. Loads of one table come one after the other.
 */
export async function bulkLoad<T>(
  database: Database,
  table: string,
  work: () => Promise<T>,
): Promise<T> {
  const { schema } = database;
  const lock = loadLock(schema, table);
  return database.withSession(async (session) => {
    const run = (text: string) =>
      guarded(async () => rowsOf<Record<string, unknown>>(session, text));
    await run(`SELECT pg_advisory_lock(${lock})`);
    try {
      const before = await versionOf(session);
      if (await isEmpty()) for (const drop of dropIndexes(schema, table)) await run(drop);
      try {
        return await work();
      } finally {
        await guarded(() => createIndexes(session));
        // Index-only scans need the visibility map, and plans the statistics.
        if ((await versionOf(session)) !== before) await run(`VACUUM (ANALYZE) ${schema}.${table}`);
      }
    } finally {
      await run(`SELECT pg_advisory_unlock(${lock})`);
    }

    async function isEmpty(): Promise<boolean> {
      const rows = await run(`SELECT 1 FROM ${schema}.${table} LIMIT 1`);
      return rows.length === 0;
    }
  });

  async function versionOf(session: Transaction): Promise<unknown> {
    const [row] = await rowsOf<{ version: string }>(
      session,
      `SELECT version FROM ${schema}.collections WHERE name = $1::text`,
      [table],
    );
    return row!.version;
  }

  /** On two connections, since a server builds an index on one core. */
  async function createIndexes(session: Transaction): Promise<void> {
    const [slow, others] = await missingIndexes(session, schema, table);
    await Promise.all([
      runAll(session, slow),
      database.write((transaction) => runAll(transaction, others)),
    ]);
  }
}

async function runAll(transaction: Transaction, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await transaction.unsafe(statement);
}
