import { connect, type Socket } from "node:net";
import { checkServerIdentity, type PeerCertificate } from "node:tls";
import type { Pause } from "@emberline/turns";
import { guarded } from "./faults.ts";
import { Pool } from "./pool.ts";
import { type Begin, ReplicaReads } from "./replica-reads.ts";
import { unlessLeft } from "./rows.ts";
import { type Connect, Session, type Transaction } from "./session.ts";

export interface DatabaseOptions {
  /** `postgres://user:password@host/database?sslmode=verify-full`, asked for each connection. */
  url: Url;
  /** A replica for reads; default: the same server. */
  replicaUrl?: Url | undefined;
  /** Name of the schema; one service has one. Default `emberline`. */
  schema?: string | undefined;
  /** Beyond it the server ends a statement of a read. */
  maxReadSeconds: number;
  /** Beyond it a change of tables over several nodes ends; default 60. */
  maxChangeSeconds?: number | undefined;
}

/** Or a function, where the user or the password may change. */
type Url = string | (() => string);

const connectTimeoutSeconds = 5;
/** What a server has to report the end of a statement before it is taken to hang. */
const graceMs = 5000;

/** @param version of the table that is read, if it is known already */
export type Reading<T> = (transaction: Transaction, version?: string) => Promise<T>;

/** What is stored, read in one state of the database. */
export interface Reads {
  readonly schema: string;
  /** From the replica if there is one that is current; `pause` rejects when the caller leaves. */
  read<T>(work: Reading<T>, pause?: Pause): Promise<T>;
  /** Reads what was just written. */
  readOwn<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Like `readOwn`, for rows that are read as they are wanted. */
  streamOwn<T>(work: (transaction: Transaction) => AsyncIterable<T>): AsyncGenerator<T>;
}

/** Connections to PostgreSQL, which open on demand and again after the server was away. */
export class Database implements Reads {
  readonly schema: string;
  readonly maxReadMs: number;
  readonly maxChangeMs: number;
  readonly #connect: Connect;
  readonly #primary: Pool;
  /** For readings, with a time limit. */
  readonly #reading: Pool;
  readonly #replica: Pool | undefined;
  readonly #choice: ReplicaReads | undefined;

  private constructor(
    {
      url,
      replicaUrl,
      schema = "emberline",
      maxReadSeconds,
      maxChangeSeconds = 60,
    }: DatabaseOptions,
    connectTo: (url: Url, parameters: Parameters) => Connect,
  ) {
    const reading = {
      statement_timeout: maxReadSeconds * 1000,
      default_transaction_read_only: "on",
      // Plans depend on the values: a box may hold one feature or all.
      plan_cache_mode: "force_custom_plan",
      // Bitmaps of some hundred thousand rows, and the rows of a page.
      work_mem: "16MB",
      // Of a spread table, nodes send the results of their parts.
      enable_partitionwise_aggregate: "on",
    };
    this.schema = schema;
    this.maxReadMs = maxReadSeconds * 1000;
    this.maxChangeMs = maxChangeSeconds * 1000;
    this.#connect = connectTo(url, {});
    this.#primary = new Pool(this.#connect);
    this.#reading = new Pool(connectTo(url, reading));
    this.#replica = replicaUrl === undefined ? undefined : new Pool(connectTo(replicaUrl, reading));
    this.#choice = this.#replica && new ReplicaReads(schema, this.#reading, this.#replica);
  }

