import { type BooleanExpression, build, type Expression } from "@emberline/cql2";
import { eachOf, isOperation, mapTree, propertyOf } from "./filter-tree.ts";

/** With the wildcards of LIKE for those of shells: `LIKE 'US*'`. */
export function withWildcards(tree: BooleanExpression): BooleanExpression | null {
  let isChanged = false;
  const changed = mapTree(tree, (node) => {
    if (!isOperation(node) || node.op !== "like") return node;
    const replace = (each: Expression): Expression => {
      if (isOperation(each)) return { op: each.op, args: eachOf(each.args, replace) } as Expression;
      if (typeof each !== "string" || !each.includes("*") || each.includes("%")) return each;
      isChanged = true;
      return each.replaceAll("*", "%");
    };
    return { op: "like", args: [node.args[0]!, replace(node.args[1]!)] } as Expression;
  });
  return isChanged ? (changed as BooleanExpression) : null;
}

/** A value that a property must have, by the node of the filter that says so. */
export interface Equality {
  readonly node: Expression;
  readonly property: string;
  readonly value: string | number;
  /** Case does not count. */
  readonly isFolded: boolean;
}

/** At most this many values of a filter are looked up. */
const maxEqualities = 10;

/** The values that properties must have: of `=`, `IN`, and `LIKE` without a wildcard. */
export function equalitiesOf(tree: BooleanExpression): Equality[] {
  const found: Equality[] = [];
  const visit = (node: Expression): void => {
    if (!isOperation(node)) return;
    if (node.op === "and" || node.op === "or") for (const each of node.args) visit(each);
    const [left, right] = [unfolded(node.args[0]!), unfolded(node.args[1] ?? "")];
    const property = propertyOf(left.node);
    if (property === undefined) return;
    const { isFolded } = left;
    const add = (value: unknown) => {
      if (typeof value !== "string" && typeof value !== "number") return;
      found.push({ node, property, value, isFolded });
    };
    if (node.op === "=") add(right.node);
    if (node.op === "in") for (const each of right.node as readonly unknown[]) add(each);
    if (node.op === "like" && !/[%_*]/.test(String(right.node))) add(right.node);
  };
  visit(tree as Expression);
  return found.slice(0, maxEqualities);
}

interface Unfolded {
  readonly node: Expression;
  readonly isFolded: boolean;
}

function unfolded(node: Expression): Unfolded {
  const isFolding = isOperation(node) && (node.op === "casei" || node.op === "accenti");
  return isFolding
    ? { node: unfolded(node.args[0]!).node, isFolded: true }
    : { node, isFolded: false };
}

/** Values instead of another, or a text that others hold. */
export type Replacement = readonly (string | number)[] | { readonly part: string };

/** The filter with other values in place of some. */
export function withValues(
  tree: BooleanExpression,
  values: ReadonlyMap<Equality, Replacement>,
): BooleanExpression {
  const visit = (node: Expression): Expression => {
    if (!isOperation(node)) return node;
    if (node.op === "and" || node.op === "or")
      return { op: node.op, args: eachOf(node.args, visit) } as Expression;
    const own = [...values].filter(([{ node: each }]) => each === node);
    if (own.length === 0) return node;
    const [{ property }, replacement] = own[0]!;
    if (node.op !== "in") return replaced(property, replacement);
    const list = (node.args[1] as readonly Expression[]).flatMap((each): readonly Expression[] => {
      const found = own.find(([{ value }]) => value === each)?.[1];
      return found && !("part" in found) ? found : [each];
    });
    return { op: "in", args: [{ property }, [...new Set(list)]] } as Expression;
  };
  return visit(tree as Expression) as BooleanExpression;
}

function replaced(property: string, replacement: Replacement): Expression {
  if ("part" in replacement) {
    const folded = (arg: Expression) => ({ op: "casei", args: [arg] });
    const args = [folded({ property }), folded(`%${build.escapeLike(replacement.part)}%`)];
    return { op: "like", args } as Expression;
  }
  return replacement.length === 1
    ? ({ op: "=", args: [{ property }, replacement[0]!] } as Expression)
    : ({ op: "in", args: [{ property }, replacement] } as Expression);
}

/** A bound of a number. */
interface Bound {
  readonly property: string;
  readonly op: string;
  readonly value: number;
}

/** The bounds that numbers must keep, all of them. */
export function boundsOf(tree: BooleanExpression): Bound[] {
  const found: Bound[] = [];
  const visit = (node: Expression): void => {
    if (!isOperation(node)) return;
    if (node.op === "and") for (const each of node.args) visit(each);
    const property = propertyOf(node.args[0]);
    const value = node.args[1];
    if (/^[<>]=?$/.test(node.op) && property !== undefined && typeof value === "number")
      found.push({ property, op: node.op, value });
  };
  visit(tree as Expression);
  return found;
}
