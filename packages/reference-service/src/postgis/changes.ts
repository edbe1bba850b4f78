import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ChangeCounts, StoreChange, TimedFeature } from "../store/feature-store.ts";
import { type Database, rowsOf, type Transaction } from "./database.ts";
import { copiedColumns, copyLine, keyOf } from "./feature-row.ts";
import type { ShapeNumbers } from "./shape-numbers.ts";

/** Changes one table; each change is one transaction, and changes come one after the other. */
export class Changes {
  readonly #database: Database;
  readonly #name: string;
  readonly #shapes: ShapeNumbers;

  constructor(database: Database, name: string, shapes: ShapeNumbers) {
    this.#database = database;
    this.#name = name;
    this.#shapes = shapes;
  }

  async insert(features: readonly TimedFeature[]): Promise<number[]> {
    if (features.length === 0) return [];
    const lines = await this.#linesOf(features);
    const first = new Map<string, string>();
    for (const [i, { id }] of features.entries()) {
      if (!first.has(keyOf(id))) first.set(keyOf(id), lines[i]!);
    }
    const fresh = await this.#change(async (transaction) => {
      await this.#copy(transaction, first.values());
      const stored = await rowsOf<{ id: string }>(
        transaction,
        `${this.#put} ON CONFLICT DO NOTHING RETURNING id`,
      );
      return [new Set(stored.map(({ id }) => id)), stored.length > 0];
    });
    return features.flatMap(({ id }, i) => (fresh.delete(keyOf(id)) ? [] : [i]));
  }

  async apply({ put, remove }: StoreChange): Promise<ChangeCounts> {
    const features = [...new Map(put.map((feature) => [feature.id, feature])).values()];
    const lines = await this.#linesOf(features);
    const kept = new Set(features.map(({ id }) => id));
    const gone = remove.filter((id) => !kept.has(id)).map(keyOf);
    return this.#change(async (transaction) => {
      const removed = await rowsOf(
        transaction,
        `DELETE FROM ${this.#table} WHERE id IN
          (SELECT jsonb_array_elements_text($1::text::jsonb)) RETURNING 1 AS one`,
        [JSON.stringify(gone)],
      );
      await this.#copy(transaction, lines);
      const stored = await rowsOf<{ is_new: boolean }>(
        transaction,
        `${this.#put} ${replaceAll} RETURNING (old.xmax = 0) AS is_new`,
      );
      const added = stored.filter(({ is_new: isNew }) => isNew).length;
      const replaced = stored.length - added;
      const counts = { added, replaced, removed: removed.length };
      return [counts, added + replaced + removed.length > 0];
    });
  }

  removeBefore(epochMs: number): Promise<number> {
    return this.#change(async (transaction) => {
      const [row] = await rowsOf<{ count: string }>(
        transaction,
        `WITH gone AS (DELETE FROM ${this.#table} WHERE end_ms < $1::float8 RETURNING 1)
          SELECT count(*) AS count FROM gone`,
        [epochMs],
      );
      const removed = Number(row!.count);
      return [removed, removed > 0];
    });
  }

  get #table(): string {
    return `${this.#database.schema}.${this.#name}`;
  }

  async #linesOf(features: readonly TimedFeature[]): Promise<string[]> {
    const shapes = await this.#shapes.of(features);
    return features.map((feature, i) => copyLine(feature, shapes[i]!));
  }

  /** The version is locked first, so that changes of one table come one after the other. */
  #change<T>(
    work: (transaction: Transaction) => Promise<[result: T, isChanged: boolean]>,
  ): Promise<T> {
    const { schema } = this.#database;
    const collections = `${schema}.collections`;
    const own = "WHERE name = $1::text";
    return this.#database.write(async (transaction) => {
      const run = (text: string) => rowsOf(transaction, text, [this.#name]);
      await run(`SELECT version FROM ${collections} ${own} FOR UPDATE`);
      const [result, isChanged] = await work(transaction);
      if (isChanged) await run(`UPDATE ${collections} SET version = version + 1 ${own}`);
      return result;
    });
  }

  async #copy(transaction: Transaction, lines: Iterable<string>): Promise<void> {
    await transaction.unsafe(`CREATE TEMP TABLE IF NOT EXISTS incoming (
      id text COLLATE "C", start_ms float8, end_ms float8,
      west float8, south float8, east float8, north float8, is_point boolean,
      geometry text, properties text, is_exact boolean, shape integer, body text
    ) ON COMMIT DELETE ROWS`);
    const into = await transaction
      .unsafe(`COPY pg_temp.incoming (${copiedColumns}) FROM STDIN`)
      .writable();
    await pipeline(Readable.from(lines), into);
  }

  /** Stores what was copied; the end of the statement says what happens to known ids. */
  get #put(): string {
    return `INSERT INTO ${this.#table} AS old
      (id, start_ms, end_ms, west, south, east, north, is_point, geom, properties, is_exact,
        shape, body)
      SELECT id, start_ms, end_ms, west, south, east, north, is_point,
        ST_Force2D(ST_SetSRID(ST_GeomFromGeoJSON(geometry), 4326)), properties::jsonb, is_exact,
        shape, body
      FROM pg_temp.incoming`;
  }
}

const replaceAll = `ON CONFLICT (id) DO UPDATE SET
  start_ms = excluded.start_ms, end_ms = excluded.end_ms, west = excluded.west,
  south = excluded.south, east = excluded.east, north = excluded.north,
  is_point = excluded.is_point, geom = excluded.geom, properties = excluded.properties,
  is_exact = excluded.is_exact, shape = excluded.shape, body = excluded.body`;
