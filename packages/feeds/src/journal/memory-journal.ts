import type { FeedRecord, Journal, JournalEntry } from "../values/journal.ts";
import { JournalError } from "./journal-error.ts";

/**
 * A journal of a process that keeps nothing on disk. It keeps records and numbers only: nobody
 * else reads it, and whoever commits has the features already.
 */
export function memoryJournal(): Journal {
  return new MemoryJournal();
}

class MemoryJournal implements Journal {
  #records = new Map<string, FeedRecord>();
  #sequence = 0;
  #isLeased = false;

  async tryLease() {
    if (this.#isLeased) return null;
    this.#isLeased = true;
    const release = async () => {
      this.#isLeased = false;
    };
    return { lost: new AbortController().signal, release };
  }

  async commit({ feed, record }: JournalEntry) {
    this.#assertLeased();
    this.#records.set(feed, record);
    return ++this.#sequence;
  }

  async *features() {}

  async records() {
    return new Map(this.#records);
  }

  async sequence() {
    return this.#sequence;
  }

  async *changes() {}

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
