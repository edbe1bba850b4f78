import type { Pause, Turns } from "@emberline/turns";
import type { CollectionId } from "../collections.ts";
import { collectionOf } from "../live/layers.ts";
import { Changes } from "./changes.ts";
import { Database, type DatabaseOptions } from "./database.ts";
import { DatabaseJournal } from "./database-journal.ts";
import { singleTable } from "./layout.ts";
import { migrate } from "./migrate.ts";
import { PostgisStore, type StoredTable } from "./postgis-store.ts";
import { ShapeNumbers } from "./shape-numbers.ts";
import { isSpread, openSpread } from "./spread/open-spread.ts";

/** The table of each collection. */
const tables = {
  "svc:satellite-perimeters": "satellite_perimeters",
  "svc:static-heat-sources": "static_heat_sources",
  "svc:hotspots": "hotspots",
} as const satisfies Record<CollectionId, string>;

/**
 * Connects to a database, creates or updates its tables, and opens the stores in them.
 * @throws {Error} when the database cannot be reached, or cannot be used
 */
export async function openPostgis(options: DatabaseOptions, turns: Pick<Turns, "pauseOf">) {
  const database = await Database.open(options);
  const shapes = new ShapeNumbers(database);
  const pause = turns.pauseOf(new AbortController().signal);
  let openTable: (name: string) => StoredTable;
  let isOverNodes: boolean;
  try {
    await migrate(database, Object.values(tables));
    isOverNodes = await isSpread(database, Object.values(tables));
    if (isOverNodes && options.replicaUrl !== undefined) throw new Error(noReplica);
    const openOne = isOverNodes ? openSpread : openSingle;
    openTable = (name) => openOne(database, name, shapes, pause);
  } catch (error) {
    await database.close();
    throw error;
  }
  const open = (name: string) => new PostgisStore(openTable(name), pause);
  const stores = {
    "svc:satellite-perimeters": open(tables["svc:satellite-perimeters"]),
    "svc:static-heat-sources": open(tables["svc:static-heat-sources"]),
    "svc:hotspots": open(tables["svc:hotspots"]),
  };
  return {
    stores,
    /** For live feeds, which tables over several nodes do not take. */
    journal: isOverNodes
      ? undefined
      : new DatabaseJournal(
          database,
          (layer) => new Changes(database, tables[collectionOf[layer]], shapes, pause),
        ),
    close: () => database.close(),
  };
}

const noReplica =
  "Tables over several nodes are read through their coordinator only: leave out the replica.";

function openSingle(
  database: Database,
  name: string,
  shapes: ShapeNumbers,
  pause: Pause,
): StoredTable {
  return {
    reads: database,
    name,
    layout: singleTable(database.schema, name),
    changes: new Changes(database, name, shapes, pause),
  };
}
