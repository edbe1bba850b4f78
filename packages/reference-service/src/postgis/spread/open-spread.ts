import type { Pause } from "@emberline/turns";
import pLimit from "p-limit";
import { Changes } from "../changes.ts";
import type { Database } from "../database.ts";
import type { StoredTable } from "../postgis-store.ts";
import { rowsOf } from "../rows.ts";
import type { ShapeNumbers } from "../shape-numbers.ts";
import { ConsistentReads } from "./consistent-reads.ts";
import { MarkedChanges } from "./marked-changes.ts";
import type { Nodes } from "./nodes.ts";
import { copyIntoCells, spreadTable } from "./spread-table.ts";

/**
 * The tables of the SQL file for Citus; others lie on the coordinator.
 * @throws {Error} when an earlier version has spread them
 */
export async function spreadTables(database: Database): Promise<ReadonlySet<string>> {
  const { schema } = database;
  return database.readOwn(async (transaction) => {
    const [row] = await rowsOf<{ has_grids: boolean; has_stamps: boolean }>(
      transaction,
      `SELECT to_regclass($1::text || '.grids') IS NOT NULL AS has_grids,
          to_regclass($1::text || '.stamps') IS NOT NULL AS has_stamps`,
      [schema],
    );
    if (!row!.has_grids) return new Set();
    if (!row!.has_stamps) {
      throw new Error(
        `The tables in ${schema} were spread over nodes by an earlier version: make others by sql/citus.sql in another schema, and load the data again.`,
      );
    }
    const rows = await rowsOf<{ name: string }>(transaction, `SELECT name FROM ${schema}.grids`);
    return new Set(rows.map(({ name }) => name));
  });
}

/** Opens the tables of a coordinator. */
export function spreadOpener(
  database: Database,
  nodes: Nodes,
  shapes: ShapeNumbers,
  pause: Pause,
): (name: string) => StoredTable {
  const { schema } = database;
  const turn = pLimit(1);
  return (name) => {
    const marked = new MarkedChanges(database, name, nodes, turn);
    const target = {
      name,
      // Of one cell only, which another feature of the same id may not have.
      hasUniqueIds: false,
      change: marked.change.bind(marked),
      put: copyIntoCells.bind(undefined, schema, name),
    };
    return {
      reads: new ConsistentReads(database, name, marked, nodes),
      name,
      layout: spreadTable(schema, name, () => marked.offGrid),
      changes: new Changes(database, target, shapes, pause),
    };
  };
}
