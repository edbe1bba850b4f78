import type { FeedRecord, Journal, Layer } from "@emberline/feeds";
import type { FeedStatuses } from "../http/feed-statuses.ts";
import type { FeatureStore } from "../store/feature-store.ts";
import { isStoreJournal } from "../store/store-journal.ts";
import type { CollectionId } from "../values/collections.ts";
import { collectionOf, layers } from "../values/layers.ts";
import type { Retention } from "./retention.ts";

export interface FollowerOptions {
  readonly journal: Journal;
  readonly stores: Record<CollectionId, FeatureStore>;
  readonly statuses: FeedStatuses;
  readonly states: Map<string, unknown>;
  readonly retention: Retention;
}

/** Brings the stores to the state of a journal, which this or another process writes. */
export class JournalFollower {
  readonly #options: FollowerOptions;
  /** The newest commit that the stores have. */
  #sequence = 0;

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  /** Everything in the journal, into stores that have nothing of it. */
  async readFirst(): Promise<void> {
    await this.#readHead();
    for (const layer of layers) {
      for await (const batch of this.#options.journal.features(layer)) {
        await this.#storeOf(layer).apply({ put: [...batch], remove: [] });
      }
    }
  }

  /** Everything in the journal; features that it no longer has are removed. */
  async #readAgain(): Promise<void> {
    await this.#readHead();
    for (const layer of layers) {
      const present = new Set<string>();
      for await (const batch of this.#options.journal.features(layer)) {
        await this.#storeOf(layer).apply({ put: [...batch], remove: [] });
        for (const { id } of batch) present.add(id);
      }
      await this.#options.retention.keepOnly(layer, present);
    }
  }

  async #readHead(): Promise<void> {
    const { journal } = this.#options;
    // Before the features: a change that comes meanwhile is applied twice, which does no harm.
    this.#sequence = await journal.sequence();
    for (const [name, record] of await journal.records()) this.#takeRecord(name, record);
  }

  /** What was written since. */
  async catchUp(): Promise<void> {
    const { journal, retention } = this.#options;
    for await (const change of journal.changes(this.#sequence)) {
      if (change.kind === "reset") return this.#readAgain();
      if (change.kind === "removal") await retention.apply(change.layer, change.before);
      else {
        const { feed, layer, put, remove, record } = change.entry;
        if (!isStoreJournal(journal)) await this.#storeOf(layer).apply({ put: [...put], remove });
        this.#takeRecord(feed, record);
      }
      this.#sequence = change.sequence;
    }
  }

  /** This process committed and applied it itself. */
  skip(sequence: number): void {
    this.#sequence = sequence;
  }

  #storeOf(layer: Layer): FeatureStore {
    return this.#options.stores[collectionOf[layer]];
  }

  #takeRecord(name: string, { state, readAt }: FeedRecord): void {
    this.#options.states.set(name, state);
    this.#options.statuses.update(name, { readAt });
  }
}
