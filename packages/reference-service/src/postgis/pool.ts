import pLimit, { type LimitFunction } from "p-limit";
import { type Connect, Session, type Transaction } from "./session.ts";

const maxConnections = 10;
/** Older connections are replaced, since a server's memory for one grows. */
const maxAgeMs = 30 * 60_000;

/** Connections of one kind, each for one transaction at a time. */
export class Pool {
  readonly #connect: Connect;
  readonly #limit: LimitFunction = pLimit(maxConnections);
  readonly #all = new Set<Session>();
  readonly #free = new Set<Session>();

  constructor(connect: Connect) {
    this.#connect = connect;
  }

  /**
   * Runs work in a transaction.
   * @param mode after `BEGIN`, such as `READ ONLY`; null for no transaction
   * @param maxMs beyond it the server is taken to hang, and the connection ends
   */
  transaction<T>(
    mode: string | null,
    work: (transaction: Transaction) => Promise<T>,
    maxMs?: number,
  ): Promise<T> {
    return this.#limit(async () => {
      const session = this.#take();
      const timer = maxMs === undefined ? undefined : setTimeout(() => session.close(), maxMs);
      try {
        return await (mode === null ? session.statements(work) : session.transaction(mode, work));
      } finally {
        clearTimeout(timer);
        this.#giveBack(session);
      }
    });
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#all, (session) => session.end()));
  }

  #take(): Session {
    const [free] = this.#free;
    if (free) {
      this.#free.delete(free);
      return free;
    }
    const session: Session = new Session(this.#connect, () => {
      this.#all.delete(session);
      this.#free.delete(session);
    });
    this.#all.add(session);
    return session;
  }

  #giveBack(session: Session): void {
    if (!session.isOpen) return;
    if (performance.now() - session.openedAtMs > maxAgeMs) void session.close();
    else this.#free.add(session);
  }
}
