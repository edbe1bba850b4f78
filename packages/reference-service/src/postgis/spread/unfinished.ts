import { rowsOf, type Transaction } from "../rows.ts";
import type { OffGrid } from "./cells.ts";

/** What a change removes; what it puts is in the table of incoming features. */
export interface Removal {
  /** Keys of features. */
  readonly gone: readonly string[];
  /** Features whose time ended before, in epoch milliseconds; -Infinity for none. */
  readonly beforeMs: number;
}

export interface TableState {
  readonly version: string;
  /** Nodes are committing a change, or only some of them could. */
  readonly isUnfinished: boolean;
}

/** The mark that a table carries while nodes commit a change, and after that if one could not. */
export class Unfinished {
  readonly #schema: string;
  readonly #name: string;

  constructor(schema: string, name: string) {
    this.#schema = schema;
    this.#name = name;
  }

  async state(transaction: Transaction): Promise<TableState> {
    const [row] = await rowsOf<{ version: string; is_unfinished: boolean }>(
      transaction,
      `SELECT version, EXISTS (SELECT 1 FROM ${this.#schema}.unfinished WHERE name = own.name)
          AS is_unfinished
        FROM ${this.#schema}.collections AS own WHERE name = $1::text`,
      [this.#name],
    );
    return { version: row!.version, isUnfinished: row!.is_unfinished };
  }

  async removal(transaction: Transaction): Promise<Removal | undefined> {
    const [row] = await rowsOf<{ gone: string; before_ms: number }>(
      transaction,
      `SELECT gone, before_ms FROM ${this.#schema}.unfinished WHERE name = $1::text`,
      [this.#name],
    );
    return row && { gone: JSON.parse(row.gone) as string[], beforeMs: row.before_ms };
  }

  async mark(
    transaction: Transaction,
    { gone, beforeMs }: Removal,
    { hasUndated, hasUnplaced }: OffGrid,
  ): Promise<void> {
    await rowsOf(
      transaction,
      `INSERT INTO ${this.#schema}.unfinished VALUES ($1::text, $2::text, $3::float8)`,
      [this.#name, JSON.stringify(gone), beforeMs],
    );
    await rowsOf(
      transaction,
      `UPDATE ${this.#schema}.grids SET has_undated = has_undated OR $2::boolean,
          has_unplaced = has_unplaced OR $3::boolean
        WHERE name = $1::text AND ($2::boolean AND NOT has_undated
          OR $3::boolean AND NOT has_unplaced)`,
      [this.#name, hasUndated, hasUnplaced],
    );
  }

  /** In the transaction of the change, which thereby becomes a new version. */
  async clear(transaction: Transaction): Promise<void> {
    const own = "WHERE name = $1::text";
    await rowsOf(transaction, `DELETE FROM ${this.#schema}.unfinished ${own}`, [this.#name]);
    await rowsOf(
      transaction,
      `UPDATE ${this.#schema}.collections SET version = version + 1 ${own}`,
      [this.#name],
    );
  }
}
