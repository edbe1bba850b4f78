import type { NodeStatus } from "../../store/feature-store.ts";
import { Problem } from "../../values/problems.ts";
import type { Database } from "../database.ts";
import { guarded, tooSlow } from "../faults.ts";
import { type Fault, PartAway } from "../part-away.ts";
import { rowsOf, type Transaction } from "../rows.ts";
import { withinMs } from "./time-limit.ts";

/** How long a node may take to say that it is there. */
const maxAnswerMs = 2000;

/** A node cannot go away and come back with an older state in less time. */
const freshMs = 1000;

/**
 * Of a silent node the kernel still answers; of one that is gone, nothing does. One that is behind
 * was replaced by an older copy of itself, or lost its last changes in a crash.
 */
type Presence = "there" | "gone" | "silent" | "behind";

type Presences = ReadonlyMap<string, Presence>;

const faultOf: Readonly<Record<Presence, Fault>> = {
  there: "failed",
  gone: "cannot be reached",
  silent: "cannot be reached",
  behind: "lacks changes that others have",
};

interface VersionRow {
  readonly node: string;
  readonly name: string;
  readonly version: string;
}

/** The nodes of spread tables; none where the database does not name them, as Citus. */
export class Nodes {
  readonly #database: Database;
  #asking: Promise<Presences> | undefined;
  #nodes: Promise<string[]> | undefined;
  #known: { readonly at: number; readonly presences: Presences } | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Runs work that needs nodes.
   * @throws {PartAway} with the names of the nodes that are away, if that ended the work
   */
  async naming<T>(work: () => Promise<T>): Promise<T> {
    // Each work that waits for a node which hangs takes a connection.
    throwIfAway(await this.#recent(), "silent", "behind");
    try {
      return await work();
    } catch (error) {
      if (error instanceof Problem && error.code === "too-slow") {
        throwIfAway(await this.#ask(), "silent");
      }
      if (error instanceof PartAway && error.nodes.length === 0) {
        throwIfAway(await this.#ask(), "silent", "gone", "behind");
        const owner = error.part && (await this.#ownerOf(error.part));
        if (owner) throw new PartAway([owner], "failed");
      }
      throw error;
    }
  }

  async statuses(): Promise<NodeStatus[]> {
    const presences = await this.#recent();
    return Array.from(presences, ([name, presence]) => ({ name, isAway: presence !== "there" }));
  }

  /** Notes on every node which change of a collection it has, in the transaction of the change. */
  async stamp(transaction: Transaction, collection: string): Promise<void> {
    const [row] = await rowsOf<{ version: string }>(
      transaction,
      `SELECT version + 1 AS version FROM ${this.#database.schema}.collections
        WHERE name = $1::text`,
      [collection],
    );
    for (const name of await this.#names()) {
      await transaction.unsafe(
        `UPDATE ${this.#tableOf(name)} SET version = $1::text::bigint WHERE name = $2::text`,
        [row!.version, collection],
      );
    }
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
    const names = await this.#names();
    if (names.length === 0) return new Map();
    try {
      return await this.#askTogether(names);
    } catch {
      // One of them is away; which, each on its own shows.
    }
    const versions = await this.#onOwnConnection((session) => this.#versions(session));
    const presences = await Promise.all(names.map((name) => this.#presence(name, versions)));
    return new Map(names.map((name, i) => [name, presences[i]!]));
  }

  async #askTogether(names: readonly string[]): Promise<Presences> {
    const asking = this.#database.readCommitted(async (transaction) => {
      await transaction.unsafe(`SET LOCAL statement_timeout = ${maxAnswerMs}`);
      const versions = await this.#versions(transaction);
      const each = names.map((name) => this.#versionsOn(name)).join(" UNION ALL ");
      const rows = await rowsOf<VersionRow>(transaction, each);
      return new Map(
        names.map((name) => {
          const own = rows.filter(({ node }) => node === name);
          return [name, presenceOf(own, versions)];
        }),
      );
    });
    return withinMs(maxAnswerMs, tooSlow, asking);
  }

  /** On a connection of its own, since all others may wait for a node that hangs. */
  async #presence(name: string, versions: readonly VersionRow[]): Promise<Presence> {
    const asking = this.#onOwnConnection(async (session) => {
      await rowsOf(session, `SET statement_timeout = ${maxAnswerMs}`);
      return rowsOf<VersionRow>(session, this.#versionsOn(name));
    });
    try {
      return presenceOf(await withinMs(maxAnswerMs + 1000, tooSlow, asking), versions);
    } catch (error) {
      return error instanceof Problem && error.code === "too-slow" ? "silent" : "gone";
    }
  }

  #onOwnConnection<T>(work: (session: Transaction) => Promise<T>): Promise<T> {
    return guarded(() => this.#database.withSession(work));
  }

  /** Of the tables that nodes have parts of; read before those of the nodes, which only grow. */
  #versions(session: Transaction): Promise<readonly VersionRow[]> {
    const { schema } = this.#database;
    return rowsOf(
      session,
      `SELECT '' AS node, name, version FROM ${schema}.collections
        WHERE EXISTS (SELECT 1 FROM pg_attribute
          WHERE attname = 'cell' AND attrelid = ('${schema}.' || name)::regclass)`,
    );
  }

  #versionsOn(name: string): string {
    return `SELECT '${name.replaceAll("'", "''")}' AS node, name, version FROM ${this.#tableOf(name)}`;
  }

  #tableOf(name: string): string {
    return `${this.#database.schema}."${name.replaceAll('"', '""')}"`;
  }

  /** The tables with the versions of each node have its name. */
  #names(): Promise<string[]> {
    this.#nodes ??= this.#foreignTables("'table_name=versions' = ANY (ftoptions)").then(
      (rows) => rows.map(({ name }) => name),
      (error: unknown) => {
        this.#nodes = undefined;
        throw error;
      },
    );
    return this.#nodes;
  }

  /** The node that has a part of a table. */
  async #ownerOf(part: string): Promise<string | undefined> {
    const [row] = await this.#foreignTables("relname = $2::text", part);
    return row?.server;
  }

  #foreignTables(condition: string, ...values: string[]) {
    return this.#onOwnConnection((session) =>
      rowsOf<{ name: string; server: string }>(
        session,
        `SELECT relname AS name, srvname AS server FROM pg_foreign_table
          JOIN pg_class ON ftrelid = pg_class.oid JOIN pg_foreign_server AS s ON ftserver = s.oid
          WHERE relnamespace = $1::text::regnamespace AND ${condition} ORDER BY relname`,
        [this.#database.schema, ...values],
      ),
    );
  }
}

function throwIfAway(presences: Presences, ...kinds: Presence[]): void {
  for (const kind of kinds) {
    const names = [...presences].flatMap(([name, presence]) => (presence === kind ? [name] : []));
    if (names.length > 0) throw new PartAway(names, faultOf[kind]);
  }
}

function presenceOf(own: readonly VersionRow[], all: readonly VersionRow[]): Presence {
  const of = new Map(own.map(({ name, version }) => [name, BigInt(version)]));
  const isBehind = all.some(({ name, version }) => (of.get(name) ?? -1n) < BigInt(version));
  return isBehind ? "behind" : "there";
}
