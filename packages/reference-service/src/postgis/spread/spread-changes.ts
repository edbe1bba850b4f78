import { extentOf } from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import type { LimitFunction } from "p-limit";
import type { ChangeCounts, StoreChange, TimedFeature } from "../../store/feature-store.ts";
import { copyLines } from "../copy-features.ts";
import type { Database } from "../database.ts";
import { tooSlow } from "../faults.ts";
import { copiedColumns, featureLine } from "../feature-line.ts";
import { keyOf, rowsOf, type Transaction } from "../rows.ts";
import type { ShapeNumbers } from "../shape-numbers.ts";
import { cellOf, type OffGrid } from "./cells.ts";
import { holdReadersOff, lockChanges } from "./locks.ts";
import type { Nodes } from "./nodes.ts";
import { withinMs } from "./time-limit.ts";
import type { Removal, Unfinished } from "./unfinished.ts";

/** Ids that one statement names. */
const maxIds = 5000;

const nothing: Removal = { gone: [], beforeMs: -Infinity };

/** What the tables of a database share. */
export interface SpreadWork {
  readonly nodes: Nodes;
  /** A change takes three connections: several at once could wait for each other's. */
  readonly turn: LimitFunction;
}

/** What else a change has. */
interface Extra {
  /** Keys of features that leave when they are too old. */
  readonly live?: ReadonlySet<string>;
  /** Part of the transaction of the change. */
  also?(transaction: Transaction): Promise<void>;
}

/**
 * Changes of a spread table, one after the other. Nodes commit one by one, so that a failure can
 * leave a change on some of them: its features wait on the coordinator until all have it, and
 * whoever comes next puts them again.
 */
export class SpreadChanges {
  readonly #database: Database;
  readonly #name: string;
  readonly #table: string;
  readonly #shapes: ShapeNumbers;
  readonly #unfinished: Unfinished;
  readonly #nodes: Nodes;
  readonly #pause: Pause;
  readonly #turn: LimitFunction;

  /** @param pause is called between parts of the work */
  constructor(
    database: Database,
    name: string,
    shapes: ShapeNumbers,
    { unfinished, nodes, turn }: SpreadWork & { readonly unfinished: Unfinished },
    pause: Pause,
  ) {
    this.#database = database;
    this.#name = name;
    this.#table = `${database.schema}.${name}`;
    this.#shapes = shapes;
    this.#unfinished = unfinished;
    this.#nodes = nodes;
    this.#turn = turn;
    this.#pause = pause;
  }

  load<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  /** Features of a shipped list that are not stored yet: those of an earlier one do not change. */
  async ship(features: readonly TimedFeature[]): Promise<void> {
    await this.insert(features);
  }

