import type { Queryable, TimedFeature } from "../store/feature-store.ts";
import { ValueTypes } from "../store/value-types.ts";
import { type Database, rowsOf, type Transaction } from "./database.ts";
import { addKind, type Kind, kindOfValue, shapeOf } from "./feature-row.ts";

/** Texts whose kind is remembered during one change. */
const maxTexts = 4096;

/** The numbers of property shapes, which are never removed. */
export class ShapeNumbers {
  readonly #database: Database;
  readonly #known = new Map<string, number>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The number of each feature's shape. */
  async of(features: readonly TimedFeature[]): Promise<number[]> {
    const kinds = new Map<string, Kind>();
    const kindOf = (value: unknown): Kind => {
      if (typeof value !== "string") return kindOfValue(value);
      const kind = kinds.get(value) ?? kindOfValue(value);
      if (kinds.size < maxTexts) kinds.set(value, kind);
      return kind;
    };
    const shapes = features.map(({ properties }) => shapeOf(properties, kindOf));
    const unknown = new Map(
      shapes.flatMap(({ digest, kinds }) =>
        this.#known.has(digest) ? [] : [[digest, kinds] as const],
      ),
    );
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

/** The properties of the features in a table, with their types. */
export async function queryablesOf(
  transaction: Transaction,
  schema: string,
  table: string,
): Promise<Queryable[]> {
  const rows = await rowsOf<{ kinds: string }>(
    transaction,
    `SELECT kinds FROM ${schema}.shapes AS known WHERE EXISTS
      (SELECT 1 FROM ${schema}.${table} WHERE shape = known.shape) ORDER BY shape`,
  );
  const all = new Map<string, ValueTypes>();
  for (const { kinds } of rows) {
    for (const [name, kind] of JSON.parse(kinds) as [string, Kind][]) {
      const types = all.get(name) ?? new ValueTypes();
      addKind(types, kind);
      all.set(name, types);
    }
  }
  const properties = [...all].flatMap(([id, types]) => types.types().map((type) => ({ id, type })));
  return [{ id: "geometry", type: "geometry" }, ...properties];
}
