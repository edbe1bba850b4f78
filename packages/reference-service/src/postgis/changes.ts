import { isDeepStrictEqual } from "node:util";
import type { Pause } from "@emberline/turns";
import type { ImportTarget } from "../import/feature-import.ts";
import type { ChangeCounts, StoreChange, TimedFeature } from "../store/feature-store.ts";
import { bulkLoad } from "./bulk-load.ts";
import { copyFeatures, type MarkedFeature } from "./copy-features.ts";
import type { Database } from "./database.ts";
import { loadOf, loadsOf, noteLoad, type StoredLoad } from "./loads.ts";
import { keyOf, readRows, rowsOf, type Transaction } from "./rows.ts";
import type { ShapeNumbers } from "./shape-numbers.ts";

/** How one table is changed. */
export interface ChangedTable {
  readonly name: string;
  /** Whether it refuses a second feature of an id. */
  readonly hasUniqueIds: boolean;
  /** Runs work as one change, of which readers see all or nothing, after the one before it. */
  change<T>(work: ChangeWork<T>): Promise<T>;
  put(transaction: Transaction, features: readonly MarkedFeature[], pause: Pause): Promise<void>;
}

export type ChangeWork<T> = (transaction: Transaction) => Promise<[result: T, isChanged: boolean]>;

/** One table in one database: a change is a transaction. */
export function changedTable(database: Database, name: string): ChangedTable {
  const collections = `${database.schema}.collections`;
  const own = "WHERE name = $1::text";
  return {
    name,
    hasUniqueIds: true,
    change: (work) =>
      database.write(async (transaction) => {
        const run = (text: string) => rowsOf(transaction, text, [name]);
        // The version is locked first, so that changes come one after the other.
        await run(`SELECT version FROM ${collections} ${own} FOR UPDATE`);
        const [result, isChanged] = await work(transaction);
        if (isChanged) await run(`UPDATE ${collections} SET version = version + 1 ${own}`);
        return result;
      }),
    put: (transaction, features, pause) =>
      copyFeatures(transaction, `${database.schema}.${name}`, features, pause),
  };
}

/** The changes of one table. */
export class Changes {
  readonly #database: Database;
  readonly #target: ChangedTable;
  readonly #shapes: ShapeNumbers;
  readonly #pause: Pause;
  /** Whether the features given last were partly stored: then the next ones probably are, too. */
  #hasRepeats: boolean;

  constructor(database: Database, target: ChangedTable, shapes: ShapeNumbers, pause: Pause) {
    this.#database = database;
    this.#target = target;
    this.#shapes = shapes;
    this.#pause = pause;
    this.#hasRepeats = !target.hasUniqueIds;
  }

