import type { FeedRecord, Journal, JournalEntry } from "../values/journal.ts";
import { JournalError } from "./journal-error.ts";

/**
 * A journal of a process that keeps nothing on disk. It keeps records only: nobody else reads it,
 * and whoever commits has the features already.
 */
export function memoryJournal(): Journal {
  return new MemoryJournal();
}

class MemoryJournal implements Journal {
  readonly #records = new Map<string, FeedRecord>();
  #isLeased = false;

  async tryLease() {
    if (this.#isLeased) return null;
    this.#isLeased = true;
    return { lost: new AbortController().signal, release: () => this.close() };
  }

  async commit({ records }: JournalEntry) {
    this.#assertLeased();
    for (const [name, record] of Object.entries(records)) this.#records.set(name, record);
  }

  async *news() {}

  async records() {
    return new Map(this.#records);
  }

  async removeBefore() {
    this.#assertLeased();
  }

  async close() {
    this.#isLeased = false;
  }

  #assertLeased() {
    if (!this.#isLeased) throw new JournalError("not_leased", "Take the lease before you write.");
  }
}
