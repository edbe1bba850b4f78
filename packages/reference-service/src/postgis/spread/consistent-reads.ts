import type { Pause } from "@emberline/turns";
import type { Database, Reading, Reads } from "../database.ts";
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
 * would see it on some nodes only: a reading counts if there was no commit since a state that was
 * known before it, however long before; else it is repeated, then under a lock that holds commits
 * off, and after that only once all nodes have committed.
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

  read<T>(work: Reading<T>, pause?: Pause): Promise<T> {
    return this.#nodes.naming(() => this.#read(work, pause));
  }

  async #read<T>(work: Reading<T>, pause: Pause | undefined): Promise<T> {
    const attempt = () =>
      this.#inTime(
        this.#database.readStatements((session) => this.#unlessChanged(session, work), pause),
      );
    let outcome = await attempt();
    // By now the state is known as of now.
    if (outcome === "changed") outcome = await attempt();
    if (outcome === "changed") outcome = await this.#undisturbed(work, pause);
    if (typeof outcome === "object") return outcome.value;
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
      const first = await this.#nodes.naming(() => this.#undisturbed(() => rows.next(), undefined));
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

  /** Even if the coordinator waits for a node that hangs. */
  #inTime<T>(reading: Promise<T>): Promise<T> {
    return withinMs(this.#database.maxReadMs + graceMs, tooSlow, reading);
  }

  async #unlessChanged<T>(session: Transaction, work: Reading<T>): Promise<Outcome<T>> {
    const { version, isUnfinished } = await this.#changes.knownState(session);
    if (isUnfinished) return "unfinished";
    const [done] = await Promise.allSettled([work(session, version)]);
    const isFailed = done.status === "rejected";
    if (isFailed && !session.isOpen) throw done.reason;
    const after = await this.#changes.state(session);
    if (after.isUnfinished || after.version !== version) return "changed";
    // A property that a filter names may have come with a change.
    if (isFailed) throw done.reason;
    return { value: done.value };
  }

  #undisturbed<T>(work: Reading<T>, pause: Pause | undefined): Promise<Outcome<T>> {
    const reading = this.#database.readCommitted(async (transaction): Promise<Outcome<T>> => {
      await holdCommitsOff(transaction, `${this.schema}.${this.#name}`);
      const { version, isUnfinished } = await this.#changes.state(transaction);
      return isUnfinished ? "unfinished" : { value: await work(transaction, version) };
    }, pause);
    return this.#inTime(reading);
  }
}
