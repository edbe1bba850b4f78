import { LRUCache } from "lru-cache";
import type { Selection } from "../store/feature-store.ts";

const maxCharacters = 1_000_000;
/** A filter may have an outline of megabytes. */
const maxKeyLength = 10_000;

/** How many features recent selections have, so that their further pages count none. */
export class KnownCounts {
  readonly #counts = new LRUCache<string, number>({
    maxSize: maxCharacters,
    maxEntrySize: maxKeyLength,
    sizeCalculation: (_, key) => key.length,
  });

  /** @param version of the features; a change of any makes a new one */
  of(version: string, { box, interval, filter }: Selection): KnownCount {
    const times = `${interval?.start}/${interval?.end}`;
    const key = JSON.stringify([version, box, times, filter]);
    return {
      value: this.#counts.get(key),
      remember: (count) => void this.#counts.set(key, count),
    };
  }
}

export interface KnownCount {
  readonly value: number | undefined;
  remember(count: number): void;
}
