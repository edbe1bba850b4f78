const maxBytes = 16_000_000;

/** Size of an entry in addition to its key and ranks. */
const entryBytes = 300;

/**
 * Results of recent selections, so that further pages need no search. Limited by its size in bytes,
 * including keys and empty results; the least recently used entries are dropped first.
 */
export class SelectionCache {
  #matches = new Map<string, Uint32Array>();
  #bytes = 0;

  get(key: string): Uint32Array | undefined {
    const matches = this.#matches.get(key);
    if (matches) {
      this.#matches.delete(key);
      this.#matches.set(key, matches);
    }
    return matches;
  }

  set(key: string, matches: Uint32Array): void {
    this.#forget(key);
    this.#matches.set(key, matches);
    this.#bytes += bytesOf(key, matches);
    for (const oldest of this.#matches.keys()) {
      if (this.#bytes <= maxBytes) return;
      this.#forget(oldest);
    }
  }

  clear(): void {
    this.#matches.clear();
    this.#bytes = 0;
  }

  /** Current size. */
  get bytes(): number {
    return this.#bytes;
  }

  #forget(key: string): void {
    const matches = this.#matches.get(key);
    if (!matches) return;
    this.#matches.delete(key);
    this.#bytes -= bytesOf(key, matches);
  }
}

/** A character of a key takes two bytes at most. */
function bytesOf(key: string, matches: Uint32Array): number {
  return 2 * key.length + matches.byteLength + entryBytes;
}