  /** @throws {Error} when the URL or the schema is invalid, or the replica refuses connections */
  static async open(options: DatabaseOptions): Promise<Database> {
    if (!/^[a-z_][a-z0-9_]{0,40}$/.test(options.schema ?? "emberline")) {
      throw new Error("The name of a schema has lower-case letters, digits and underscores only.");
    }
    // Loaded on demand: most services keep their features in memory.
    const { default: postgres } = await import("postgres");
    const database = new Database(options, (to, parameters) => (onclose) => {
      const url = typeof to === "string" ? to : to();
      return postgres(url, {
        max: 1,
        connect_timeout: connectTimeoutSeconds,
        max_lifetime: null,
        fetch_types: false,
        onnotice: () => {},
        onclose,
        // The driver's types lack it.
        ...{ socket: promptSockets() },
        connection: { application_name: "emberline-service", ...parameters },
        ...verified(url),
      });
    });
    try {
      await database.#choice?.check();
    } catch (error) {
      await database.close();
      throw error;
    }
    return database;
  }

  /**
   * Reads one state of the database, from the replica if there is one that is current.
   * @param pause rejects when the caller leaves, who may still wait for a connection then
   */
  read<T>(work: (transaction: Transaction) => Promise<T>, pause?: Pause): Promise<T> {
    return this.#read("repeatable read", work, pause);
  }

  /** Every statement sees what was committed before it. */
  readCommitted<T>(work: (transaction: Transaction) => Promise<T>, pause?: Pause): Promise<T> {
    return this.#read("read committed", work, pause);
  }

  /** Without a transaction, which nodes would have to begin and end. */
  readStatements<T>(work: (session: Transaction) => Promise<T>, pause?: Pause): Promise<T> {
    return this.#read(null, work, pause);
  }

  #read<T>(
    isolation: "repeatable read" | "read committed" | null,
    work: (transaction: Transaction) => Promise<T>,
    pause: Pause | undefined,
  ): Promise<T> {
    const mode = isolation && `ISOLATION LEVEL ${isolation} READ ONLY`;
    const begin: Begin = (server, begun) =>
      server.transaction(
        mode,
        async (transaction) => {
          await pause?.();
          return begun(transaction);
        },
        this.maxReadMs + graceMs,
      );
    const reading = guarded(() =>
      this.#choice ? this.#choice.read(begin, work) : begin(this.#reading, work),
    );
    return pause ? unlessLeft(reading, pause) : reading;
  }

  /** Reads what was just written. */
  readOwn<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#onPrimary("ISOLATION LEVEL REPEATABLE READ READ ONLY", work);
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

  /** A connection that the caller ends. @param onEnd called when it ends */
  openSession(onEnd?: () => void): Session {
    return new Session(this.#connect, onEnd);
  }

  /** One connection, for locks and for work that no transaction may hold. */
  async withSession<T>(work: (session: Transaction) => Promise<T>): Promise<T> {
    const session = this.openSession();
    try {
      return await work(session);
    } finally {
      await session.end();
    }
  }

  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#onPrimary("", work);
  }

  #onPrimary<T>(mode: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const begin = (begun: typeof work) => this.#primary.transaction(mode, begun);
    return guarded(() => (this.#choice ? this.#choice.onPrimary(begin, work) : begin(work)));
  }

  async close(): Promise<void> {
    const pools = [this.#primary, this.#reading, this.#replica];
    await Promise.all(pools.map((pool) => pool?.close()));
  }
}

type Parameters = Readonly<Record<string, string | number>>;

/** The driver compares a certificate with `localhost` if the URL has an address, not a name. */
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

/** How the driver names the servers of its URL. */
interface Servers {
  readonly host: readonly string[];
  readonly port: readonly number[];
  /** Of a socket in the file system, which needs none of this. */
  readonly path: string | false;
}

/**
 * Opens connections that send at once. The driver's own wait with the end of a COPY until its
 * features are acknowledged, which a server puts off for 40 ms.
 */
function promptSockets(): (servers: Servers) => Socket {
  let opened = 0;
  return ({ host: hosts, port: ports, path }) => {
    if (path) return connect(path);
    const [host, port] = [hosts[opened % hosts.length]!, ports[opened % hosts.length]!];
    opened++;
    // TLS takes the name of the server from the socket, as the driver's own have it.
    return Object.assign(connect({ host, port, noDelay: true }), { host, port });
  };
}
