import { type BooleanExpression, type Expression, print, type Queryables } from "@emberline/cql2";
import { nearest } from "@emberline/cql2/nearest";

type Node = { readonly op: string; readonly args: readonly Expression[] };

export function isOperation(node: Expression): node is Expression & Node {
  return typeof node === "object" && !Array.isArray(node) && "op" in node;
}

export function propertyOf(node: Expression | undefined): string | undefined {
  return typeof node === "object" && "property" in node ? node.property : undefined;
}

export function eachOf(
  items: readonly unknown[],
  change: (item: Expression) => Expression,
): Expression {
  return (items as readonly Expression[]).map(change) as Expression;
}

/** The tree with every node changed that `change` changes; children first. */
export function mapTree(node: Expression, change: (node: Expression) => Expression): Expression {
  if (Array.isArray(node)) return eachOf(node, (each) => mapTree(each, change));
  if (!isOperation(node)) return change(node);
  const args = eachOf(node.args, (each) => mapTree(each, change));
  return change({ op: node.op, args } as Expression);
}

const comparing = ["=", "<>", "<", "<=", ">", ">=", "in", "between"];

/** Literals in the type of the property they are compared with: `frp > '50'`, `year = 2024`. */
export function withTypesOf(tree: BooleanExpression, { types }: Queryables): BooleanExpression {
  const typed = mapTree(tree, (node) => {
    if (!isOperation(node) || !comparing.includes(node.op)) return node;
    const known = types.get(propertyOf(node.args[0]) ?? "");
    if (!known || known.size === 0) return node;
    const are = (...names: string[]) => [...known].every((each) => names.includes(each));
    const convert = (value: Expression): Expression => {
      if (Array.isArray(value)) return eachOf(value, convert);
      if (are("number", "integer") && typeof value === "string") {
        const number = value.trim() === "" ? Number.NaN : Number(value);
        return Number.isFinite(number) ? number : value;
      }
      if (are("string", "uri") && typeof value === "number") return String(value);
      if (are("boolean") && typeof value === "string" && /^(?:true|false)$/i.test(value))
        return value.toLowerCase() === "true";
      return value;
    };
    const [left, ...others] = node.args;
    return { op: node.op, args: [left, ...others.map(convert)] } as Expression;
  });
  return typed as BooleanExpression;
}

/** The tree with the nearest property for each that is not known; null where one has none. */
export function withKnownNames(
  tree: BooleanExpression,
  { types }: Queryables,
): BooleanExpression | null {
  const names = [...types.keys()];
  let isWhole = true;
  const renamed = mapTree(tree, (node) => {
    const name = propertyOf(node);
    if (name === undefined || types.has(name)) return node;
    const folded = (each: string) => each.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
    const same = names.find((each) => folded(each) === folded(name));
    const [near = same] = same === undefined ? nearest(name, names, 1) : [];
    if (near === undefined) isWhole = false;
    return near === undefined ? node : { property: near };
  });
  return isWhole ? (renamed as BooleanExpression) : null;
}

/** Whether the name of a property stands as a text: `'state' = 'US-CA'`. */
export function comparesNameAsText(tree: BooleanExpression, { types }: Queryables): boolean {
  let isFound = false;
  mapTree(tree, (node) => {
    if (isOperation(node) && comparing.includes(node.op)) {
      const [left, right] = node.args;
      isFound ||= typeof left === "string" && types.has(left) && propertyOf(right) === undefined;
    }
    return node;
  });
  return isFound;
}

const metresPerUnit: readonly (readonly [RegExp, number])[] = [
  [/^(?:km|kms|kilomet(?:er|re)s?)$/i, 1000],
  [/^(?:m|met(?:er|re)s?)$/i, 1],
  [/^(?:mi|(?:statute )?miles?)$/i, 1609.344],
  [/^(?:nmi|nautical miles?)$/i, 1852],
  [/^(?:ft|feet|foot)$/i, 0.3048],
  // Along a meridian.
  [/^(?:deg|degrees?)$/i, 111_195],
];

