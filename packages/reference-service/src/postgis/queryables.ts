import type { Queryable } from "../store/feature-store.ts";
import { ValueTypes } from "../store/value-types.ts";
import { addKind, type Kind } from "./property-shape.ts";
import { rowsOf, type Transaction } from "./rows.ts";

/** The properties of the features in a table, with their types. */
export async function queryablesOf(
  transaction: Transaction,
  schema: string,
  table: string,
): Promise<Queryable[]> {
  const rows = await rowsOf<{ kinds: string }>(
    transaction,
    `SELECT kinds FROM ${schema}.shapes AS known WHERE EXISTS
      (SELECT 1 FROM ${schema}.${table} WHERE shape = known.shape) ORDER BY shape`,
  );
  const all = new Map<string, ValueTypes>();
  for (const { kinds } of rows) {
    for (const [name, kind] of JSON.parse(kinds) as [string, Kind][]) {
      const types = all.get(name) ?? new ValueTypes();
      addKind(types, kind);
      all.set(name, types);
    }
  }
  const properties = [...all].flatMap(([id, types]) => types.types().map((type) => ({ id, type })));
  return [{ id: "geometry", type: "geometry" }, ...properties];
}
