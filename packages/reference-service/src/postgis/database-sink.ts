import { randomUUID } from "node:crypto";
import {
  type FeedFeature,
  type FeedRecord,
  type JournalEntry,
  JournalError,
  type Layer,
  type Lease,
} from "@emberline/feeds";
import type { LiveSink } from "../store/feature-store.ts";
import type { Changes } from "./changes.ts";
import type { Database } from "./database.ts";
import { guarded } from "./faults.ts";
import { rowsOf } from "./rows.ts";
import type { Session, Transaction } from "./session.ts";

/** Any number that other programs are unlikely to use; the second part of the lock is the table. */
const lockNumber = 1_842_019;

interface RecordRow {
  readonly name: string;
  readonly state: string;
  readonly read_at: number | null;
  readonly revision: string;
}

/**
 * What feeds have read, in the database: features in the tables of the stores, and a record of each
 * feed. The right to write is a lock of a connection, which PostgreSQL releases when it ends.
 */
export class DatabaseSink implements LiveSink {
  readonly #database: Database;
  readonly #changesOf: (layer: Layer) => Changes;
  readonly #records = new Map<string, FeedRecord>();
  /** Of the newest record that was read. */
  #revision = 0;
  #session: Session | undefined;
  /** Of the lease that this process has; a process that lost it may not know yet. */
  #holder: string | undefined;

  constructor(database: Database, changesOf: (layer: Layer) => Changes) {
    this.#database = database;
    this.#changesOf = changesOf;
  }

  async tryLease(): Promise<Lease | null> {
    if (this.#holder !== undefined) return null;
    const lost = new AbortController();
    const session = this.#database.openSession(() => lost.abort());
    this.#session = session;
    const release = async () => {
      this.#holder = undefined;
      this.#session = undefined;
      await session.end();
    };
    try {
      const [row] = await guarded(() =>
        rowsOf<{ is_free: boolean }>(
          session,
          `SELECT pg_try_advisory_lock(${this.#lock}) AS is_free`,
        ),
      );
      if (row!.is_free) {
        const holder = randomUUID();
        await this.#database.write((transaction) =>
          rowsOf(transaction, `UPDATE ${this.#schema}.feed_reader SET holder = $1::text`, [holder]),
        );
        this.#holder = holder;
        return { lost: lost.signal, release };
      }
    } catch (error) {
      await release();
      throw error;
    }
    await release();
    return null;
  }

  async commit({ layer, put, remove, records }: JournalEntry): Promise<void> {
    await this.#changesOf(layer).applyLive({ put, remove }, async (transaction) => {
      await this.#assertLeased(transaction);
      for (const [name, { state, readAt }] of Object.entries(records))
        await rowsOf(
          transaction,
          `INSERT INTO ${this.#schema}.feeds AS old (name, layer, state, read_at, revision)
            SELECT $1::text, $2::text, $3::text, nullif($4::text, '')::float8, coalesce(max(revision), 0) + 1
              FROM ${this.#schema}.feeds
            ON CONFLICT (name) DO UPDATE SET layer = excluded.layer, state = excluded.state,
              read_at = excluded.read_at, revision = excluded.revision`,
          [name, layer, JSON.stringify(state ?? null), numberOrNull(readAt)],
        );
    });
  }

  /** The features are in the stores already; only records that changed since are read. */
  async catchUp(): Promise<ReadonlyMap<string, FeedRecord>> {
    const rows = await this.#database.readOwn((transaction) =>
      rowsOf<RecordRow>(
        transaction,
        `SELECT name, state, read_at, revision FROM ${this.#schema}.feeds
          WHERE revision > $1::float8 ORDER BY revision`,
        [this.#revision],
      ),
    );
    for (const { name, state, read_at: readAt, revision } of rows) {
      this.#records.set(name, { state: JSON.parse(state), readAt });
      this.#revision = Number(revision);
    }
    return this.#records;
  }

  async removeOld(layer: Layer, epochMs: number, listed: ReadonlySet<string>): Promise<void> {
    await this.#changesOf(layer).removeLive(epochMs, listed);
  }

  async ship(layer: Layer, features: readonly FeedFeature[]): Promise<void> {
    await this.#changesOf(layer).ship(features);
  }

  async close(): Promise<void> {
    this.#holder = undefined;
    await this.#session?.end();
  }

  get #schema(): string {
    return this.#database.schema;
  }

  get #lock(): string {
    return `${lockNumber}, '${this.#schema}.feed_reader'::regclass::oid::integer`;
  }

  /** Commits come one after the other, so that who follows finds them in their order. */
  async #assertLeased(transaction: Transaction): Promise<void> {
    const [row] = await rowsOf<{ holder: string }>(
      transaction,
      `SELECT holder FROM ${this.#schema}.feed_reader FOR UPDATE`,
    );
    if (this.#holder === undefined || row?.holder !== this.#holder) {
      throw new JournalError("not_leased", "Another process reads the feeds.");
    }
  }
}

/** `null` as an empty text, since places of values have no null. */
function numberOrNull(value: number | null): string {
  return value === null ? "" : String(value);
}
