import type { Turns } from "@emberline/turns";
import type { CollectionId } from "../collections.ts";
import { Database, type DatabaseOptions } from "./database.ts";
import { migrate } from "./migrate.ts";
import { PostgisStore } from "./postgis-store.ts";
import { ShapeNumbers } from "./shape-numbers.ts";

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
  try {
    await migrate(database, Object.values(tables));
  } catch (error) {
    await database.close();
    throw error;
  }
  const shapes = new ShapeNumbers(database);
  const open = (table: string) => new PostgisStore(database, table, shapes, turns);
  return {
    stores: {
      "svc:satellite-perimeters": open(tables["svc:satellite-perimeters"]),
      "svc:static-heat-sources": open(tables["svc:static-heat-sources"]),
      "svc:hotspots": open(tables["svc:hotspots"]),
    },
    close: () => database.close(),
  };
}
