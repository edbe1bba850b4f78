import type { Pause, Turns } from "@emberline/turns";
import { Changes } from "../postgis/changes.ts";
import { Database, type DatabaseOptions } from "../postgis/database.ts";
import { DatabaseSink, type LiveChanges } from "../postgis/database-sink.ts";
import { filedInterval } from "../postgis/filed-interval.ts";
import { singleTable } from "../postgis/layout.ts";
import { migrate } from "../postgis/migrate.ts";
import { PostgisStore, type StoredTable } from "../postgis/postgis-store.ts";
import { rowsOf } from "../postgis/rows.ts";
import { ShapeNumbers } from "../postgis/shape-numbers.ts";
import { Nodes } from "../postgis/spread/nodes.ts";
import { isSpread, spreadOpener } from "../postgis/spread/open-spread.ts";
import { type CollectionId, collectionOf } from "../values/collections.ts";

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
  let openTable: (name: string) => LiveTable;
  let nodes: Nodes | undefined;
  try {
    await migrate(database, Object.values(tables));
    if (await isSpread(database, Object.values(tables))) {
      if (options.replicaUrl !== undefined) throw new Error(noReplica);
      nodes = new Nodes(database);
      openTable = spreadOpener(database, nodes, shapes, pause);
    } else {
      openTable = (name) => openSingle(database, name, shapes, pause);
    }
  } catch (error) {
    await database.close();
    throw error;
  }
  const opened = {
    "svc:satellite-perimeters": openTable(tables["svc:satellite-perimeters"]),
    "svc:static-heat-sources": openTable(tables["svc:static-heat-sources"]),
    "svc:hotspots": openTable(tables["svc:hotspots"]),
  };
  const store = (id: CollectionId) => new PostgisStore(opened[id], pause);
  return {
    stores: {
      "svc:satellite-perimeters": store("svc:satellite-perimeters"),
      "svc:static-heat-sources": store("svc:static-heat-sources"),
      "svc:hotspots": store("svc:hotspots"),
    },
    filed: (id: CollectionId) => filedInterval(opened[id]),
    sink: new DatabaseSink(database, (layer) => opened[collectionOf[layer]].changes),
    async nodes() {
      if (nodes) return nodes.statuses();
      await database.readOwn((transaction) => rowsOf(transaction, "SELECT 1 AS one"));
      return [];
    },
    close: () => database.close(),
  };
}

type LiveTable = StoredTable & { readonly changes: LiveChanges };

const noReplica =
  "Tables over several nodes are read through their coordinator only: leave out the replica.";

function openSingle(
  database: Database,
  name: string,
  shapes: ShapeNumbers,
  pause: Pause,
): LiveTable {
  return {
    reads: database,
    name,
    layout: singleTable(database.schema, name),
    changes: new Changes(database, name, shapes, pause),
  };
}
