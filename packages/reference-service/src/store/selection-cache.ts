const MAX_RANKS = 4_000_000;

/**
 * What the last selections matched, so that each further page costs only itself. Bounded by the
 * ranks it holds (16 MB); the longest unused go first.
 */
export class SelectionCache {
  #matches = new Map<string, Uint32Array>();
  #held = 0;

  get(key: string): Uint32Array | undefined {
    const matches = this.#matches.get(key);
    if (matches) {
      this.#matches.delete(key);
      this.#matches.set(key, matches);
    }
    return matches;
  }

  set(key: string, matches: Uint32Array): void {
    this.#matches.set(key, matches);
    this.#held += matches.length;
    for (const [oldest, ranks] of this.#matches) {
      if (this.#held <= MAX_RANKS) return;
      this.#matches.delete(oldest);
      this.#held -= ranks.length;
    }
  }

  clear(): void {
    this.#matches.clear();
    this.#held = 0;
  }
}
