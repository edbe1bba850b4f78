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

/** A filter as CQL2 text. */
export function filterText(tree: BooleanExpression): string {
  return print(tree, { lang: "cql2-text" });
}

function isTime(node: Expression): boolean {
  return typeof node === "object" && ("date" in node || "timestamp" in node || "interval" in node);
}

/** The properties that a filter compares with times. */
export function comparedWithTimes(tree: BooleanExpression): string[] {
  const found = new Set<string>();
  mapTree(tree, (node) => {
    if (!isOperation(node)) return node;
    const operands = node.args.flat().flatMap(endsOf) as Expression[];
    const names = operands.flatMap((each) => propertyOf(each) ?? []);
    if (operands.some(isTime)) for (const name of names) found.add(name);
    return node;
  });
  return [...found];
}

/** An interval, with its ends: they may be properties. */
function endsOf(node: unknown): readonly unknown[] {
  const isInterval = typeof node === "object" && node !== null && "interval" in node;
  return isInterval ? [node, ...(node.interval as unknown[])] : [node];
}

export const ordering = ["<", "<=", ">", ">=", "between"];
export const equating = ["=", "<>", "in"];
const comparing = [...ordering, ...equating];

/** Whether a condition is about texts alone: the name of a property stands in single quotes. */
export function comparesNameAsText(tree: BooleanExpression): boolean {
  let isFound = false;
  mapTree(tree, (node) => {
    isFound ||= isOperation(node) && isOfTexts(node);
    return node;
  });
  return isFound;
}

function isOfTexts({ op, args }: Node): boolean {
  if (op !== "isNull" && op !== "like" && !comparing.includes(op)) return false;
  const isNamed = (each: Expression) =>
    has(each, (node) => propertyOf(node) !== undefined || isCall(node));
  return args.some(isText) && !(args.flat() as Expression[]).some(isNamed);
}

/** A function other than those that fold a text. */
function isCall(node: Expression): boolean {
  return isOperation(node) && !isFold(node) && !isCase(node);
}

function isText(operand: Expression): boolean {
  return typeof withoutFold(operand) === "string";
}

/** The operands of a condition about texts alone with a property: a known one, or the first. */
function withProperty({ op, args }: Node, { types }: Queryables): readonly Expression[] {
  const named = op === "like" ? args.slice(0, 1) : args;
  const known = named.findIndex((each) => types.has(withoutFold(each) as string));
  const at = known < 0 ? named.findIndex(isText) : known;
  const asName = (node: Expression) => (typeof node === "string" ? { property: node } : node);
  return args.map((each, i) => (i === at ? mapTree(each, asName) : each));
}

/**
 * The tree with its comparisons as they are plainly meant: `'state' = 'US-CA'` of the property,
 * `name = "Park"` of a text, `frp > '50'` of a number, and `LOWER(name) = 'a'` without case on both
 * sides.
 */
export function asMeant(
  tree: BooleanExpression,
  known: Queryables,
  spelling: Spelling,
): BooleanExpression {
  const meant = mapTree(tree, (node) => {
    if (!isOperation(node)) return node;
    const { op } = node;
    const args = isOfTexts(node) ? withProperty(node, known) : node.args;
    if (op === "isNull") return { op, args: args.map(withoutCase) } as Expression;
    if (op === "like") return { op, args: foldedAlike(args) } as Expression;
    if (!comparing.includes(op)) return node;
    const [left, ...others] = args as readonly [Expression, ...Expression[]];
    const name = propertyOf(withoutFold(left));
    const values =
      name === undefined ? others : eachOf(others, valuesFor(op, name, known, spelling));
    return { op, args: foldedAlike([left, ...(values as readonly Expression[])]) } as Expression;
  });
  return meant as BooleanExpression;
}

