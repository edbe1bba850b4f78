import { type BooleanExpression, build, type Expression, propertiesOf } from "@emberline/cql2";

type Node = { readonly op: string; readonly args: readonly Expression[] };
type Compare = (op: string, literal: Expression) => BooleanExpression | null;

/** Whether the values of a property are days or instants. */
export type KindOfTime = "date" | "dateTime";

const mirrored: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };
const comparisons: readonly string[] = ["=", "<>", "<", "<=", ">", ">="];
const time = /(?<!\\)"(?:date|timestamp|interval)":/;

/**
 * A filter whose times any server reads alike: ranges of instants in place of a day, which some
 * read as its midnight. Null where that cannot be.
 *
 * @param kindOf what the values of a property are; undefined for one whose times cannot be compared
 */
export function withSentTimes(
  tree: BooleanExpression,
  kindOf: (property: string) => KindOfTime | undefined,
): BooleanExpression | null {
  if (typeof tree !== "object" || !("op" in tree)) return tree;
  const { op, args } = tree as Node;
  if (op === "and" || op === "or" || op === "not") {
    const sent = args.map((each) => withSentTimes(each as BooleanExpression, kindOf));
    return sent.includes(null) ? null : ({ op, args: sent } as BooleanExpression);
  }
  if (!time.test(JSON.stringify(tree))) {
    const isOfTimes = propertiesOf(tree).some((name) => kindOf(name) !== undefined);
    return isOfTimes && op !== "isNull" ? null : tree;
  }
  const isMirrored = propertyOf(args[0]) === undefined;
  const [left, right, high] = isMirrored ? [args[1], args[0]] : args;
  const property = propertyOf(left);
  const kind = property === undefined ? undefined : kindOf(property);
  if (property === undefined || kind === undefined || right === undefined) return null;
  const compare: Compare = (each, literal) => comparison(each, property, literal, kind);
  if (comparisons.includes(op)) return compare(isMirrored ? (mirrored[op] ?? op) : op, right);
  if (op === "between" && high !== undefined)
    return joined("and", [compare(">=", right), compare("<=", high)]);
  if (op !== "in") return null;
  return joined(
    "or",
    (right as readonly Expression[]).map((each) => compare("=", each)),
  );
}

function joined(op: "and" | "or", parts: readonly (BooleanExpression | null)[]) {
  const all = parts.filter((part) => part !== null);
  if (all.length < parts.length) return null;
  return all.length === 1 ? all[0]! : ({ op, args: all } as BooleanExpression);
}

function comparison(
  op: string,
  property: string,
  literal: Expression,
  kind: KindOfTime,
): BooleanExpression | null {
  if (typeof literal !== "object") return null;
  const isDay = "date" in literal;
  const plain = (each: string, to: Expression) =>
    ({ op: each, args: [{ property }, to] }) as BooleanExpression;
  if (kind === "date") return isDay ? plain(op, literal) : null;
  if (!isDay) return "timestamp" in literal ? plain(op, literal) : null;
  const from = Date.parse(`${literal.date}T00:00:00Z`);
  const [start, end] = [from, from + 86_400_000].map((ms) => build.timestamp(new Date(ms)));
  const [since, before] = [plain(">=", start!), plain("<", start!)];
  const [after, until] = [plain(">=", end!), plain("<", end!)];
  if (op === "=") return build.and(since, until);
  if (op === "<>") return build.or(before, after);
  return { "<": before, "<=": until, ">": after, ">=": since }[op] ?? null;
}

function propertyOf(node: Expression | undefined): string | undefined {
  return typeof node === "object" && "property" in node ? node.property : undefined;
}
