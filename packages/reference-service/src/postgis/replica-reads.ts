import { Problem } from "../values/problems.ts";
import { guarded, isAway, isConflict, isRefusal } from "./faults.ts";
import type { Pool } from "./pool.ts";
import { rowsOf } from "./rows.ts";
import type { Transaction } from "./session.ts";

export type Begin = <T>(server: Pool, work: (transaction: Transaction) => Promise<T>) => Promise<T>;

/** A replica that could not be reached is left alone for so long. */
const restMs = 5000;

/** The versions of collections, by name. */
type Versions = ReadonlyMap<string, number>;

/**
 * Chooses the server of each reading: the replica, or the primary while the replica is away, or
 * lacks a change that this process has made or read. So no reading goes back behind another.
 */
export class ReplicaReads {
  readonly #schema: string;
  readonly #primary: Pool;
  readonly #replica: Pool;
  /** Versions that the replica may lack. */
  #known: Versions = new Map();
  #restsUntil = 0;

  constructor(schema: string, primary: Pool, replica: Pool) {
    this.#schema = schema;
    this.#primary = primary;
    this.#replica = replica;
  }

  /** @throws {Error} when the replica answers, and refuses the connection */
  async check(): Promise<void> {
    try {
      await guarded(() => this.#replica.transaction("READ ONLY", async () => {}));
    } catch (error) {
      if (error instanceof Problem) return;
      throw new Error(`The replica of the store cannot be used: ${(error as Error).message}`);
    }
  }

  async read<T>(begin: Begin, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    if (performance.now() >= this.#restsUntil) {
      try {
        return await begin(this.#replica, async (transaction) => {
          await this.#assertCurrent(transaction);
          return work(transaction);
        });
      } catch (error) {
        if (!(error instanceof Behind)) {
          if (isAway(error) || isRefusal(error)) this.#restsUntil = performance.now() + restMs;
          else if (!isConflict(error)) throw error;
        }
      }
    }
    return this.onPrimary((versioned) => begin(this.#primary, versioned), work);
  }

  /** Work on the primary: what it sees, and its change, later readings see as well. */
  async onPrimary<T>(
    begin: (work: (transaction: Transaction) => Promise<T>) => Promise<T>,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    let versions: Versions = new Map();
    const result = await begin(async (transaction) => {
      const found = await work(transaction);
      versions = await this.#versionsIn(transaction);
      return found;
    });
    const known = new Map(this.#known);
    for (const [name, version] of versions) {
      known.set(name, Math.max(version, known.get(name) ?? 0));
    }
    this.#known = known;
    return result;
  }

  /** @throws {Behind} when the replica lacks a change */
  async #assertCurrent(transaction: Transaction): Promise<void> {
    const known = this.#known;
    if (known.size === 0) return;
    const has = await this.#versionsIn(transaction).catch((error) => {
      throw isMissing(error) ? new Behind() : error;
    });
    for (const [name, version] of known) {
      if (!((has.get(name) ?? -1) >= version)) throw new Behind();
    }
    if (this.#known === known) this.#known = new Map();
  }

  async #versionsIn(transaction: Transaction): Promise<Versions> {
    const rows = await rowsOf<{ name: string; version: string }>(
      transaction,
      `SELECT name, version FROM ${this.#schema}.collections`,
    );
    return new Map(rows.map(({ name, version }) => [name, Number(version)]));
  }
}

class Behind extends Error {}

/** The replica does not have the tables yet. */
function isMissing(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === "42P01" || code === "3F000";
}
