import type { Queryables } from "../queryables.ts";
import type { Feature } from "../tree.ts";
import { toValue, type Value } from "./value.ts";

type Getter = (feature: Feature) => Value;

/** Resolves the property names of a filter in a feature. */
export class Properties {
  readonly #queryables: Queryables | undefined;
  readonly #geometries: ReadonlySet<string>;
  readonly #reading = { number: 0 };
  readonly #getters = new Map<string, Getter>();

  /** @param geometries names that the filter uses as geometries */
  constructor(queryables: Queryables | undefined, geometries: ReadonlySet<string>) {
    this.#queryables = queryables;
    this.#geometries = geometries;
  }

  /** Whether a name means the feature's geometry. */
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

  /** Clears cached values: the next feature may be the same object with changed members. */
  begin(): void {
    this.#reading.number++;
  }

  /** Reads a property once per feature, however often the filter uses it. */
  getter(name: string): Getter {
    const known = this.#getters.get(name);
    if (known !== undefined) return known;
    const read = this.#reader(name);
    const reading = this.#reading;
    let last: Feature | undefined;
    let number = -1;
    let value: Value = null;
    const getter: Getter = (feature) => {
      if (feature === last && reading.number === number) return value;
      value = read(feature);
      number = reading.number;
      last = feature;
      return value;
    };
    this.#getters.set(name, getter);
    return getter;
  }

  #reader(name: string): Getter {
    if (this.isGeometry(name)) return (feature) => feature.geometry ?? null;
    // `id` and `geometry` mean the feature's members unless a property has that name.
    return (feature) => {
      const { properties } = feature;
      if (properties != null && Object.hasOwn(properties, name)) return toValue(properties[name]);
      if (name === "id") return toValue(feature.id);
      return name === "geometry" ? (feature.geometry ?? null) : null;
    };
  }

  /** Whether a feature has a property, even if its value is null. */
  exists(name: string): Getter {
    if (this.isGeometry(name)) return (feature) => feature.geometry !== undefined;
    return ({ properties }) => properties != null && Object.hasOwn(properties, name);
  }
}
