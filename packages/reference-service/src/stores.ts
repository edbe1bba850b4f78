import type { Turns } from "@emberline/turns";
import type { CollectionId } from "./collections.ts";
import type { StoreJournal } from "./live/store-journal.ts";
import type { StoreOptions } from "./options.ts";
import type { FeatureStore } from "./store/feature-store.ts";
import { MemoryStore } from "./store/memory-store.ts";
import type { NodeStatus } from "./store/node-status.ts";

export interface OpenStores {
  readonly stores: Record<CollectionId, FeatureStore>;
  /** Where live feeds keep what they read, if the stores are in a database. */
  readonly journal?: StoreJournal | undefined;
  /**
   * The nodes that have a part of the features; none unless tables are spread.
   * @throws {Problem} when the database is away (`database-away`)
   */
  nodes(): Promise<readonly NodeStatus[]>;
  close(): Promise<void>;
}

/**
 * The stores of all collections: in PostGIS if there are options, else in memory.
 * @throws {Error} when the database cannot be reached, or cannot be used
 */
export async function openStores(
  options: StoreOptions | undefined,
  { turns, maxSearchSeconds }: { turns: Pick<Turns, "pauseOf">; maxSearchSeconds: number },
): Promise<OpenStores> {
  if (options) {
    const { openPostgis } = await import("./postgis/open.ts");
    return openPostgis({ ...options, maxReadSeconds: maxSearchSeconds }, turns);
  }
  return {
    stores: {
      "svc:satellite-perimeters": new MemoryStore(turns),
      "svc:static-heat-sources": new MemoryStore(turns),
      "svc:hotspots": new MemoryStore(turns),
    },
    nodes: async () => [],
    async close() {},
  };
}
