import type { Pause } from "@emberline/turns";
import type { Row, Sql, TransactionSql } from "postgres";
import { Problem } from "../problems.ts";

export interface DatabaseOptions {
  /** `postgres://user:password@host/database?sslmode=verify-full` */
  url: string;
  /** A replica for reads; default: the same server. */
  replicaUrl?: string | undefined;
  /** Name of the schema; one service has one. Default `emberline`. */
  schema?: string | undefined;
  /** Beyond it the server ends a statement of a read. */
  maxReadSeconds: number;
}

/** A connection within a transaction. */
export type Transaction = Pick<TransactionSql, "unsafe">;

/** Values of a statement; every place in its text has a cast. */
export type Values = (string | number | boolean)[];

const maxConnections = 10;
const connectTimeoutSeconds = 5;
const reconnectDelaySeconds = 0.2;
const watchMs = 50;

/** Rows of a cursor that are read at once. */
const rowsPerReading = 500;
const retryAfterSeconds = "5";

/** Connections to PostgreSQL, which open on demand and again after the server was away. */
export class Database {
  readonly schema: string;
  readonly #primary: Sql;
  readonly #replica: Sql;

  private constructor(schema: string, primary: Sql, replica: Sql) {
    this.schema = schema;
    this.#primary = primary;
    this.#replica = replica;
  }

  /** @throws {Error} when the URL or the schema is invalid */
  static async open(options: DatabaseOptions): Promise<Database> {
    const { url, replicaUrl = url, schema = "emberline", maxReadSeconds } = options;
    if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema)) {
      throw new Error("The name of a schema has lower-case letters, digits and underscores only.");
    }
    // Loaded on demand: most services keep their features in memory.
    const { default: postgres } = await import("postgres");
    const connect = (to: string, parameters: Record<string, string | number>) =>
      postgres(to, {
        max: maxConnections,
        connect_timeout: connectTimeoutSeconds,
        backoff: () => reconnectDelaySeconds,
        fetch_types: false,
        onnotice: () => {},
        connection: { application_name: "emberline-service", ...parameters },
      });
    const reading = {
      statement_timeout: maxReadSeconds * 1000,
      default_transaction_read_only: "on",
      // Plans depend on the values: a box may hold one feature or all.
      plan_cache_mode: "force_custom_plan",
    };
    return new Database(schema, connect(url, {}), connect(replicaUrl, reading));
  }

  /**
   * Reads one state of the database,
   * from the replica if one is configured.
   * @param pause rejects when the caller leaves, who may still wait for a connection then
   */
  read<T>(work: (transaction: Transaction) => Promise<T>, pause?: Pause): Promise<T> {
    const reading = guarded(() =>
      this.#replica.begin("isolation level repeatable read read only", async (transaction) => {
        await pause?.();
        return work(transaction);
      }),
    ) as Promise<T>;
    return pause ? unlessLeft(reading, pause) : reading;
  }

  /** Reads what was just written. */
  readOwn<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return guarded(() =>
      this.#primary.begin("isolation level repeatable read read only", work),
    ) as Promise<T>;
  }

  /** Like `readOwn`, for rows that are read as they are wanted. */
  async *streamOwn<T>(work: (transaction: Transaction) => AsyncIterable<T>): AsyncGenerator<T> {
    const connection = await guarded(() => this.#primary.reserve());
    try {
      await connection.unsafe("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
      yield* work(connection);
    } finally {
      await connection.unsafe("ROLLBACK").catch(() => {});
      connection.release();
    }
  }

  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return guarded(() => this.#primary.begin(work)) as Promise<T>;
  }

  async close(): Promise<void> {
    await Promise.all([this.#primary.end({ timeout: 1 }), this.#replica.end({ timeout: 1 })]);
  }
}

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
  return watched(query, () => query.cancel(), pause);
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
      const reading = await watched(readings.next(), () => query.cancel(), pause);
      if (reading.done) return;
      for (const row of reading.value) {
        const pausing = pause();
        if (pausing) await pausing;
        yield row as Found;
      }
    }
  } finally {
    await readings.return?.();
  }
}

/** Rejects as soon as the caller leaves, whatever the work waits for. */
async function unlessLeft<T>(work: Promise<T>, pause: Pause): Promise<T> {
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
      left ??= { reason };
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

/** Errors of the connection become an answer that clients can act on. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = (error as { code?: unknown } | null)?.code;
    if (typeof code !== "string" || error instanceof Problem) throw error;
    if (code === "57014") throw tooSlow();
    if (isAway(code)) throw away();
    throw error;
  }
}

/** Codes of Node, of the driver, and classes 08, 53 and 57P of PostgreSQL. */
function isAway(code: string): boolean {
  return /^(CONNECT|E[A-Z]+$|EAI_|08|53|57P)/.test(code);
}

function away(): Problem {
  const message = "The database of this service cannot be reached at the moment; try again later.";
  return new Problem(503, "database-away", message, { "Retry-After": retryAfterSeconds });
}

function tooSlow(): Problem {
  const message =
    "The selection takes the database too long; ask for a smaller area, a shorter time or a simpler filter.";
  return new Problem(503, "too-slow", message, { "Retry-After": "60" });
}