/** A condition on a distance to a point: `[lon, lat]` and km, where the filter tells them. */
interface Distance {
  readonly center: readonly [number, number] | null;
  readonly km: number | null;
}

export interface Apart {
  readonly distance: Distance | null;
  /** The year or day that a function of time asks for. */
  readonly time: string | null;
  /** The other conditions as text; null where there are none. */
  readonly rest: BooleanExpression | null;
}

/** Takes apart conditions that arguments of the tools stand for; null where there are none. */
export function takeApart(tree: BooleanExpression): Apart | null {
  const parts = (
    isOperation(tree as Expression) && (tree as Node).op === "and" ? (tree as Node).args : [tree]
  ) as readonly BooleanExpression[];
  let distance: Distance | null = null;
  let time: string | null = null;
  const rest: BooleanExpression[] = [];
  for (const part of parts) {
    const found = distanceOf(part as Expression);
    const date = dateOf(part as Expression);
    if (found && !distance) distance = found;
    else if (date !== null && time === null) time = date;
    else rest.push(part);
  }
  if (!distance && time === null) return null;
  const left =
    rest.length > 1 ? ({ op: "and", args: rest } as BooleanExpression) : (rest[0] ?? null);
  return { distance, time, rest: left };
}

function distanceOf(node: Expression): Distance | null {
  if (!isOperation(node)) return null;
  if (/^(?:st_|s_|sdo_)?(?:d_?within|within_?distance)$/i.test(node.op)) {
    const number = node.args.find((each) => typeof each === "number");
    return { center: centerOf(node.args), km: kmOf(number, unitOf(node.args)) };
  }
  const [left, right] = node.args as [Expression, Expression];
  if (node.op !== "<" && node.op !== "<=") return null;
  if (!isOperation(left) || !/^(?:st_|s_)?(?:geo_?)?distance(?:_?sphere)?$/i.test(left.op))
    return null;
  return { center: centerOf(left.args), km: kmOf(right, unitOf(left.args)) };
}

/** `YEAR(x) = 2024` and `DATE(x) = '2024-07-01'` as a time. */
function dateOf(node: Expression): string | null {
  if (!isOperation(node) || node.op !== "=") return null;
  const [left, right] = node.args as [Expression, Expression];
  if (!isOperation(left)) return null;
  if (/^year$/i.test(left.op) && typeof right === "number" && /^\d{4}$/.test(`${right}`))
    return `${right}`;
  const day = typeof right === "object" && "date" in right ? right.date : right;
  const isDay = left.op === "calendar_day" && typeof day === "string";
  return isDay && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null;
}

function centerOf(args: readonly Expression[]): readonly [number, number] | null {
  for (const arg of args) {
    if (typeof arg !== "object" || Array.isArray(arg)) continue;
    if ("type" in arg && arg.type === "Point") return [arg.coordinates[0]!, arg.coordinates[1]!];
    const inner = "op" in arg ? centerOf(arg.args as readonly Expression[]) : null;
    if (inner) return inner;
  }
  return null;
}

function unitOf(args: readonly Expression[]): number | null {
  const words = args.flatMap((each) =>
    typeof each === "string" ? each : (propertyOf(each) ?? []),
  );
  for (const [pattern, metres] of metresPerUnit)
    if (words.some((each) => pattern.test(each))) return metres;
  return null;
}

/** Without a unit small numbers are km, as `radius_km` has them, and large ones metres. */
function kmOf(value: Expression | undefined, metres: number | null): number | null {
  if (typeof value !== "number" || !(value > 0)) return null;
  const km = (value * (metres ?? (value > 1000 ? 1 : 1000))) / 1000;
  return km <= 1000 ? Number(km.toPrecision(6)) : null;
}

/** A filter as CQL2 text. */
export function filterText(tree: BooleanExpression): string {
  return print(tree, { lang: "cql2-text" }) as string;
}
