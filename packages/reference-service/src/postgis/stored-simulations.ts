import {
  createdAt,
  type OwnedSimulation,
  pageOf,
  type Simulation,
  type SimulationPage,
  type SimulationSelection,
  type SimulationStore,
} from "../simulations/simulation-store.ts";
import type { Database } from "./database.ts";
import { loadOf, loadsOf, noteLoad, type StoredLoad } from "./loads.ts";
import { keyOf, rowsOf, type Transaction } from "./rows.ts";

const name = "simulations";

/** Simulations in a table, which all services of the database have. */
export class StoredSimulations implements SimulationStore {
  readonly #database: Database;
  readonly #table: string;

  constructor(database: Database) {
    this.#database = database;
    this.#table = `${database.schema}.${name}`;
  }

  insert(simulations: readonly OwnedSimulation[], file?: string): Promise<number[]> {
    return this.#database.write((transaction) => this.#insert(transaction, simulations, file));
  }

  list(
    organization: string,
    { since, limit, after }: SimulationSelection,
  ): Promise<SimulationPage> {
    const { createdAt = Number.POSITIVE_INFINITY, id = "" } = after ?? {};
    return this.#database.read(async (transaction) => {
      const rows = await rowsOf<{ id: string; created_ms: number; body: string }>(
        transaction,
        `SELECT id, created_ms, body FROM ${this.#table}
          WHERE organization = $1::text AND created_ms >= $2::float8
            AND (created_ms < $3::float8 OR created_ms = $3::float8 AND id > $4::text)
          ORDER BY created_ms DESC, id LIMIT $5::integer`,
        [keyOf(organization), since, createdAt, id, limit + 1],
      );
      const entries = rows.map((row) => ({
        createdAt: row.created_ms,
        id: row.id,
        simulation: JSON.parse(row.body) as Simulation,
      }));
      return pageOf(entries, limit);
    });
  }

  get(organization: string, id: string): Promise<Simulation | undefined> {
    return this.#database.read(async (transaction) => {
      const [row] = await rowsOf<{ body: string }>(
        transaction,
        `SELECT body FROM ${this.#table} WHERE organization = $1::text AND id = $2::text`,
        [keyOf(organization), keyOf(id)],
      );
      return row && (JSON.parse(row.body) as Simulation);
    });
  }

  counts(): Promise<{ all: number; synthetic: number }> {
    return this.#database.readOwn(async (transaction) => {
      const [row] = await rowsOf<{ count: string; synthetic: string }>(
        transaction,
        `SELECT count(*), count(*) FILTER (WHERE is_synthetic) AS synthetic FROM ${this.#table}`,
      );
      return { all: Number(row!.count), synthetic: Number(row!.synthetic) };
    });
  }

  loads(): Promise<StoredLoad[]> {
    const { schema } = this.#database;
    return this.#database.readOwn((transaction) => loadsOf(transaction, schema, name, "true"));
  }

  /** Removes what came from a file; returns how many, undefined if no such file was loaded. */
  removeLoad(file: string): Promise<number | undefined> {
    return this.#database.write((transaction) => this.#removeLoad(transaction, file));
  }

  /** Runs work that inserts, instead of what came from a file: all of it is visible at once. */
  replaceLoad<T>(
    file: string,
    work: (insert: SimulationStore["insert"]) => Promise<T>,
  ): Promise<T> {
    return this.#database.write(async (transaction) => {
      await this.#removeLoad(transaction, file);
      return work((simulations) => this.#insert(transaction, simulations, file));
    });
  }

  async #removeLoad(transaction: Transaction, file: string): Promise<number | undefined> {
    const { schema } = this.#database;
    const load = await loadOf(transaction, schema, { file, table: name });
    if (load === undefined) return undefined;
    const { count } = await transaction.unsafe(
      `DELETE FROM ${this.#table} WHERE load = $1::integer`,
      [load],
    );
    await transaction.unsafe(`DELETE FROM ${schema}.loads WHERE load = $1::integer`, [load]);
    return count;
  }

  async #insert(
    transaction: Transaction,
    simulations: readonly OwnedSimulation[],
    file: string | undefined,
  ): Promise<number[]> {
    const { schema } = this.#database;
    const load =
      file === undefined ? null : await noteLoad(transaction, schema, { file, table: name });
    const ids = simulations.map(({ simulation }) => simulation.id);
    const first = simulations.filter((_, i) => ids.indexOf(ids[i]!) === i);
    const rows = first.map(({ simulation, organization }) => ({
      id: keyOf(simulation.id),
      organization: keyOf(organization),
      created_ms: createdAt(simulation),
      body: JSON.stringify(simulation),
      is_synthetic: simulation.synthetic === true,
    }));
    const stored = await rowsOf<{ id: string }>(
      transaction,
      `INSERT INTO ${this.#table} (id, organization, created_ms, body, is_synthetic, load)
        SELECT id, organization, created_ms, body, is_synthetic, nullif($2::text, '')::integer
          FROM jsonb_to_recordset($1::text::jsonb) AS given(id text, organization text,
            created_ms float8, body text, is_synthetic boolean)
        ON CONFLICT (id) DO NOTHING RETURNING id`,
      [JSON.stringify(rows), String(load ?? "")],
    );
    const fresh = new Set(stored.map(({ id }) => id));
    // Of twins, the first is new.
    return ids.flatMap((id, i) => (fresh.delete(keyOf(id)) ? [] : [i]));
  }
}
