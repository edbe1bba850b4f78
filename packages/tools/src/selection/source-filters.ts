import { type Client, isEmberlineError } from "@emberline/core";
import { type BooleanExpression, build, type Expression, propertiesOf } from "@emberline/cql2";
import type { ToolContext } from "../call/context.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { ownProperty } from "../values/own-property.ts";
import {
  confidenceClass,
  confidenceClasses,
  isSatelliteName,
  satelliteName,
  spellingsOf,
} from "../values/source-codes.ts";
import { offer, quoted } from "../values/text.ts";
import { eachOf, equating, filterText, isOperation, propertyOf } from "./filter-tree.ts";

/** Groups that features have no property for, by the role of the one that they are made of. */
const groups: ReadonlyMap<string, "confidence" | "satellite"> = new Map([
  ["confidence_class", "confidence"],
  ["satellite_name", "satellite"],
]);

/**
 * Puts conditions on the class of a confidence, or the name of a satellite, in the codes of all
 * sources: `confidence = 'high'` as `confidence >= 80 OR confidence IN ('h', 'high')`.
 */
export class SourceCodes {
  readonly #info: CollectionInfo;
  readonly #read = new Map<string, string>();

  constructor(info: CollectionInfo) {
    this.#info = info;
  }

  apply(tree: BooleanExpression): BooleanExpression {
    return mapEqualities(tree, (name, values, isNegated) => {
      const role = this.#roleOf(name);
      const { [role ?? "confidence"]: properties = [] } = this.#info.roles;
      const [property = name, ...others] = role ? properties : [];
      if (others.length > 0 || (!role && !properties.includes(name))) return null;
      const coded =
        role === "satellite"
          ? ofSatellites(property, values, isNegated)
          : ofClasses(property, values, this.#typesOf(property), isNegated);
      // A letter is the code of one source.
      if (!coded || (!role && values.some((each) => String(each).length === 1))) return null;
      const listed = values.map((each) => quoted(String(each), 40)).join(", ");
      this.#read.set(property, `${name} ${listed} is read in the codes of all sources.`);
      return coded;
    });
  }

  /** How conditions were read, as sentences, with those of CQL2 on properties of two types. */
  notices(ofTypes: readonly string[]): string[] {
    const about = (each: string, names: Iterable<string>) =>
      [...names].some((name) => each.startsWith(`${name} holds`));
    const left = ofTypes.filter((each) => !about(each, this.#read.keys()));
    const said = left.map((each) =>
      about(each, this.#info.roles.confidence ?? [])
        ? `${each}: confidence_class = 'high' (or 'nominal', 'low') compares all`
        : each,
    );
    return [...this.#read.values(), ...said];
  }

  /** What the groups in a wrong filter are compared with. */
  hint(tree: BooleanExpression): string | null {
    const role = propertiesOf(tree)
      .map((name) => this.#roleOf(name))
      .find((each) => each !== undefined);
    if (role === undefined || !this.#info.roles[role]) return null;
    return role === "confidence"
      ? `confidence_class is compared by = or IN with 'low', 'nominal' or 'high'. ${offer({ filter: "confidence_class = 'high'" })}`
      : `satellite_name is compared by = or IN with names such as 'NOAA-20'. ${offer({ filter: "satellite_name IN ('NOAA-20', 'NOAA-21')" })}`;
  }

  #roleOf(name: string): "confidence" | "satellite" | undefined {
    return this.#typesOf(name).length === 0 ? groups.get(name) : undefined;
  }

  #typesOf(name: string): string[] {
    return (this.#info.queryables ?? []).flatMap(({ id, type }) => (id === name ? [type] : []));
  }
}

/** Null for values that are no classes. */
function ofClasses(
  property: string,
  values: readonly (string | number)[],
  types: readonly string[],
  isNegated: boolean,
): BooleanExpression | null {
  const named = values.map((each) => (typeof each === "string" ? confidenceClass(each) : null));
  if (named.includes(null) || values.some((each) => /^\d/.test(String(each)))) return null;
  // What is not low is nominal or high: of a value of another type, NOT is neither true nor false.
  const wanted = confidenceClasses.filter(({ name }) => named.includes(name) !== isNegated);
  const of = build.property(property);
  const isNumber = types.includes("number") || types.includes("integer");
  const parts = wanted.flatMap(({ from, below, codes }) => {
    const bounds = [
      ...(from === null ? [] : [build.ge(of, from)]),
      ...(below === null ? [] : [build.lt(of, below)]),
    ];
    return [
      ...(isNumber ? [joinAll(build.and, bounds)] : []),
      ...(types.includes("string") ? [build.in(of, codes)] : []),
    ];
  });
  return joinAll(build.or, parts);
}

function joinAll(
  join: (a: BooleanExpression, b: BooleanExpression) => BooleanExpression,
  [first, ...others]: readonly BooleanExpression[],
): BooleanExpression {
  return others.reduce((all, each) => join(all, each), first ?? false);
}

/** Null for values that are no satellites. */
function ofSatellites(
  property: string,
  values: readonly (string | number)[],
  isNegated: boolean,
): BooleanExpression | null {
  if (values.some((each) => spellingsOf(each).length === 0)) return null;
  const any = build.in(build.property(property), values.flatMap(spellingsOf));
  return isNegated ? build.not(any) : any;
}

/**
 * The filter with all spellings of the satellites that it names, if features have others than it
 * gives. A code, such as "N20", stays what it is, and the notice offers the filter with all.
 */
export async function withSpellings(
  tree: BooleanExpression,
  info: CollectionInfo,
  context: SpellingContext,
): Promise<{ tree: BooleanExpression; notice: string } | null> {
  const { roles, queryables } = info;
  const isText = (name: string) =>
    queryables?.some((each) => each.id === name && each.type === "string") === true;
  const missing = new Map<string, readonly string[]>();
  const given = new Set<string | number>();
  const spelt = mapEqualities(tree, (name, values, isNegated) => {
    if (!roles.satellite?.includes(name) || !isText(name)) return null;
    const all = new Set(values.flatMap((each) => [each, ...spellingsOf(each)]));
    const others = [...all].filter((each) => !values.includes(each)).map(String);
    if (others.length === 0) return null;
    missing.set(name, [...(missing.get(name) ?? []), ...others]);
    for (const each of values) given.add(each);
    const any = build.in(build.property(name), [...all]);
    return isNegated ? build.not(any) : any;
  });
  for (const [name, others] of missing) {
    if (!(await hasAny(name, others, info, context))) continue;
    const listed = [...given].map((each) => quoted(String(each), 40)).join(", ");
    return [...given].some((each) => !isSatelliteName(each) && satelliteName(each) !== null)
      ? {
          tree,
          notice: `${name}: other features spell ${listed} otherwise. All: ${JSON.stringify({ filter: filterText(spelt) })}`,
        }
      : {
          tree: spelt,
          notice: `${name}: ${listed} is read in all spellings of the data; LIKE selects one alone.`,
        };
  }
  return null;
}

const found = new WeakMap<Client, Map<string, boolean>>();
const maxFound = 1000;

/** Whether a feature has one of these values: asked once until the data is newer. */
async function hasAny(
  name: string,
  values: readonly string[],
  { id, interval }: CollectionInfo,
  { client, sampled, signal, softDeadline, pause }: SpellingContext,
): Promise<boolean> {
  const asked = sampled ?? client;
  const known = found.get(asked) ?? new Map<string, boolean>();
  found.set(asked, known);
  const key = JSON.stringify([id, interval?.[1], name, values]);
  const before = known.get(key);
  if (before !== undefined) return before;
  const property = build.property(name);
  const [only, ...others] = values;
  const filter = others.length === 0 ? build.eq(property, only!) : build.in(property, values);
  const query = { filter, limit: 1, signal: softDeadline, pause, onInvalid: "skip" as const };
  let has = false;
  try {
    const { features } = await asked.features.page(id, query);
    has = features.some(({ properties }) => values.includes(String(ownProperty(properties, name))));
  } catch (error) {
    // The reading itself says what a service cannot do.
    if (signal.aborted || !isEmberlineError(error)) throw error;
  }
  if (known.size >= maxFound) known.clear();
  known.set(key, has);
  return has;
}

type SpellingContext = Pick<
  ToolContext,
  "client" | "sampled" | "signal" | "softDeadline" | "pause"
>;

type Replace = (
  name: string,
  values: readonly (string | number)[],
  isNegated: boolean,
) => BooleanExpression | null;

/** Replaces conditions that a property has one of some values, or none of them. */
function mapEqualities(tree: BooleanExpression, replace: Replace): BooleanExpression {
  const visit = (node: Expression): Expression => {
    if (!isOperation(node)) return node;
    const isNot = node.op === "not";
    const inner = isNot ? node.args[0]! : node;
    const found = isOperation(inner) && equating.includes(inner.op) ? equalityOf(inner) : null;
    if (!found) return { op: node.op, args: eachOf(node.args, visit) } as Expression;
    return replace(found.name, found.values, isNot !== found.isNegated) ?? node;
  };
  return visit(tree as Expression) as BooleanExpression;
}

function equalityOf({ op, args: [left, right] }: { op: string; args: readonly Expression[] }) {
  const name = propertyOf(left);
  const list = (Array.isArray(right) ? right : [right]) as readonly Expression[];
  const values = list.map((each) =>
    // Names of groups are none of properties, so that neither are texts in double quotes.
    groups.has(name ?? "") ? (propertyOf(each) ?? each) : each,
  );
  const isValue = (each: unknown) => typeof each === "string" || typeof each === "number";
  return name !== undefined && values.every(isValue)
    ? { name, values: values as (string | number)[], isNegated: op === "<>" }
    : null;
}
