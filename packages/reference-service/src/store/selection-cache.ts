const maxBytes = 16_000_000;

/** Size of an entry in addition to its key and its parts. */
const entryBytes = 300;

/** Size of a part in addition to its ranks. */
const partBytes = 150;

/** The ranks that match, by number of the segment. */
export type Matches = ReadonlyMap<number, Uint32Array>;

/**
 * Results of recent selections, so that further pages search only what has changed. Limited by its
 * size in bytes, including keys and empty results; the least recently used entries are dropped
 * first.
 */
export class SelectionCache {
  #matches = new Map<string, Matches>();
  #bytes = 0;

  get(key: string): Matches | undefined {
    const matches = this.#matches.get(key);
    if (matches) {
      this.#matches.delete(key);
      this.#matches.set(key, matches);
    }
    return matches;
  }

  set(key: string, matches: Matches): void {
    this.#forget(key);
    this.#matches.set(key, matches);
    this.#bytes += bytesOf(key, matches);
    for (const oldest of this.#matches.keys()) {
      if (this.#bytes <= maxBytes) return;
      this.#forget(oldest);
    }
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
function bytesOf(key: string, matches: Matches): number {
  let bytes = 2 * key.length + entryBytes;
  for (const ranks of matches.values()) bytes += ranks.byteLength + partBytes;
  return bytes;
}
