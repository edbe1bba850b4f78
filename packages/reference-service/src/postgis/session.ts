import type { Sql } from "postgres";

/** What work on a connection may do. */
export interface Transaction {
  /** @throws {Error} when the connection has ended (`CONNECTION_CLOSED`) */
  readonly unsafe: Sql["unsafe"];
  /** @throws {Error} when the connection has ended (`CONNECTION_CLOSED`) */
  assertOpen(): void;
  readonly isOpen: boolean;
}

/** Opens one connection on demand; the callback is called when it ends. */
export type Connect = (onClose: () => void) => Sql;

/**
 * One connection. The driver would open another one for the next statement after its end, outside
 * of any transaction, or write to the ended one, which ends the process; so nothing is sent then.
 */
export class Session implements Transaction {
  readonly openedAtMs: number = performance.now();
  readonly #sql: Sql;
  #isOpen = true;
  /** Of what waits for the server. */
  readonly #rejects = new Set<(error: Error) => void>();
  /** Of the first statement that failed since `BEGIN`. */
  #fault: unknown;
  readonly #onEnd: () => void;

  constructor(connect: Connect, onEnd: () => void = () => {}) {
    this.#onEnd = () => {
      if (!this.#isOpen) return;
      this.#isOpen = false;
      for (const reject of this.#rejects) reject(closed());
      onEnd();
    };
    this.#sql = connect(this.#onEnd);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  assertOpen(): void {
    if (!this.#isOpen) throw closed();
  }

  get unsafe(): Sql["unsafe"] {
    this.assertOpen();
    return ((sql, parameters, options) => {
      const query = this.#sql.unsafe(sql, parameters, options);
      // Not its own `then`, which would send it before it is known how its rows are read.
      Promise.prototype.then.call(query, undefined, (error: unknown) => {
        this.#fault ??= error;
      });
      return query;
    }) as Sql["unsafe"];
  }

  /** @param mode after `BEGIN`, such as `READ ONLY` */
  async transaction<T>(mode: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    this.#fault = undefined;
    let hasBegun = false;
    let result: T;
    try {
      await this.#control(`BEGIN ${mode}`);
      hasBegun = true;
      result = await this.#unlessEnded(work(this));
      const { command } = await this.#control("COMMIT");
      // A transaction with a failed statement ends otherwise.
      if (command !== "COMMIT") throw this.#fault;
    } catch (error) {
      if (hasBegun) await this.#rollback();
      else await this.close();
      throw isOfAborted(error) ? (this.#fault ?? error) : error;
    }
    return result;
  }

  /** Runs work without a transaction: every statement sees what was committed before it. */
  async statements<T>(work: (session: Transaction) => Promise<T>): Promise<T> {
    this.#fault = undefined;
    try {
      return await this.#unlessEnded(work(this));
    } catch (error) {
      const { name } = (this.#fault ?? {}) as { name?: unknown };
      if (this.#fault !== undefined && name !== "PostgresError") await this.close();
      throw error;
    }
  }

  #control(statement: string): Promise<{ readonly command: string }> {
    return this.#unlessEnded(this.unsafe(statement));
  }

  /**
   * Rejects when the connection ends: the driver never settles a statement that is sent meanwhile.
   * A race with one promise for all work would keep every result as long as the connection.
   */
  #unlessEnded<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#rejects.add(reject);
      if (!this.#isOpen) reject(closed());
      work.then(resolve, reject).finally(() => this.#rejects.delete(reject));
    });
  }

  async #rollback(): Promise<void> {
    try {
      await this.#control("ROLLBACK");
    } catch {
      await this.close();
    }
  }

  /** Ends it at once, whatever runs. */
  async close(): Promise<void> {
    this.#onEnd();
    await this.#sql.end({ timeout: 0 });
  }

  /** Ends it after its statements. */
  async end(): Promise<void> {
    await this.#sql.end({ timeout: 1 });
  }
}

function closed(): Error {
  return Object.assign(new Error("The connection to the database has ended."), {
    code: "CONNECTION_CLOSED",
  });
}

/** A statement after one that failed. */
function isOfAborted(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === "25P02";
}
