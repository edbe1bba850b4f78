import type { Queryables } from "../queryables.ts";
import type { Feature } from "../tree.ts";
import { toValue, type Value } from "./value.ts";

type Getter = (feature: Feature) => Value;

/** How the names in a filter reach into a feature. */
export class Properties {
  readonly #queryables: Queryables | undefined;
  readonly #geometries: ReadonlySet<string>;

  /** `geometries`: names that the filter itself uses as geometries. */
  constructor(queryables: Queryables | undefined, geometries: ReadonlySet<string>) {
    this.#queryables = queryables;
    this.#geometries = geometries;
  }

  /** Whether a name stands for the feature's geometry, whatever the name is. */
  isGeometry(name: string): boolean {
    const types = this.#queryables?.types.get(name);
    return types === undefined ? this.#geometries.has(name) : types.has("geometry");
  }

  /** Whether every value of a property is a date or a time. */
  isTime(name: string): boolean {
    const types = this.#queryables?.types.get(name);
    if (types === undefined || types.size === 0) return false;
    return [...types].every((type) => type === "date" || type === "dateTime");
  }

  getter(name: string): Getter {
    if (this.isGeometry(name)) return (feature) => feature.geometry ?? null;
    // A feature's id and geometry stand beside its properties, and are found where no property has their name.
    return ({ id, geometry, properties }) => {
      if (properties != null && Object.hasOwn(properties, name)) return toValue(properties[name]);
      if (name === "id") return toValue(id);
      return name === "geometry" ? (geometry ?? null) : null;
    };
  }

  /** Whether a feature has a property at all, be its value null. */
  exists(name: string): Getter {
    if (this.isGeometry(name)) return (feature) => feature.geometry !== undefined;
    return ({ properties }) => properties != null && Object.hasOwn(properties, name);
  }
}
