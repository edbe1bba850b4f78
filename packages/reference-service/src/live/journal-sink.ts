import type {
  FeedFeature,
  FeedRecord,
  Journal,
  JournalEntry,
  Layer,
  Lease,
} from "@emberline/feeds";
import type { FeatureStore, LiveSink } from "../store/feature-store.ts";
import { type CollectionId, collectionOf, layers } from "../values/collections.ts";

type Stores = Record<CollectionId, FeatureStore>;

const always = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };

/** Stores in memory, and a journal of what feeds have put into them. */
export class JournalSink implements LiveSink {
  readonly #journal: Journal;
  readonly #stores: Stores;
  /** Features of the operator's data files, which stay. */
  readonly #fromFiles: ReadonlyMap<Layer, ReadonlySet<string>>;
  #lease: Lease | null = null;

  private constructor(
    journal: Journal,
    stores: Stores,
    fromFiles: ReadonlyMap<Layer, ReadonlySet<string>>,
  ) {
    this.#journal = journal;
    this.#stores = stores;
    this.#fromFiles = fromFiles;
  }

  /** Call it while the stores have only the features of data files. */
  static async over(journal: Journal, stores: Stores): Promise<JournalSink> {
    const fromFiles = new Map<Layer, ReadonlySet<string>>();
    for (const layer of layers) {
      const ids = new Set<string>();
      for await (const { id } of stores[collectionOf[layer]].stored.during(always)) ids.add(id);
      fromFiles.set(layer, ids);
    }
    return new JournalSink(journal, stores, fromFiles);
  }

  async tryLease(): Promise<Lease | null> {
    this.#lease = await this.#journal.tryLease();
    return this.#lease;
  }

  async commit(entry: JournalEntry): Promise<void> {
    await this.#journal.commit(entry);
    await this.#apply(entry);
  }

  async catchUp(): Promise<ReadonlyMap<string, FeedRecord>> {
    const anew = new Map<Layer, Set<string>>();
    for await (const { isAnew = false, ...change } of this.#journal.news()) {
      const { layer, put, remove } = change;
      if (isAnew) anew.set(layer, new Set());
      const present = anew.get(layer);
      for (const id of remove) present?.delete(id);
      for (const { id } of put) present?.add(id);
      await this.#apply(change);
    }
    for (const [layer, present] of anew) await this.#removeOthers(layer, present);
    return this.#journal.records();
  }

  /** Features of files stay as they are. */
  async ship(layer: Layer, features: readonly FeedFeature[]): Promise<void> {
    await this.#stores[collectionOf[layer]].insert(features);
  }

  async removeOld(layer: Layer, epochMs: number, listed: ReadonlySet<string>): Promise<void> {
    const store = this.#stores[collectionOf[layer]];
    const fromFiles = this.#fromFiles.get(layer)!;
    if (listed.size === 0 && fromFiles.size === 0) await store.removeBefore(epochMs);
    else await this.#removeOthers(layer, listed, epochMs);
    if (this.#lease === null || this.#lease.lost.aborted) return;
    await this.#journal.removeBefore(layer, epochMs, async () => {
      const kept: FeedFeature[] = [];
      const { stored } = store;
      for (const id of listed) {
        const feature = await stored.get(id);
        if (feature && !fromFiles.has(id)) kept.push(feature);
      }
      return kept;
    });
  }

  /** Removes features of feeds that ended before, except for these ids. */
  async #removeOthers(layer: Layer, kept: ReadonlySet<string>, epochMs = always.end) {
    const store = this.#stores[collectionOf[layer]];
    const fromFiles = this.#fromFiles.get(layer)!;
    const remove: string[] = [];
    for await (const { id, time } of store.stored.during({ ...always, end: epochMs }))
      if (time && time.end < epochMs && !fromFiles.has(id) && !kept.has(id)) remove.push(id);
    if (remove.length > 0) await store.apply({ put: [], remove });
  }

  async close(): Promise<void> {
    await this.#journal.close();
  }

  async #apply({ layer, put, remove }: Pick<JournalEntry, "layer" | "put" | "remove">) {
    await this.#stores[collectionOf[layer]].apply({ put: [...put], remove });
  }
}