  load<T>(work: () => Promise<T>): Promise<T> {
    return bulkLoad(this.#database, this.#target.name, work);
  }

  async insert(features: readonly TimedFeature[], file?: string): Promise<number[]> {
    if (features.length === 0) return [];
    const shapes = await this.#shapes.of(features);
    const marked = features.map((feature, i) => ({ feature, shape: shapes[i]! }));
    if (!this.#hasRepeats) {
      try {
        return await this.#target.change((transaction) =>
          this.#insertUnknown(transaction, marked, file, none),
        );
      } catch (error) {
        // Where one is stored already, or cannot be stored, the next lines find out.
        const { code } = error as { code?: unknown };
        if (code !== undefined && code !== repeatedKey) throw error;
      }
    }
    const repeated = await this.#target.change((transaction) =>
      this.#insertUnknown(transaction, marked, file, this.#adopt),
    );
    this.#hasRepeats = repeated.length > 0 || !this.#target.hasUniqueIds;
    return repeated;
  }

  loads(): Promise<StoredLoad[]> {
    const { schema } = this.#database;
    return this.#database.readOwn((transaction) =>
      loadsOf(transaction, schema, this.#target.name, "NOT is_live"),
    );
  }

  /** Removes what came from a file; returns how many, undefined if no such file was loaded. */
  removeLoad(file: string): Promise<number | undefined> {
    return this.#target.change(async (transaction) => {
      const removed = await this.#removeLoad(transaction, file);
      return [removed, removed !== undefined && removed > 0];
    });
  }

  /** Runs work that inserts, instead of what came from a file: all of it is visible at once. */
  replaceLoad<T>(file: string, work: (target: ImportTarget) => Promise<T>): Promise<T> {
    return this.#target.change(async (transaction) => {
      await this.#removeLoad(transaction, file);
      const result = await work({
        batchLength: replacedBatchLength,
        insert: async (features) => {
          const shapes = await this.#shapes.of(features);
          const marked = features.map((feature, i) => ({ feature, shape: shapes[i]! }));
          const [known] = await this.#insertUnknown(transaction, marked, file, this.#adopt);
          return known;
        },
        find: async () => {
          const rows = await rowsOf<{ body: string }>(
            transaction,
            `SELECT body FROM ${this.#table}`,
          );
          return { features: rows.map(({ body }) => body) };
        },
      });
      return [result, true];
    });
  }

  async #removeLoad(transaction: Transaction, file: string): Promise<number | undefined> {
    const { schema } = this.#database;
    const load = await loadOf(transaction, schema, { file, table: this.#target.name });
    if (load === undefined) return undefined;
    const { count } = await transaction.unsafe(
      `DELETE FROM ${this.#table} WHERE load = $1::integer AND NOT is_live`,
      [load],
    );
    await transaction.unsafe(`DELETE FROM ${schema}.loads WHERE load = $1::integer`, [load]);
    return count;
  }

  /** @param knownOf gives those of the keys that are stored already */
  async #insertUnknown(
    transaction: Transaction,
    features: readonly Pick<MarkedFeature, "feature" | "shape">[],
    file: string | undefined,
    knownOf: KnownOf,
  ): Promise<[repeated: number[], isChanged: boolean]> {
    const { schema } = this.#database;
    const load =
      file === undefined
        ? null
        : await noteLoad(transaction, schema, { file, table: this.#target.name });
    const keys = features.map(({ feature }) => keyOf(feature.id));
    const known = await knownOf(transaction, keys, load);
    const repeated: number[] = [];
    const fresh: MarkedFeature[] = [];
    for (const [i, feature] of features.entries()) {
      if (known.has(keys[i]!)) repeated.push(i);
      else fresh.push({ ...feature, isLive: false, load });
      known.add(keys[i]!);
    }
    await this.#target.put(transaction, fresh, this.#pause);
    return [repeated, fresh.length > 0];
  }

  apply(change: StoreChange): Promise<ChangeCounts> {
    return this.#apply(change, false);
  }

  /** Features of a shipped list, instead of those of an earlier one; features of files stay. */
  async ship(features: readonly TimedFeature[]): Promise<void> {
    const shapes = await this.#shapes.of(features);
    const listed = new Map(features.map((feature, i) => [keyOf(feature.id), { feature, i }]));
    await this.#target.change(async (transaction) => {
      const stored = readRows<ShippedRow>(
        transaction,
        `SELECT id, is_live, body FROM ${this.#table} WHERE is_live OR id IN (${given})`,
        [JSON.stringify([...listed.keys()])],
        this.#pause,
      );
      const gone = new Set<string>();
      for await (const { id, is_live: isShipped, body } of stored) {
        const now = listed.get(id);
        if (!isShipped || (now && isSame(now.feature, body))) listed.delete(id);
        else gone.add(id);
      }
      if (gone.size > 0) await this.#remove(transaction, gone);
      const fresh = Array.from(listed.values(), ({ feature, i }) => ({
        feature,
        shape: shapes[i]!,
        isLive: true,
        load: null,
      }));
      await this.#target.put(transaction, fresh, this.#pause);
      return [undefined, gone.size + fresh.length > 0];
    });
  }

  /** Features that leave when they are too old. @param also part of the same transaction */
  async applyLive(
    change: StoreChange,
    also: (transaction: Transaction) => Promise<void>,
  ): Promise<void> {
    await this.#apply(change, true, also);
  }

  /** Removes the features that live feeds put there and that ended before, except for these ids. */
  async removeLive(epochMs: number, spared: ReadonlySet<string>): Promise<void> {
    await this.#removeBefore(
      epochMs,
      `AND is_live AND id NOT IN (SELECT jsonb_array_elements_text($2::text::jsonb))`,
      [JSON.stringify(Array.from(spared, keyOf))],
    );
  }

  removeBefore(epochMs: number): Promise<number> {
    return this.#removeBefore(epochMs);
  }

  async #apply(
    { put, remove }: StoreChange,
    isLive: boolean,
    also?: (transaction: Transaction) => Promise<void>,
  ): Promise<ChangeCounts> {
    const features = new Map(put.map((feature) => [keyOf(feature.id), feature]));
    const shapes = await this.#shapes.of([...features.values()]);
    const gone = new Set(remove.map(keyOf));
    for (const key of features.keys()) gone.delete(key);
    return this.#target.change(async (transaction) => {
      await also?.(transaction);
      const removed = await this.#remove(transaction, gone);
      const replaced = await this.#remove(transaction, features.keys());
      // What came from a file stays, whatever feeds say of it.
      const fromFiles = new Map(
        replaced.flatMap((row) => (row.is_live ? [] : [[row.id, row.load]])),
      );
      const marked = Array.from(features, ([key, feature], i) => ({
        feature,
        shape: shapes[i]!,
        isLive: isLive && !fromFiles.has(key),
        load: fromFiles.get(key) ?? null,
      }));
      await this.#target.put(transaction, marked, this.#pause);
      const counts = {
        added: features.size - replaced.length,
        replaced: replaced.length,
        removed: removed.length,
      };
      return [counts, features.size + removed.length > 0];
    });
  }

  #removeBefore(epochMs: number, condition = "", values: readonly string[] = []): Promise<number> {
    return this.#target.change(async (transaction) => {
      const { count } = await transaction.unsafe(
        `DELETE FROM ${this.#table} WHERE end_ms < $1::float8 ${condition}`,
        [epochMs, ...values],
      );
      return [count, count > 0];
    });
  }

  get #table(): string {
    return `${this.#database.schema}.${this.#target.name}`;
  }

  /**
   * Makes features of feeds ones of files, which stay; those of shipped lists, which have no time,
   * leave for the files' own. Returns the keys that are stored.
   */
  readonly #adopt: KnownOf = async (transaction, keys, load) => {
    const values = [JSON.stringify(keys)];
    const rows = await rowsOf<{ id: string; is_live: boolean; is_timed: boolean }>(
      transaction,
      `SELECT id, is_live, start_ms > '-Infinity' AS is_timed
        FROM ${this.#table} WHERE id IN (${given})`,
      values,
    );
    const shipped = new Set(rows.flatMap((row) => (row.is_live && !row.is_timed ? [row.id] : [])));
    if (shipped.size > 0) await this.#remove(transaction, shipped);
    if (rows.some((row) => row.is_live && row.is_timed)) {
      await rowsOf(
        transaction,
        `UPDATE ${this.#table} SET is_live = false, load = nullif($2::text, '')::integer
          WHERE is_live AND id IN (${given})`,
        [...values, String(load ?? "")],
      );
    }
    return new Set(rows.flatMap(({ id }) => (shipped.has(id) ? [] : [id])));
  };

  #remove(transaction: Transaction, keys: Iterable<string>): Promise<readonly RemovedRow[]> {
    return rowsOf(
      transaction,
      `DELETE FROM ${this.#table} WHERE id IN (${given}) RETURNING id, is_live, load`,
      [JSON.stringify([...keys])],
    );
  }
}

/** Of PostgreSQL; the end of COPY may fail without a code. */
const repeatedKey = "23505";

async function none(): Promise<Set<string>> {
  return new Set();
}

/** Whether a stored feature is one that is to be stored. */
function isSame({ geometry, properties }: TimedFeature, body: string): boolean {
  const stored = JSON.parse(body) as TimedFeature;
  return isDeepStrictEqual(
    [stored.geometry, stored.properties],
    JSON.parse(JSON.stringify([geometry, properties])),
  );
}

interface ShippedRow {
  readonly id: string;
  readonly is_live: boolean;
  readonly body: string;
}

interface RemovedRow {
  readonly id: string;
  readonly is_live: boolean;
  readonly load: number | null;
}

/** Those of the keys that are stored already. @param load of what is to be stored */
type KnownOf = (
  transaction: Transaction,
  keys: readonly string[],
  load: number | null,
) => Promise<Set<string>>;

/** Features of a file that are stored at once while it is replaced. */
const replacedBatchLength = 10_000;

const given = "SELECT jsonb_array_elements_text($1::text::jsonb)";
