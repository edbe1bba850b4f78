import { isLongInteger } from "../values/long-integer.ts";
import type { Queryables } from "../values/queryables.ts";
import type { ComparisonOperator, Feature } from "../values/tree.ts";
import { compareText, toValue, type Value } from "./value.ts";

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
    const types = [...(this.#queryables?.types.get(name) ?? [])];
    const isNumber =
      types.length > 0 && types.every((type) => type === "number" || type === "integer");
    const read = isNumber ? numberIn : toValue;
    // `id` and `geometry` mean the feature's members unless a property has that name.
    return (feature) => {
      const { properties } = feature;
      if (properties != null && Object.hasOwn(properties, name)) return read(properties[name]);
      if (name === "id") return read(feature.id);
      return name === "geometry" ? (feature.geometry ?? null) : null;
    };
  }

  /** Whether a feature has a property, even if its value is null. */
  exists(name: string): Getter {
    if (this.isGeometry(name)) return (feature) => feature.geometry !== undefined;
    return ({ properties }) => properties != null && Object.hasOwn(properties, name);
  }
}

/** A number, which is a text if it has more digits than a double. */
function numberIn(raw: unknown): Value {
  return toValue(isLongInteger(raw) ? BigInt(raw) : raw);
}

/** A set of numbers or of texts, stored as spans between sorted cuts. */
export class ValueSet<T extends number | string> {
  /** Whether values below all cuts are in the set; each cut changes that. */
  readonly #beginsInside: boolean;
  readonly #cuts: readonly Cut<T>[];
  /** The values, if they are few and separate. */
  readonly #single: ReadonlySet<T> | undefined;

  private constructor(beginsInside: boolean, cuts: readonly Cut<T>[]) {
    this.#beginsInside = beginsInside;
    this.#cuts = cuts;
    const isSingle = (_: Cut<T>, i: number) => i % 2 === 1 || cuts[i]!.value === cuts[i + 1]?.value;
    if (!beginsInside && cuts.every(isSingle)) {
      this.#single = new Set(cuts.map(({ value }) => value));
    }
  }

  /** The values for which a comparison with `value` is true. */
  static of<T extends number | string>(op: ComparisonOperator, value: T): ValueSet<T> {
    const before = { value, isAfter: false };
    const after = { value, isAfter: true };
    switch (op) {
      case "=":
        return new ValueSet(false, [before, after]);
      case "<>":
        return new ValueSet(true, [before, after]);
      case "<":
        return new ValueSet(true, [before]);
      case "<=":
        return new ValueSet(true, [after]);
      case ">":
        return new ValueSet(false, [after]);
      case ">=":
        return new ValueSet(false, [before]);
    }
  }

  static union<T extends number | string>(sets: readonly ValueSet<T>[]): ValueSet<T> {
    const changes = sets.flatMap((set) =>
      set.#cuts.map((cut, i) => ({ cut, by: set.#beginsInside === (i % 2 === 0) ? -1 : 1 })),
    );
    changes.sort((a, b) => compareCuts(a.cut, b.cut));
    const beginsInside = sets.some((set) => set.#beginsInside);
    const cuts: Cut<T>[] = [];
    let depth = sets.filter((set) => set.#beginsInside).length;
    for (const [i, { cut, by }] of changes.entries()) {
      depth += by;
      const next = changes[i + 1];
      if (next && compareCuts(next.cut, cut) === 0) continue;
      const isInside = (cuts.length % 2 === 1) !== beginsInside;
      if (depth > 0 !== isInside) cuts.push(cut);
    }
    return new ValueSet(beginsInside, cuts);
  }

  static intersection<T extends number | string>(sets: readonly ValueSet<T>[]): ValueSet<T> {
    return ValueSet.union(sets.map((set) => set.complement())).complement();
  }

  complement(): ValueSet<T> {
    return new ValueSet(!this.#beginsInside, this.#cuts);
  }

  has(value: T): boolean {
    if (this.#single) return this.#single.has(value);
    let [low, high] = [0, this.#cuts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const cut = this.#cuts[middle]!;
      const order = compare(cut.value, value);
      if (order < 0 || (order === 0 && !cut.isAfter)) low = middle + 1;
      else high = middle;
    }
    return (low % 2 === 1) !== this.#beginsInside;
  }
}

/** A position in the order of values, directly before or after a value. */
interface Cut<T> {
  readonly value: T;
  readonly isAfter: boolean;
}

function compareCuts<T extends number | string>(a: Cut<T>, b: Cut<T>): number {
  return compare(a.value, b.value) || Number(a.isAfter) - Number(b.isAfter);
}

function compare<T extends number | string>(a: T, b: T): number {
  if (typeof a === "string") return compareText(a, b as string);
  return a < b ? -1 : Number(a > b);
}
