import type { Feature } from "@emberline/core";
import { type BooleanExpression, type Expression, propertiesOf } from "@emberline/cql2";
import { nearest } from "@emberline/cql2/nearest";
import { listNames, quoted } from "../values/text.ts";
import { equating, isOperation, mapTree, ordering, propertyOf } from "./filter-tree.ts";

/** Enough to find the name that is meant. */
const maxNames = 200;

/**
 * What features show of the properties that a filter names, where the service lists none: a name
 * may be misspelt, and a value of another type than what it is compared with.
 */
export class UnlistedValues {
  readonly #unseen: Set<string>;
  readonly #types: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #names = new Set<string>();

  /** @param computed properties that features have without the service sending them */
  constructor(tree: BooleanExpression, computed: ReadonlySet<string>) {
    this.#unseen = new Set(propertiesOf(tree).filter((name) => !computed.has(name)));
    this.#types = comparedTypes(tree);
  }

  /** Notes what a feature has; whether it has a value of a type that the filter does not expect. */
  isOdd({ properties }: Feature): boolean {
    if (properties === null) return false;
    for (const name of this.#unseen) if (Object.hasOwn(properties, name)) this.#unseen.delete(name);
    if (this.#unseen.size > 0 && this.#names.size < maxNames)
      for (const name of Object.keys(properties)) this.#names.add(name);
    for (const [name, types] of this.#types) {
      if (Object.hasOwn(properties, name) && !types.has(typeIn(properties[name]))) return true;
    }
    return false;
  }

  /** That no feature has some name, if so; of features that were read. */
  doubt(): string | null {
    if (this.#unseen.size === 0) return null;
    const known = [...this.#names];
    const near = [...this.#unseen].flatMap((name) => nearest(name, known, 1));
    const meant =
      near.length > 0 ? ` Did you mean ${near.map((each) => quoted(each, 60)).join(", ")}?` : "";
    return `No feature that was read has ${listNames([...this.#unseen])}: the name may be another.${meant}`;
  }
}

/** The types of the values that each property is compared with; times are read from texts. */
function comparedTypes(tree: BooleanExpression): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  mapTree(tree, (node) => {
    if (!isOperation(node) || ![...ordering, ...equating].includes(node.op)) return node;
    const operands = node.args.flat() as Expression[];
    const types = operands.filter((each) => typeof each !== "object").map(typeIn);
    for (const name of operands.flatMap((each) => propertyOf(each) ?? []))
      if (types.length > 0)
        found.set(name, new Set([...types, ...(found.get(name) ?? []), "none"]));
    return node;
  });
  return found;
}

/** Integers that a double would change are texts of their digits. */
function typeIn(value: unknown): string {
  if (value === null || value === undefined) return "none";
  return typeof value === "string" && /^-?\d{16,}$/.test(value) ? "number" : typeof value;
}
