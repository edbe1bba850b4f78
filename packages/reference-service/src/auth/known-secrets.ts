import { createHmac, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";

const maxSeen = 10_000;

/**
 * Pairs of id and secret known to be valid: configured ones, and those checked before. Recognizing
 * one takes no hashing, so wrong secrets of others cannot block it. Kept as digests keyed by this
 * process.
 */
export class KnownSecrets {
  #key = randomBytes(32);
  #configured: ReadonlySet<string>;
  #seen = new LRUCache<string, true>({ max: maxSeen });

  constructor(configured: readonly { id: string; secret: string }[]) {
    this.#configured = new Set(configured.map(({ id, secret }) => this.#digest(id, secret)));
  }

  has(id: string, secret: string): boolean {
    const digest = this.#digest(id, secret);
    return this.#configured.has(digest) || this.#seen.get(digest) === true;
  }

  add(id: string, secret: string): void {
    this.#seen.set(this.#digest(id, secret), true);
  }

  #digest(id: string, secret: string): string {
    const text = JSON.stringify([id, secret]);
    return createHmac("sha256", this.#key).update(text).digest("base64");
  }
}
