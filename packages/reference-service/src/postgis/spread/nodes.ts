import type { NodeStatus } from "../../store/feature-store.ts";
import { Problem } from "../../values/problems.ts";
import type { Database } from "../database.ts";
import { guarded, tooSlow } from "../faults.ts";
import { type Fault, PartAway } from "../part-away.ts";
import { rowsOf, type Transaction } from "../rows.ts";
import { withinMs } from "./time-limit.ts";

/** How long a worker may take to accept a connection, and to say that it is there. */
export const maxConnectMs = 1000;
const maxAnswerMs = 1500;

/** A worker cannot go away and come back with an older state in less time. */
const freshMs = 1000;

/**
 * A silent worker's kernel still answers; of one that is gone, nothing does. One that is behind was
 * replaced by an older copy of itself, or lost its last changes in a crash.
 */
type Presence = "there" | "gone" | "silent" | "behind";

type Presences = ReadonlyMap<string, Presence>;

const faultOf: Readonly<Record<Presence, Fault>> = {
  there: "failed",
  gone: "cannot be reached",
  silent: "cannot be reached",
  behind: "lacks changes that others have",
};

/** By its number in `pg_dist_node`: its address is nobody's business. */
const nodeName = "'worker-' || nodeid AS name";

/** The workers of a Citus cluster. */
export class Nodes {
  readonly #database: Database;
  #asking: Promise<Presences> | undefined;
  #known: { readonly at: number; readonly presences: Presences } | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Runs work that needs workers.
   * @throws {PartAway} with the names of the workers that are away, if that ended the work
   */
  async naming<T>(work: () => Promise<T>): Promise<T> {
    // Each work that waits for a worker which hangs takes a connection.
    throwIfAway(await this.#recent(), "silent", "behind");
    try {
      return await work();
    } catch (error) {
      if (error instanceof Problem && error.code === "too-slow") {
        throwIfAway(await this.#ask(), "silent");
      }
      if (error instanceof PartAway && error.nodes.length === 0) {
        throwIfAway(await this.#ask(), "silent", "gone", "behind");
        throw new PartAway(await this.#namesAt(error.address), error.fault);
      }
      // The end of COPY says nothing of what was wrong.
      if (!(error instanceof Problem)) throwIfAway(await this.#ask(), "silent", "gone");
      throw error;
    }
  }

  async statuses(): Promise<NodeStatus[]> {
    const presences = await this.#recent();
    return Array.from(presences, ([name, presence]) => ({ name, isAway: presence !== "there" }));
  }

  /** Notes in every shard which change of a collection it has, in the transaction of the change. */
  async stamp(transaction: Transaction, collection: string): Promise<void> {
    const [row] = await rowsOf<{ stamp: string }>(
      transaction,
      `UPDATE ${this.#schema}.grids SET stamp = stamp + 1 WHERE name = $1::text RETURNING stamp`,
      [collection],
    );
    await rowsOf(
      transaction,
      `UPDATE ${this.#schema}.stamps SET stamp = $1::text::bigint WHERE name = $2::text`,
      [row!.stamp, collection],
    );
  }

  /** The workers that have prepared transactions of this name, or may have; undefined for none. */
  async withPrepared(transaction: Transaction, beginning: string): Promise<PartAway | undefined> {
    const answers = await this.#askEach(
      transaction,
      `SELECT count(*) FROM pg_prepared_xacts
        WHERE database = current_database() AND starts_with(gid, '${beginning}')`,
    );
    const away = answers.flatMap(({ name, result }) => (result === null ? [name] : []));
    if (away.length > 0) return new PartAway(away);
    const left = answers.flatMap(({ name, result }) => (result === "0" ? [] : [name]));
    return left.length > 0 ? new PartAway(left, "has not committed a change") : undefined;
  }

  /** As of a second ago at most, and of now if one was away. */
  async #recent(): Promise<Presences> {
    const isFresh = this.#known && performance.now() - this.#known.at < freshMs;
    return isFresh ? this.#known!.presences : this.#ask();
  }

  #ask(): Promise<Presences> {
    this.#asking ??= this.#askAll()
      .then((presences) => {
        const areThere = [...presences.values()].every((presence) => presence === "there");
        this.#known = areThere ? { at: performance.now(), presences } : undefined;
        return presences;
      })
      .finally(() => {
        this.#asking = undefined;
      });
    return this.#asking;
  }

  async #askAll(): Promise<Presences> {
    try {
      return await this.#askTogether();
    } catch {
      // One of them is away; which, each on its own shows.
    }
    // On a connection of its own, since all others may wait for a worker that hangs.
    return guarded(() =>
      this.#database.withSession(async (session) => {
        const started = performance.now();
        const answers = await this.#askEach(session, "SELECT 0");
        const away = performance.now() - started < maxConnectMs ? "gone" : "silent";
        return new Map(answers.map(({ name, result }) => [name, result === null ? away : "there"]));
      }),
    );
  }

  /** Whether every shard has the last change. */
  #askTogether(): Promise<Presences> {
    const { schema } = this.#database;
    const asking = this.#database.readCommitted(async (transaction) => {
      await transaction.unsafe(`SET LOCAL statement_timeout = ${maxAnswerMs}`);
      const names = await rowsOf<{ name: string }>(
        transaction,
        `SELECT ${nodeName} FROM pg_dist_node WHERE isactive AND groupid <> 0 ORDER BY nodeid`,
      );
      // Read before those of the shards, which only grow; while nodes commit, they may differ.
      const stamps = await rowsOf<{ name: string; stamp: string }>(
        transaction,
        `SELECT name, stamp FROM ${schema}.grids
          WHERE name NOT IN (SELECT name FROM ${schema}.unfinished)`,
      );
      const last = new Map(stamps.map(({ name, stamp }) => [name, BigInt(stamp)]));
      const shards = await rowsOf<{ cell: number; name: string; stamp: string }>(
        transaction,
        `SELECT cell, name, stamp FROM ${schema}.stamps`,
      );
      const old = shards.filter(({ name, stamp }) => BigInt(stamp) < (last.get(name) ?? 0n));
      const behind = await this.#namesWith(
        transaction,
        old.map(({ cell }) => cell),
      );
      return new Map<string, Presence>(
        names.map(({ name }) => [name, behind.has(name) ? "behind" : "there"]),
      );
    });
    return withinMs(maxAnswerMs, tooSlow, asking);
  }

  /** The workers with the shards of these cells. */
  async #namesWith(transaction: Transaction, cells: readonly number[]): Promise<Set<string>> {
    if (cells.length === 0) return new Set();
    const rows = await rowsOf<{ name: string }>(
      transaction,
      `SELECT ${nodeName} FROM unnest($1::text::integer[]) AS cell
        JOIN pg_dist_placement
          ON shardid = get_shard_id_for_distribution_column('${this.#schema}.stamps', cell)
        JOIN pg_dist_node USING (groupid)`,
      [`{${cells.join()}}`],
    );
    return new Set(rows.map(({ name }) => name));
  }

  async #namesAt(address: string | undefined): Promise<string[]> {
    if (address === undefined) return [];
    const rows = await this.#database.readOwn((transaction) =>
      rowsOf<{ name: string }>(
        transaction,
        `SELECT ${nodeName} FROM pg_dist_node WHERE nodename || ':' || nodeport = $1::text`,
        [address],
      ),
    );
    return rows.map(({ name }) => name);
  }

  /** What each worker answers to a statement with one value; null of one that is away. */
  async #askEach(
    transaction: Transaction,
    statement: string,
  ): Promise<readonly { readonly name: string; readonly result: string | null }[]> {
    await transaction.unsafe(`SET citus.node_connection_timeout = ${maxConnectMs}`);
    return rowsOf(
      transaction,
      `SELECT ${nodeName}, CASE WHEN success THEN result END AS result
        FROM run_command_on_workers($1::text) JOIN pg_dist_node USING (nodename, nodeport)`,
      [statement],
    );
  }

  get #schema(): string {
    return this.#database.schema;
  }
}

function throwIfAway(presences: Presences, ...kinds: Presence[]): void {
  for (const kind of kinds) {
    const names = [...presences].flatMap(([name, presence]) => (presence === kind ? [name] : []));
    if (names.length > 0) throw new PartAway(names, faultOf[kind]);
  }
}
