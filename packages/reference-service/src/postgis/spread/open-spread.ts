import type { Pause } from "@emberline/turns";
import pLimit from "p-limit";
import type { Database } from "../database.ts";
import type { StoredTable } from "../postgis-store.ts";
import { rowsOf } from "../rows.ts";
import type { ShapeNumbers } from "../shape-numbers.ts";
import { ConsistentReads } from "./consistent-reads.ts";
import type { Nodes } from "./nodes.ts";
import { SpreadChanges } from "./spread-changes.ts";
import { spreadTable } from "./spread-table.ts";
import { Unfinished } from "./unfinished.ts";

/** The tables that one of the SQL files for several nodes has made: they have cells. */
export async function spreadTables(
  database: Database,
  tables: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.readOwn((transaction) =>
    rowsOf<{ name: string }>(
      transaction,
      `SELECT name FROM jsonb_array_elements_text($2::text::jsonb) AS name
        WHERE EXISTS (SELECT 1 FROM pg_attribute
          WHERE attname = 'cell' AND attrelid = ($1::text || '.' || name)::regclass)`,
      [database.schema, JSON.stringify(tables)],
    ),
  );
  return new Set(rows.map(({ name }) => name));
}

/** Opens the tables of a database that is the coordinator of nodes. */
export function spreadOpener(
  database: Database,
  nodes: Nodes,
  shapes: ShapeNumbers,
  pause: Pause,
): (name: string) => StoredTable & { readonly changes: SpreadChanges } {
  const shared = { nodes, turn: pLimit(1) };
  return (name) => {
    const unfinished = new Unfinished(database.schema, name);
    const changes = new SpreadChanges(database, name, shapes, { unfinished, ...shared }, pause);
    return {
      reads: new ConsistentReads(database, name, unfinished, nodes, () => changes.finish()),
      name,
      layout: spreadTable(database.schema, name),
      changes,
    };
  };
}
