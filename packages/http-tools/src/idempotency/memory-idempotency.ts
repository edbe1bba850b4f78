import { LRUCache } from "lru-cache";
import type { IdempotencyStore, KeyedRequest } from "./idempotency-store.ts";

export interface MemoryLimits {
  /** How long an answer is kept; default a day. */
  readonly ttlMs?: number;
  /** How much memory all answers may take; the least recently used are dropped. Default 32 MB. */
  readonly maxBytes?: number;
}

const dayMs = 86_400_000;
const defaultMaxBytes = 32_000_000;
/** Headers, digests and the entry itself. */
const overheadBytes = 1000;

/** Remembers requests in the memory of this process. */
export class MemoryIdempotency implements IdempotencyStore {
  /** Requests that are being answered: as many as there are running calls. */
  readonly #running = new Map<string, KeyedRequest>();
  readonly #answered: LRUCache<string, Required<KeyedRequest>>;

  constructor({ ttlMs = dayMs, maxBytes = defaultMaxBytes }: MemoryLimits = {}) {
    this.#answered = new LRUCache({
      ttl: ttlMs,
      maxSize: maxBytes,
      sizeCalculation: ({ answer }) => answer.body.byteLength + overheadBytes,
    });
  }

  async claim(key: string, fingerprint: string): Promise<KeyedRequest | null> {
    const known = this.#running.get(key) ?? this.#answered.get(key);
    if (!known) this.#running.set(key, { fingerprint });
    return known ?? null;
  }

  async keep(key: string, request: Required<KeyedRequest>): Promise<void> {
    this.#running.delete(key);
    this.#answered.set(key, request);
  }

  async release(key: string): Promise<void> {
    this.#running.delete(key);
  }
}
