import { outlineMeaning } from "../collection/layers.ts";
import { cleanText } from "../values/text.ts";

/** The meaning of an outline's kind; undefined if neither its name nor its properties show it. */
export function meaningOf({ kind, own, all }: Kind): string | undefined {
  // Properties that all kinds share say something only if there is a single kind.
  return outlineMeaning(kind ?? "") ?? outlineMeaning((own.length > 0 ? own : all).join(" "));
}

/** Properties that name the kind of a feature, best first, ignoring case. */
const namingProperties = [
  "kind",
  "perimeter_type",
  "perimeter_kind",
  "category",
  "source_type",
  "type",
  "instrument",
  "map_method",
  "source",
];
const maxKinds = 8;
/** With more sets of properties than this, the sets are not kinds. */
const maxSets = 500;
/** Maximum distinguished properties: the number of bits that a double holds exactly. */
const maxProperties = 52;

/** Features of a collection that have the same properties. */
interface Kind {
  /** The kind's name in the data; absent if only the properties distinguish the kinds. */
  readonly kind?: string;
  readonly features: number;
  /** Properties that not every kind has. */
  readonly own: readonly string[];
  /** All of its properties that have a value. */
  readonly all: readonly string[];
}

interface Named {
  features: number;
  readonly sets: Set<number>;
}

/**
 * Finds the kinds of features in a collection: by a property that names them, else by the sets of
 * properties with a value.
 */
export class KindTally {
  readonly #bits = new Map<string, number>();
  /** The number of features with each set of properties. */
  readonly #sets = new Map<number, number>();
  readonly #named = new Map<string, Map<string, Named> | null>();
  #features = 0;

  /** @param present the properties that have a value */
  add(present: readonly string[], properties: Readonly<Record<string, unknown>>): void {
    this.#features++;
    let set = 0;
    for (const name of present) set += this.#bitOf(name);
    const known = this.#sets.get(set);
    if (known !== undefined || this.#sets.size <= maxSets) this.#sets.set(set, (known ?? 0) + 1);
    for (const name of present) {
      if (!namingProperties.includes(name.toLowerCase())) continue;
      const value = properties[name];
      if (typeof value === "string") this.#addNamed(name, value, set);
    }
  }

  #bitOf(name: string): number {
    const known = this.#bits.get(name);
    if (known !== undefined) return known;
    const bit = this.#bits.size < maxProperties ? 2 ** this.#bits.size : 0;
    if (bit > 0) this.#bits.set(name, bit);
    return bit;
  }

  #addNamed(name: string, value: string, set: number): void {
    const values = this.#named.get(name) ?? new Map<string, Named>();
    if (this.#named.get(name) === null) return;
    const named = values.get(value) ?? { features: 0, sets: new Set() };
    named.features++;
    if (named.sets.size <= maxSets) named.sets.add(set);
    values.set(value, named);
    this.#named.set(name, values.size > maxKinds ? null : values);
  }

  /** The kinds, most features first; a single one if nothing distinguishes them. */
  kinds(): Kind[] {
    const names = [...this.#named.keys()].sort((a, b) => rankOf(a) - rankOf(b));
    for (const name of names) {
      const values = this.#named.get(name);
      if (!values || values.size < 2) continue;
      const features = [...values.values()].reduce((sum, each) => sum + each.features, 0);
      if (features < this.#features) continue;
      const kinds = this.#toKinds(
        [...values].map(([value, named]) => ({
          kind: cleanText(value, 40),
          features: named.features,
          all: this.#namesOf(named.sets),
        })),
      );
      if (kinds.some(({ own }) => own.length > 0)) return kinds;
    }
    return this.#toKinds(this.#bySets());
  }

  /** A subset of another set is the same kind with values missing. */
  #bySets(): Omit<Kind, "own">[] {
    const sets = [...this.#sets].map(([set, features]) => ({
      names: this.#namesOf([set]),
      features,
    }));
    const kinds: { all: readonly string[]; features: number }[] = [];
    for (const { names, features } of sets.sort((a, b) => b.names.length - a.names.length)) {
      const whole = kinds.find(({ all }) => names.every((name) => all.includes(name)));
      if (whole) whole.features += features;
      else kinds.push({ all: names, features });
    }
    const isTold = kinds.length <= maxKinds && this.#sets.size <= maxSets;
    return isTold ? kinds : [{ all: [...this.#bits.keys()], features: this.#features }];
  }

  #toKinds(kinds: readonly Omit<Kind, "own">[]): Kind[] {
    const isCommon = (name: string) => kinds.every(({ all }) => all.includes(name));
    return kinds
      .map((each) => ({ ...each, own: each.all.filter((name) => !isCommon(name)) }))
      .sort((a, b) => b.features - a.features);
  }

  #namesOf(sets: Iterable<number>): string[] {
    const all = [...sets];
    return [...this.#bits]
      .filter(([, bit]) => all.some((set) => Math.floor(set / bit) % 2 === 1))
      .map(([name]) => name);
  }
}

function rankOf(name: string): number {
  return namingProperties.indexOf(name.toLowerCase());
}
