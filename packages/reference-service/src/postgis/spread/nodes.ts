import type { Database } from "../database.ts";
import { rowsOf } from "../rows.ts";
import { PartAway } from "./part-away.ts";

/** How long a node may take to say that it is there. */
const maxAnswerMs = 3000;

/** The nodes of spread tables, by the names that the coordinator has for them. */
export class Nodes {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Those that do not answer now. On Citus, which has names of its own, none is known. */
  async away(): Promise<string[]> {
    const names = await this.#names();
    const answers = await Promise.all(names.map((name) => this.#answers(name)));
    return names.filter((_, i) => !answers[i]);
  }

  /** Runs work; an error that a node is away says which. */
  async naming<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PartAway) || error.nodes.length > 0) throw error;
      throw new PartAway(await this.away());
    }
  }

  async #names(): Promise<string[]> {
    const rows = await this.#database.readCommitted((transaction) =>
      rowsOf<{ name: string }>(
        transaction,
        `SELECT relname AS name FROM pg_foreign_table JOIN pg_class ON ftrelid = pg_class.oid
          WHERE relnamespace = $1::text::regnamespace AND 'table_name=here' = ANY (ftoptions)
          ORDER BY relname`,
        [this.#database.schema],
      ),
    );
    return rows.map(({ name }) => name);
  }

  async #answers(name: string): Promise<boolean> {
    try {
      await this.#database.readCommitted(async (transaction) => {
        await transaction.unsafe(`SET LOCAL statement_timeout = ${maxAnswerMs}`);
        await transaction.unsafe(`SELECT one FROM ${this.#database.schema}."${name}"`);
      });
      return true;
    } catch {
      return false;
    }
  }
}
