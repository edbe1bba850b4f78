import type { Layer } from "@emberline/feeds";
import type { FeatureStore } from "../store/feature-store.ts";
import type { CollectionId } from "../values/collections.ts";
import { collectionOf, layers } from "../values/layers.ts";

const dayMs = 86_400_000;

type Stores = Record<CollectionId, FeatureStore>;

/** Static heat sources have no time. */
export function isInTime(layer: Layer): boolean {
  return layer !== "staticHeatSources";
}

/** Removes what is too old, except for features of the operator's data files. */
export class Retention {
  readonly #stores: Stores;
  readonly #days: number;
  readonly #fromFiles = new Map<Layer, ReadonlySet<string>>();

  private constructor(stores: Stores, days: number) {
    this.#stores = stores;
    this.#days = days;
  }

  /** Call it while the stores have only the features of data files. */
  static async over(stores: Stores, days: number): Promise<Retention> {
    const retention = new Retention(stores, days);
    for (const layer of layers.filter(isInTime)) {
      const ids = new Set<string>();
      for await (const { id } of stores[collectionOf[layer]].stored.during(always)) ids.add(id);
      retention.#fromFiles.set(layer, ids);
    }
    return retention;
  }

  /** For stores that know which features are of data files. */
  static knowing(stores: Stores, days: number): Retention {
    return new Retention(stores, days);
  }

  /** Epoch milliseconds: what ended before is too old. */
  limitAt(nowMs: number): number {
    return nowMs - this.#days * dayMs;
  }

  /** Removes what ended before, except for the ids of `listed`. */
  async apply(
    layer: Layer,
    limitMs: number,
    listed: ReadonlySet<string> = new Set(),
  ): Promise<void> {
    const store = this.#stores[collectionOf[layer]];
    const hasExceptions = listed.size > 0 || this.#fromFiles.get(layer)!.size > 0;
    if (!hasExceptions) return void (await store.removeBefore(limitMs));
    const old = await this.idsBefore(layer, limitMs, listed);
    if (old.length > 0) await store.apply({ put: [], remove: old });
  }

  /** What ended before, except for the ids of `listed`. */
  async idsBefore(layer: Layer, limitMs: number, listed: ReadonlySet<string>): Promise<string[]> {
    const fromFiles = this.#fromFiles.get(layer);
    const old: string[] = [];
    const { stored } = this.#stores[collectionOf[layer]];
    for await (const { id, time } of stored.during({ ...always, end: limitMs })) {
      const isKept = fromFiles?.has(id) || listed.has(id);
      if (!isKept && time && time.end < limitMs) old.push(id);
    }
    return old;
  }

  /** Removes the features with a time that are not in the list. */
  async keepOnly(layer: Layer, ids: ReadonlySet<string>): Promise<void> {
    const store = this.#stores[collectionOf[layer]];
    const fromFiles = this.#fromFiles.get(layer);
    const gone: string[] = [];
    for await (const { id } of store.stored.during(always)) {
      if (!ids.has(id) && !fromFiles?.has(id)) gone.push(id);
    }
    if (gone.length > 0) await store.apply({ put: [], remove: gone });
  }
}

const always = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };
