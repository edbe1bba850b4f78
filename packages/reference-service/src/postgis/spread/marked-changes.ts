import { setTimeout as wait } from "node:timers/promises";
import type { LimitFunction } from "p-limit";
import type { ChangeWork } from "../changes.ts";
import type { Database } from "../database.ts";
import { tooSlow } from "../faults.ts";
import type { PartAway } from "../part-away.ts";
import { rowsOf, type Transaction } from "../rows.ts";
import type { OffGrid } from "./cells.ts";
import { awaitCommits, holdReadersOff, lockChanges, maxWaitMs } from "./locks.ts";
import { maxConnectMs, type Nodes } from "./nodes.ts";
import { withinMs } from "./time-limit.ts";

const pauseMs = 100;

export interface TableState {
  readonly version: string;
  /** Nodes are committing a change, or only some of them could. */
  readonly isUnfinished: boolean;
}

interface StateRow {
  readonly version: string;
  readonly is_unfinished: boolean;
  readonly has_undated: boolean;
  readonly has_unplaced: boolean;
}

/**
 * Changes of a spread table, one after the other. Citus commits on the coordinator, then on each
 * worker what that has prepared; a failure there is only a warning. So a table carries a mark from
 * before the first commit until no worker has anything left to commit, and nobody reads it
 * meanwhile. Only then it has a new version.
 */
export class MarkedChanges {
  readonly #database: Database;
  readonly #name: string;
  readonly #nodes: Nodes;
  readonly #turn: LimitFunction;
  #completing: Promise<void> | undefined;
  /** Of all states that were read: once there are such features, they are looked for. */
  #offGrid: OffGrid = { hasUndated: false, hasUnplaced: false };
  #last: TableState | undefined;

  /** @param turn shared by all tables: a change takes three connections */
  constructor(database: Database, name: string, nodes: Nodes, turn: LimitFunction) {
    this.#database = database;
    this.#name = name;
    this.#nodes = nodes;
    this.#turn = turn;
  }

  change<T>(work: ChangeWork<T>): Promise<T> {
    return this.#turn(() =>
      this.#nodes.naming(() => {
        const ending = new AbortController();
        const late = () => {
          ending.abort(tooSlow());
          return ending.signal.reason as Error;
        };
        return withinMs(this.#database.maxChangeMs, late, this.#perform(work, ending.signal));
      }),
    );
  }

  async state(transaction: Transaction): Promise<TableState> {
    const [row] = await rowsOf<StateRow>(
      transaction,
      `SELECT version, has_undated, has_unplaced,
          EXISTS (SELECT 1 FROM ${this.#schema}.unfinished WHERE name = own.name) AS is_unfinished
        FROM ${this.#schema}.collections AS own JOIN ${this.#schema}.grids USING (name)
        WHERE name = $1::text`,
      [this.#name],
    );
    const { hasUndated, hasUnplaced } = this.#offGrid;
    this.#offGrid = {
      hasUndated: hasUndated || row!.has_undated,
      hasUnplaced: hasUnplaced || row!.has_unplaced,
    };
    this.#last = { version: row!.version, isUnfinished: row!.is_unfinished };
    return this.#last;
  }

  /** As it was at some time before, when no change was unfinished; else as it is now. */
  async knownState(transaction: Transaction): Promise<TableState> {
    return this.#last?.isUnfinished === false ? this.#last : this.state(transaction);
  }

  get offGrid(): OffGrid {
    return this.#offGrid;
  }

  /**
   * Waits until all nodes have the last change, or none has.
   * @throws {PartAway} when one may still have to commit it
   */
  complete(): Promise<void> {
    this.#completing ??= this.#complete().finally(() => {
      this.#completing = undefined;
    });
    return this.#completing;
  }

  async #perform<T>(work: ChangeWork<T>, signal: AbortSignal): Promise<T> {
    const [done, isChanged] = await this.#write(async (transaction) => {
      await lockChanges(transaction, this.#table);
      while ((await this.state(transaction)).isUnfinished) await this.complete();
      const [result, isChanged] = await work(transaction);
      if (isChanged) {
        await this.#nodes.stamp(transaction, this.#name);
        await holdReadersOff(transaction, this.#table);
        // Whoever asked for it was told that it failed.
        signal.throwIfAborted();
        await this.#mark(transaction);
      }
      return [result, isChanged] as const;
    });
    if (isChanged) await this.complete();
    return done;
  }

  /** In a transaction of its own, with the beginning of what the workers will have prepared. */
  async #mark(changing: Transaction): Promise<void> {
    const [row] = await rowsOf<{ prepared: string }>(
      changing,
      "SELECT 'citus_0_' || pg_backend_pid() || '_' AS prepared",
    );
    await this.#write((transaction) =>
      rowsOf(transaction, `INSERT INTO ${this.#schema}.unfinished VALUES ($1::text, $2::text)`, [
        this.#name,
        row!.prepared,
      ]),
    );
  }

  async #complete(): Promise<void> {
    const until = performance.now() + maxWaitMs - maxConnectMs;
    for (;;) {
      const away = await this.#write((transaction) => this.#clear(transaction));
      if (!away) return;
      if (performance.now() > until) throw away;
      await wait(pauseMs);
    }
  }

  /** Removes the mark, unless nodes may have a part of the change to commit. */
  async #clear(transaction: Transaction): Promise<PartAway | undefined> {
    // A change that has not prepared yet has this lock.
    await awaitCommits(transaction, this.#table);
    const own = "WHERE name = $1::text";
    const [mark] = await rowsOf<{ prepared: string }>(
      transaction,
      `SELECT prepared FROM ${this.#schema}.unfinished ${own}`,
      [this.#name],
    );
    const away = mark && (await this.#nodes.withPrepared(transaction, mark.prepared));
    if (!mark || away) return away;
    await rowsOf(transaction, `DELETE FROM ${this.#schema}.unfinished ${own}`, [this.#name]);
    await rowsOf(
      transaction,
      `UPDATE ${this.#schema}.collections SET version = version + 1 ${own}`,
      [this.#name],
    );
    return undefined;
  }

  #write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#database.write(async (transaction) => {
      await transaction.unsafe(`SET LOCAL statement_timeout = ${this.#database.maxChangeMs}`);
      return work(transaction);
    });
  }

  get #schema(): string {
    return this.#database.schema;
  }

  get #table(): string {
    return `${this.#schema}.${this.#name}`;
  }
}
