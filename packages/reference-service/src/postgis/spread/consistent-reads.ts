import type { Pause } from "@emberline/turns";
import type { Database, Reads } from "../database.ts";
import { tooSlow } from "../faults.ts";
import type { Transaction } from "../rows.ts";
import { holdCommitsOff } from "./locks.ts";
import type { MarkedChanges } from "./marked-changes.ts";
import type { Nodes } from "./nodes.ts";
import { withinMs } from "./time-limit.ts";

/** What the database has to report the end of its own time limit. */
const graceMs = 1000;

/** What a reading found, or why it does not count. */
type Outcome<T> = { readonly value: T } | "changed" | "unfinished";

/**
 * Reads of a spread table. Nodes commit a change one after the other, so that a reader in between
 * would see it on some nodes only: a reading counts if there was no commit meanwhile; else it is
 * repeated under a lock that holds commits off, and after that only once all nodes have committed.
 */
export class ConsistentReads implements Reads {
  readonly schema: string;
  readonly #database: Database;
  readonly #name: string;
  readonly #changes: MarkedChanges;
  readonly #nodes: Nodes;

  constructor(database: Database, name: string, changes: MarkedChanges, nodes: Nodes) {
    this.schema = database.schema;
    this.#database = database;
    this.#name = name;
    this.#changes = changes;
    this.#nodes = nodes;
  }

  read<T>(work: (transaction: Transaction) => Promise<T>, pause?: Pause): Promise<T> {
    return this.#nodes.naming(() => this.#read(work, pause));
  }

  async #read<T>(
    work: (transaction: Transaction) => Promise<T>,
    pause: Pause | undefined,
  ): Promise<T> {
    const first = await this.#attempt(
      (transaction) => this.#unlessChanged(transaction, work),
      pause,
    );
    if (typeof first === "object") return first.value;
    if (first === "changed") {
      const second = await this.#attempt(
        (transaction) => this.#undisturbed(transaction, () => work(transaction)),
        pause,
      );
      if (typeof second === "object") return second.value;
    }
    await this.#changes.complete();
    return this.#read(work, pause);
  }

  readOwn<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.read(work);
  }

  /** By the first row, every node has opened its part, and shows no later change. */
  async *streamOwn<T>(work: (transaction: Transaction) => AsyncIterable<T>): AsyncGenerator<T> {
    const rows = this.#database.streamOwn(work);
    try {
      const first = await this.#nodes.naming(() =>
        this.#attempt((transaction) => this.#undisturbed(transaction, () => rows.next())),
      );
      if (typeof first !== "object") {
        await this.#changes.complete();
        yield* this.streamOwn(work);
        return;
      }
      if (first.value.done) return;
      yield first.value.value;
      yield* rows;
    } finally {
      await rows.return(undefined);
    }
  }

  /** In time, even if the coordinator waits for a node that hangs. */
  #attempt<T>(work: (transaction: Transaction) => Promise<T>, pause?: Pause): Promise<T> {
    const reading = this.#database.readCommitted(work, pause);
    return withinMs(this.#database.maxReadMs + graceMs, tooSlow, reading);
  }

  async #unlessChanged<T>(
    transaction: Transaction,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<Outcome<T>> {
    const before = await this.#changes.state(transaction);
    if (before.isUnfinished) return "unfinished";
    const value = await work(transaction);
    const after = await this.#changes.state(transaction);
    return after.isUnfinished || after.version !== before.version ? "changed" : { value };
  }

  async #undisturbed<T>(transaction: Transaction, work: () => Promise<T>): Promise<Outcome<T>> {
    await holdCommitsOff(transaction, `${this.schema}.${this.#name}`);
    const { isUnfinished } = await this.#changes.state(transaction);
    return isUnfinished ? "unfinished" : { value: await work() };
  }
}
