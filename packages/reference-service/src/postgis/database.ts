import { checkServerIdentity, type PeerCertificate } from "node:tls";
import type { Pause } from "@emberline/turns";
import type { Sql } from "postgres";
import { guarded } from "./faults.ts";
import { unlessLeft } from "./leaving.ts";
import type { Transaction } from "./rows.ts";

export interface DatabaseOptions {
  /** `postgres://user:password@host/database?sslmode=verify-full` */
  url: string;
  /** A replica for reads; default: the same server. */
  replicaUrl?: string | undefined;
  /** Name of the schema; one service has one. Default `emberline`. */
  schema?: string | undefined;
  /** Beyond it the server ends a statement of a read. */
  maxReadSeconds: number;
  /** Beyond it a change of tables over several nodes ends; default 60. */
  maxChangeSeconds?: number | undefined;
}

const maxConnections = 10;
const connectTimeoutSeconds = 5;
const reconnectDelaySeconds = 0.2;

/** What is stored, read in one state of the database. */
export interface Reads {
  readonly schema: string;
  /** From the replica if one is configured; `pause` rejects when the caller leaves. */
  read<T>(work: (transaction: Transaction) => Promise<T>, pause?: Pause): Promise<T>;
  /** Reads what was just written. */
  readOwn<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Like `readOwn`, for rows that are read as they are wanted. */
  streamOwn<T>(work: (transaction: Transaction) => AsyncIterable<T>): AsyncGenerator<T>;
}

/** One connection, with what it holds. */
export type Session = Pick<Sql, "unsafe" | "end">;

/** Connections to PostgreSQL, which open on demand and again after the server was away. */
export class Database implements Reads {
  readonly schema: string;
  readonly maxReadMs: number;
  readonly maxChangeMs: number;
  readonly #primary: Sql;
  readonly #replica: Sql;
  /** Calls back when the connection ends. */
  readonly openSession: (onEnd: () => void) => Session;

  private constructor(
    { schema = "emberline", maxReadSeconds, maxChangeSeconds = 60 }: DatabaseOptions,
    primary: Sql,
    replica: Sql,
    openSession: Database["openSession"],
  ) {
    this.schema = schema;
    this.maxReadMs = maxReadSeconds * 1000;
    this.maxChangeMs = maxChangeSeconds * 1000;
    this.#primary = primary;
    this.#replica = replica;
    this.openSession = openSession;
  }

  /** @throws {Error} when the URL or the schema is invalid */
  static async open(options: DatabaseOptions): Promise<Database> {
    const { url, replicaUrl = url, schema = "emberline", maxReadSeconds } = options;
    if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema)) {
      throw new Error("The name of a schema has lower-case letters, digits and underscores only.");
    }
    // Loaded on demand: most services keep their features in memory.
    const { default: postgres } = await import("postgres");
    const connect = (to: string, parameters: Record<string, string | number>, own: object = {}) =>
      postgres(to, {
        max: maxConnections,
        connect_timeout: connectTimeoutSeconds,
        backoff: () => reconnectDelaySeconds,
        fetch_types: false,
        onnotice: () => {},
        connection: { application_name: "emberline-service", ...parameters },
        ...verified(to),
        ...own,
      });
    const reading = {
      statement_timeout: maxReadSeconds * 1000,
      default_transaction_read_only: "on",
      // Plans depend on the values: a box may hold one feature or all.
      plan_cache_mode: "force_custom_plan",
      // Of a spread table, nodes send the results of their parts.
      enable_partitionwise_aggregate: "on",
    };
    return new Database(options, connect(url, {}), connect(replicaUrl, reading), (onclose) =>
      connect(url, {}, { max: 1, onclose }),
    );
  }

  /**
   * Reads one state of the database,
   * from the replica if one is configured.
   * @param pause rejects when the caller leaves, who may still wait for a connection then
   */
  read<T>(work: (transaction: Transaction) => Promise<T>, pause?: Pause): Promise<T> {
    return this.#read("repeatable read", work, pause);
  }

  /** Every statement sees what was committed before it. */
  readCommitted<T>(work: (transaction: Transaction) => Promise<T>, pause?: Pause): Promise<T> {
    return this.#read("read committed", work, pause);
  }

  #read<T>(
    isolation: "repeatable read" | "read committed",
    work: (transaction: Transaction) => Promise<T>,
    pause: Pause | undefined,
  ): Promise<T> {
    const reading = guarded(() =>
      this.#replica.begin(`isolation level ${isolation} read only`, async (transaction) => {
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
    let end = () => {};
    const transaction = await new Promise<Transaction>((resolve, reject) => {
      const holding = this.readOwn(async (opened) => {
        resolve(opened);
        await new Promise<void>((over) => {
          end = over;
        });
      });
      holding.catch(reject);
    });
    try {
      yield* work(transaction);
    } finally {
      end();
    }
  }

  /** One connection, for locks and for work that no transaction may hold. */
  async withSession<T>(work: (session: Transaction) => Promise<T>): Promise<T> {
    const session = this.openSession(() => {});
    try {
      return await work(session);
    } finally {
      await session.end({ timeout: 1 });
    }
  }

  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return guarded(() => this.#primary.begin(work)) as Promise<T>;
  }

  async close(): Promise<void> {
    await Promise.all([this.#primary.end({ timeout: 1 }), this.#replica.end({ timeout: 1 })]);
  }
}

/** The driver compares a certificate with `localhost` if the URL has an address instead of a name. */
function verified(url: string) {
  const { hostname, searchParams } = new URL(url);
  if (searchParams.get("sslmode") !== "verify-full") return {};
  const host = hostname.replace(/^\[|\]$/g, "");
  return {
    ssl: {
      checkServerIdentity: (_: string, certificate: PeerCertificate) =>
        checkServerIdentity(host, certificate),
    },
  };
}
