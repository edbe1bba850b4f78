import { extentOf } from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import { LRUCache } from "lru-cache";
import { copyFeatures, type MarkedFeature } from "../copy-features.ts";
import type { Layout } from "../layout.ts";
import { rowsOf, type Transaction } from "../rows.ts";
import { cellOf, cellsOf, type OffGrid } from "./cells.ts";

/** Some megabytes. */
const maxKnownCells = 50_000;

/**
 * A table whose parts lie on several nodes by cell.
 * @param offGrid what lies outside of the cells, of the state that is read or a later one
 */
export function spreadTable(schema: string, name: string, offGrid: () => OffGrid): Layout {
  const table = `${schema}.${name}`;
  return {
    table,
    cells: new LRUCache({ max: maxKnownCells }),
    within(selection, values) {
      const cells = cellsOf(selection, offGrid());
      return cells && `cell = ANY (${values.integers(cells)})`;
    },
    async kinds(transaction) {
      const shapes = await rowsOf<{ shape: number; kinds: string }>(
        transaction,
        `SELECT shape, kinds FROM ${schema}.shapes ORDER BY shape`,
      );
      const found: string[] = [];
      for (const { shape, kinds } of shapes) {
        // One by one: each is found by index.
        const [used] = await rowsOf(
          transaction,
          `SELECT 1 AS one FROM ${table} WHERE shape = $1::integer LIMIT 1`,
          [shape],
        );
        if (used) found.push(kinds);
      }
      return found;
    },
  };
}

/** Streams features into a spread table, each into its cell. */
export async function copyIntoCells(
  schema: string,
  name: string,
  transaction: Transaction,
  features: readonly MarkedFeature[],
  pause: Pause,
): Promise<void> {
  const places = features.map(({ feature: { time, geometry } }) =>
    cellOf(time, (geometry && extentOf(geometry)) ?? undefined),
  );
  const hasUndated = places.some((place) => place.hasUndated);
  const hasUnplaced = places.some((place) => place.hasUnplaced);
  if (hasUndated || hasUnplaced) {
    await rowsOf(
      transaction,
      `UPDATE ${schema}.grids SET has_undated = has_undated OR $2::boolean,
          has_unplaced = has_unplaced OR $3::boolean
        WHERE name = $1::text`,
      [name, hasUndated, hasUnplaced],
    );
  }
  const cells = places.map(({ cell }) => cell);
  await copyFeatures(transaction, `${schema}.${name}`, features, pause, cells);
}
