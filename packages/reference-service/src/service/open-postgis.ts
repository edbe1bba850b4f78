import type { Pause, Turns } from "@emberline/turns";
import { Changes, changedTable } from "../postgis/changes.ts";
import { Database, type DatabaseOptions } from "../postgis/database.ts";
import { DatabaseSink } from "../postgis/database-sink.ts";
import { filedInterval } from "../postgis/filed-interval.ts";
import { singleTable } from "../postgis/layout.ts";
import { migrate } from "../postgis/migrate.ts";
import { PostgisStore, type StoredTable } from "../postgis/postgis-store.ts";
import { rowsOf } from "../postgis/rows.ts";
import { ShapeNumbers } from "../postgis/shape-numbers.ts";
import { Nodes } from "../postgis/spread/nodes.ts";
import { spreadOpener, spreadTables } from "../postgis/spread/open-spread.ts";
import { StoredSimulations } from "../postgis/stored-simulations.ts";
import {
  byCollection,
  type CollectionId,
  collectionIds,
  collectionOf,
  tableOf,
} from "../values/collections.ts";

/**
 * Connects to a database, creates or updates its tables, and opens the stores in them.
 * @throws {Error} when the database cannot be reached, or cannot be used
 */
export async function openPostgis(options: DatabaseOptions, turns: Pick<Turns, "pauseOf">) {
  const database = await Database.open(options);
  const shapes = new ShapeNumbers(database);
  const pause = turns.pauseOf(new AbortController().signal);
  const openHere = (name: string) => openSingle(database, name, shapes, pause);
  let openTable = openHere;
  let nodes: Nodes | undefined;
  try {
    const tables = collectionIds.map(tableOf);
    await migrate(database, tables, { upgrade: false });
    const spread = await spreadTables(database);
    if (spread.size > 0) {
      if (options.replicaUrl !== undefined) throw new Error(noReplica);
      nodes = new Nodes(database);
      const openSpread = spreadOpener(database, nodes, shapes, pause);
      openTable = (name) => (spread.has(name) ? openSpread(name) : openHere(name));
    }
  } catch (error) {
    await database.close();
    throw error;
  }
  const opened = byCollection((id) => openTable(tableOf(id)));
  return {
    stores: byCollection((id) => new PostgisStore(opened[id], pause)),
    simulations: new StoredSimulations(database),
    /** Files that were loaded. */
    loadsIn: byCollection((id) => opened[id].changes),
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
    changes: new Changes(database, changedTable(database, name), shapes, pause),
  };
}