/** Changes values to the types of the property they are compared with, names of none to texts. */
function valuesFor(
  op: string,
  name: string,
  { types }: Queryables,
  spelling: Spelling,
): (value: Expression) => Expression {
  const known = [...(types.get(name) ?? [])];
  const are = (...names: string[]) =>
    known.length > 0 && known.every((each) => names.includes(each));
  const convert = (sent: Expression): Expression => {
    if (Array.isArray(sent)) return eachOf(sent, convert);
    if (isOperation(sent) && isFold(sent))
      return { op: sent.op, args: eachOf(sent.args, convert) } as Expression;
    const other = propertyOf(sent);
    const isText = other !== undefined && types.has(name) && !isLikeOne(other, types.keys());
    const value = isText ? other : sent;
    if (are("number", "integer") && typeof value === "string") return numberIn(value) ?? value;
    if (are("string", "uri") && typeof value === "number") {
      const written = spelling(value) ?? value;
      // The order of texts is not that of numbers, but for codes of one length.
      return equating.includes(op) || /^0\d/.test(String(written)) ? written : value;
    }
    if (are("boolean") && typeof value === "string" && /^(?:true|false)$/i.test(value))
      return value.toLowerCase() === "true";
    return value;
  };
  return convert;
}

/** The decimal number that a text is, with all of its digits. */
function numberIn(text: string): number | undefined {
  if (!/^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i.test(text)) return undefined;
  const number = Number(text);
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? undefined : number;
}

/** How a filter writes a number, such as "06063"; undefined where it has none or several ways. */
export type Spelling = (value: number) => string | undefined;

export function spellingIn(filter: string): Spelling {
  const withoutTexts = filter.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, " ");
  const numbers = withoutTexts.match(/(?<![\w.])(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? [];
  return (value) => {
    const written = new Set(numbers.filter((each) => Number(each) === Math.abs(value)));
    const [only] = written;
    return written.size === 1 ? `${value < 0 ? "-" : ""}${only}` : undefined;
  };
}

/** A name may be misspelt; a text is like no name. */
function isLikeOne(text: string, names: Iterable<string>): boolean {
  const all = [...names];
  return all.includes(text) || nearest(text, all, 1).length > 0;
}

/** Replaces each unknown property by the nearest known one; without a near one it stays. */
export function withKnownNames(tree: BooleanExpression, { types }: Queryables): BooleanExpression {
  const names = [...types.keys()];
  const plain = (each: string) => each.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const renamed = mapTree(tree, (node) => {
    const name = propertyOf(node);
    if (name === undefined || types.has(name)) return node;
    const near = names.find((each) => plain(each) === plain(name)) ?? nearest(name, names, 1)[0];
    return near === undefined ? node : { property: near };
  });
  return renamed as BooleanExpression;
}

const isCase = ({ op }: Node) => /^(?:lower|lcase|tolower|upper|ucase|toupper)$/i.test(op);
const isFold = ({ op }: Node) => op === "casei" || op === "accenti";

/**
 * Operands without the case functions of other languages: one that stands in such a function folds
 * all. What is compared with an unfolded property stays, and is refused.
 */
function foldedAlike(operands: readonly Expression[]): readonly Expression[] {
  const all = operands.flat() as Expression[];
  const isFolded = (each: Expression) =>
    has(each, (node) => isOperation(node) && (isCase(node) || node.op === "casei"));
  const canFold = (each: Expression) =>
    isFolded(each) || !has(each, (node) => propertyOf(node) !== undefined);
  if (!all.some(isFolded) || !all.every(canFold)) return operands;
  return operands.map(asFolded);
}

function has(node: Expression, test: (node: Expression) => boolean): boolean {
  return test(node) || (isOperation(node) && node.args.some((each) => has(each, test)));
}

function asFolded(operand: Expression): Expression {
  if (Array.isArray(operand)) return eachOf(operand, asFolded);
  const bare = withoutCase(operand);
  const isWhole = isOperation(bare) && bare.op === "casei";
  return isWhole ? bare : ({ op: "casei", args: [bare] } as Expression);
}

function withoutCase(node: Expression): Expression {
  return mapTree(node, (each) => (isOperation(each) && isCase(each) ? each.args[0]! : each));
}

function withoutFold(node: Expression): Expression {
  return isOperation(node) && (isFold(node) || isCase(node)) ? withoutFold(node.args[0]!) : node;
}
