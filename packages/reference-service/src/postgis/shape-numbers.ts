import type { TimedFeature } from "../store/feature-store.ts";
import type { Database } from "./database.ts";
import { PropertyShapes } from "./property-shape.ts";
import { rowsOf } from "./rows.ts";

/** The numbers of property shapes, which are never removed. */
export class ShapeNumbers {
  readonly #database: Database;
  readonly #shapes = new PropertyShapes();
  readonly #known = new Map<string, number>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The number of each feature's shape. */
  async of(features: readonly TimedFeature[]): Promise<number[]> {
    const shapes = features.map(({ properties }) => this.#shapes.of(properties));
    const unknown = new Map<string, string>();
    for (const { digest, kinds } of shapes) {
      if (!this.#known.has(digest)) unknown.set(digest, kinds);
    }
    if (unknown.size > 0) await this.#learn(unknown);
    return shapes.map(({ digest }) => this.#known.get(digest)!);
  }

  /** Written before the change that uses them, so that a change that fails takes none away. */
  async #learn(unknown: ReadonlyMap<string, string>): Promise<void> {
    const table = `${this.#database.schema}.shapes`;
    const values = [JSON.stringify(Array.from(unknown, ([digest, kinds]) => ({ digest, kinds })))];
    const given = "jsonb_to_recordset($1::text::jsonb) AS given (digest text, kinds text)";
    const rows = await this.#database.write(async (transaction) => {
      // In the order of arrival, which is that of the list of queryables.
      await rowsOf(
        transaction,
        `INSERT INTO ${table} (digest, kinds) SELECT digest, kinds FROM ${given}
          ON CONFLICT DO NOTHING`,
        values,
      );
      return rowsOf<{ digest: string; shape: number }>(
        transaction,
        `SELECT digest, shape FROM ${table} JOIN ${given} USING (digest)`,
        values,
      );
    });
    for (const { digest, shape } of rows) this.#known.set(digest, shape);
  }
}