  async insert(features: readonly TimedFeature[]): Promise<number[]> {
    if (features.length === 0) return [];
    const first = new Map<string, TimedFeature>();
    for (const feature of features) {
      if (!first.has(keyOf(feature.id))) first.set(keyOf(feature.id), feature);
    }
    const keys = [...first.keys()];
    const fresh = await this.#change(async (signal) => {
      const known = await this.#write((transaction) =>
        this.#withIds(
          transaction,
          keys,
          (ids) => `SELECT id FROM ${this.#table} WHERE id = ${ids}`,
        ),
      );
      for (const key of known) first.delete(key);
      if (first.size > 0) await this.#perform([...first.values()], nothing, signal);
      return new Set(first.keys());
    });
    return features.flatMap(({ id }, i) => (fresh.delete(keyOf(id)) ? [] : [i]));
  }

  async apply({ put, remove }: StoreChange): Promise<ChangeCounts> {
    const features = new Map(put.map((feature) => [keyOf(feature.id), feature]));
    const gone = remove.map(keyOf).filter((key) => !features.has(key));
    if (features.size + gone.length === 0) return { added: 0, replaced: 0, removed: 0 };
    const { keys } = await this.#change((signal) =>
      this.#perform([...features.values()], { ...nothing, gone }, signal),
    );
    const replaced = keys.filter((key) => features.has(key)).length;
    return { added: features.size - replaced, replaced, removed: keys.length - replaced };
  }

  /**
   * Puts and removes features of a live feed. If nodes fail while they commit, `also` is undone,
   * and the change is completed without it: the feed reads the same again.
   */
  async applyLive(
    { put, remove }: StoreChange,
    also: (transaction: Transaction) => Promise<void>,
  ): Promise<void> {
    const features = new Map(put.map((feature) => [keyOf(feature.id), feature]));
    const gone = remove.map(keyOf).filter((key) => !features.has(key));
    if (features.size + gone.length === 0) {
      await this.#write(also);
      return;
    }
    await this.#change(async (signal) => {
      const live = new Set(features.keys());
      const fromFiles = (ids: string) =>
        `SELECT id FROM ${this.#table} WHERE NOT is_live AND id = ${ids}`;
      const kept = await this.#write((transaction) =>
        this.#withIds(transaction, [...live], fromFiles),
      );
      // What came from a file stays, whatever feeds say of it.
      for (const key of kept) live.delete(key);
      await this.#perform([...features.values()], { ...nothing, gone }, signal, { live, also });
    });
  }

  /** Removes the features that live feeds put there and that ended before, except for these ids. */
  async removeLive(epochMs: number, spared: ReadonlySet<string>): Promise<void> {
    const keys = new Set(Array.from(spared, keyOf));
    await this.#change(async (signal) => {
      const old = await this.#write((transaction) =>
        rowsOf<{ id: string }>(
          transaction,
          `SELECT id FROM ${this.#table} WHERE is_live AND end_ms < $1::float8`,
          [epochMs],
        ),
      );
      const gone = old.flatMap(({ id }) => (keys.has(id) ? [] : [id]));
      if (gone.length > 0) await this.#perform([], { ...nothing, gone }, signal);
    });
  }

  async removeBefore(epochMs: number): Promise<number> {
    const { ended } = await this.#change((signal) =>
      this.#perform([], { ...nothing, beforeMs: epochMs }, signal),
    );
    return ended;
  }

  /** Completes a change that some nodes have and others do not. */
  finish(): Promise<void> {
    return this.#change(async () => {});
  }

  #change<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.#turn(() =>
      this.#nodes.naming(() => {
        const ending = new AbortController();
        const late = () => {
          ending.abort(tooSlow());
          return ending.signal.reason as Error;
        };
        return withinMs(this.#database.maxChangeMs, late, this.#locked(work, ending.signal));
      }),
    );
  }

  #locked<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#write(async (holding) => {
      await lockChanges(holding, this.#table);
      const removal = await this.#unfinished.removal(holding);
      if (removal) {
        await this.#write(async (transaction) => {
          await this.#putIncoming(transaction, removal);
          await this.#nodes.stamp(transaction, this.#name);
          await holdReadersOff(transaction, this.#table);
          await this.#unfinished.clear(transaction);
        });
      }
      return work(signal);
    });
  }

  async #perform(
    features: readonly TimedFeature[],
    removal: Removal,
    signal: AbortSignal,
    { live, also }: Extra = {},
  ) {
    const off = await this.#keep(features, live);
    return this.#write(async (transaction) => {
      await also?.(transaction);
      const removed = await this.#putIncoming(transaction, removal);
      if (removed.keys.length + removed.ended + features.length === 0) return removed;
      await this.#nodes.stamp(transaction, this.#name);
      await holdReadersOff(transaction, this.#table);
      // Whoever asked for it was told that it failed.
      signal.throwIfAborted();
      await this.#write((other) => this.#unfinished.mark(other, removal, off));
      await this.#unfinished.clear(transaction);
      return removed;
    });
  }

  #write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#database.write(async (transaction) => {
      await transaction.unsafe(`SET LOCAL statement_timeout = ${this.#database.maxChangeMs}`);
      return work(transaction);
    });
  }

  /** Keeps the features of a change on the coordinator, for as long as it may be unfinished. */
  async #keep(
    features: readonly TimedFeature[],
    live: ReadonlySet<string> = new Set(),
  ): Promise<OffGrid> {
    const shapes = await this.#shapes.of(features);
    const places = features.map(({ time, geometry }) =>
      cellOf(time, (geometry && extentOf(geometry)) ?? undefined),
    );
    const lines = features.map((feature, i) => {
      const isLive = live.has(keyOf(feature.id));
      const line = featureLine(feature, { shape: shapes[i]!, isLive });
      return `${places[i]!.cell}\t${line}`;
    });
    const target = `${this.#table}_incoming (cell, ${copiedColumns})`;
    await this.#write(async (transaction) => {
      await transaction.unsafe(`TRUNCATE ${this.#table}_incoming`);
      await copyLines(transaction, target, lines, this.#pause);
    });
    return {
      hasUndated: places.some(({ hasUndated }) => hasUndated),
      hasUnplaced: places.some(({ hasUnplaced }) => hasUnplaced),
    };
  }

  /** Gives the same table however often it is done. */
  async #putIncoming(transaction: Transaction, { gone, beforeMs }: Removal) {
    const incoming = await rowsOf<{ id: string }>(
      transaction,
      `SELECT id FROM ${this.#table}_incoming`,
    );
    const named = [...incoming.map(({ id }) => id), ...gone];
    const keys = await this.#withIds(
      transaction,
      named,
      (ids) => `DELETE FROM ${this.#table} WHERE id = ${ids} RETURNING id`,
    );
    let ended = 0;
    if (beforeMs > -Infinity) {
      const removed = await transaction.unsafe(
        `DELETE FROM ${this.#table} WHERE end_ms < $1::float8`,
        [beforeMs],
      );
      ended = removed.count;
    }
    if (incoming.length > 0) {
      const columns = `cell, ${copiedColumns}`;
      await transaction.unsafe(
        `INSERT INTO ${this.#table} (${columns}) SELECT ${columns} FROM ${this.#table}_incoming`,
      );
    }
    return { keys, ended };
  }

  /** @param statement receives the condition for some ids, and gives rows of ids */
  async #withIds(
    transaction: Transaction,
    keys: readonly string[],
    statement: (ids: string) => string,
  ): Promise<string[]> {
    const found: string[] = [];
    for (let i = 0; i < keys.length; i += maxIds) {
      const rows = await transaction.unsafe<{ id: string }[]>(statement("ANY ($1::text[])"), [
        arrayText(keys.slice(i, i + maxIds)),
      ]);
      for (const { id } of rows) found.push(id);
    }
    return found;
  }
}

/** An array of texts as PostgreSQL writes it. */
function arrayText(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/[\\"]/g, "\\$&")}"`).join(",")}}`;
}
