import type { Queryable } from "../store/feature-store.ts";
import { ValueTypes } from "../store/value-types.ts";
import { addKind, type Kind } from "./property-shape.ts";

/** The properties of the features with these property shapes, with their types. */
export function queryablesOf(shapes: readonly string[]): Queryable[] {
  const all = new Map<string, ValueTypes>();
  for (const kinds of shapes) {
    for (const [name, kind] of JSON.parse(kinds) as [string, Kind][]) {
      const types = all.get(name) ?? new ValueTypes();
      addKind(types, kind);
      all.set(name, types);
    }
  }
  const properties = [...all].flatMap(([id, types]) => types.types().map((type) => ({ id, type })));
  return [{ id: "geometry", type: "geometry" }, ...properties];
}
