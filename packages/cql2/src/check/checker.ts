import { bboxProblem, geometryProblem } from "@emberline/geo";
import { TextPrinter } from "../text/printer.ts";
import { instantOfText, temporalProblem } from "../time/literals.ts";
import { didYouMean } from "../values/did-you-mean.ts";
import { isLongInteger } from "../values/long-integer.ts";
import { misspelt } from "../values/misspelt.ts";
import {
  callOperators,
  isOperation,
  isProperty,
  type Operation,
  type OperatorKind,
  operators,
} from "../values/operators.ts";
import type { Queryables, QueryableType } from "../values/queryables.ts";
import type { Expression } from "../values/tree.ts";
import { eachNode, formatPath, type Path } from "../values/walk.ts";

/** Types that a value can have, one bit each; 0 is unknown. */
type Types = number;
const textType = 1;
const numberType = 2;
const truthType = 4;
const timeType = 8;
const geometryType = 16;
const arrayType = 32;

const typeNames: readonly (readonly [Types, string])[] = [
  [textType, "text"],
  [numberType, "number"],
  [truthType, "truth value"],
  [timeType, "time"],
  [geometryType, "geometry"],
  [arrayType, "array"],
];

const typesOfQueryables: Readonly<Record<QueryableType, Types>> = {
  string: textType,
  uri: textType,
  number: numberType,
  integer: numberType,
  date: timeType,
  dateTime: timeType,
  boolean: truthType,
  geometry: geometryType,
  array: arrayType,
};

/** The types by name, joined. */
function nameOf(types: Types, joint = " or "): string {
  return typeNames
    .filter(([bit]) => (types & bit) !== 0)
    .map(([, name]) => name)
    .join(joint);
}

/** The types that a node's values can have. */
function typesOf(node: Expression, queryables: Queryables): Types {
  if (typeof node === "string") return isLongInteger(node) ? textType | numberType : textType;
  if (typeof node === "number") return numberType;
  if (typeof node === "boolean") return truthType;
  if (Array.isArray(node)) return arrayType;
  if ("op" in node) {
    const kind = operators.get(node.op)?.kind;
    if (kind === undefined) return 0;
    if (kind === "arithmetic") return numberType;
    return kind === "textFunction" ? textType : truthType;
  }
  if (!("property" in node)) return "bbox" in node || "type" in node ? geometryType : timeType;
  let types = 0;
  for (const type of queryables.types.get(node.property) ?? []) types |= typesOfQueryables[type];
  return types;
}

/**
 * - `unknown-property`, `unknown-function`: with the nearest known names.
 * - `type-mismatch`: an operand of a type that its operator cannot take.
 * - `not-a-geometry`: a spatial operator on something else.
 * - `invalid-literal`: a date, interval or geometry that cannot exist.
 */
export interface Problem {
  code:
    | "unknown-property"
    | "unknown-function"
    | "type-mismatch"
    | "not-a-geometry"
    | "invalid-literal";
  message: string;
  /** Where in the tree, like `args[0].args[1]`; empty for the root. */
  path: string;
}

/**
 * `text-as-time`: a plain text read as a date or time. `mixed-property`: values of several types.
 */
export interface Notice {
  code: "text-as-time" | "mixed-property";
  message: string;
  path: string;
}

export interface CheckOptions {
  /** Known functions. Without them only misspelt standard operators are problems. */
  functions?: Iterable<string>;
}

/** The operand type of operators whose operands all have the same type. */
const wantedTypes: Partial<Readonly<Record<OperatorKind, Types>>> = {
  like: textType,
  textFunction: textType,
  arithmetic: numberType,
  temporal: timeType,
  array: arrayType,
  spatial: geometryType,
};

const maxNamesShown = 12;
/** At most this many problems get a hint: a long filter may contain thousands of unknown names. */
const maxHints = 10;

/** Walks a tree once and collects all problems and notices. */
export class Checker {
  readonly problems: Problem[] = [];
  readonly notices: Notice[] = [];
  readonly #queryables: Queryables;
  readonly #functions: ReadonlySet<string> | undefined;
  readonly #printer = new TextPrinter();

  constructor(queryables: Queryables, { functions }: CheckOptions) {
    this.#queryables = queryables;
    this.#functions = functions === undefined ? undefined : new Set(functions);
  }

  condition(tree: Expression): void {
    eachNode(tree, (node, path) => this.#node(node, path));
  }

  #node(node: Expression, path: Path): void {
    const problem = literalProblem(node);
    if (problem !== undefined) {
      this.#report("invalid-literal", `${this.#show(node)} is invalid: ${problem}`, path);
    }
    if (isProperty(node)) this.#property(node.property, path);
    else if (isOperation(node)) this.#operation(node, path);
    else if (typeof node === "object" && "interval" in node) {
      for (const end of node.interval) {
        if (typeof end !== "string") this.#expect(timeType, "INTERVAL", end, path);
      }
    }
  }

  #property(name: string, path: Path): void {
    const { types, open } = this.#queryables;
    const known = types.get(name);
    if (known === undefined) {
      if (open) return;
      const hint = this.problems.length < maxHints ? this.#propertyHint(name) : "";
      this.#report("unknown-property", `There is no property ${JSON.stringify(name)}${hint}`, path);
      return;
    }
    const values = typesOf({ property: name }, this.#queryables);
    if ((values & (values - 1)) !== 0) {
      this.notices.push({
        code: "mixed-property",
        message: `${name} holds ${nameOf(values, " in some features and ")} in others; a comparison leaves out features whose value has another type than its operand`,
        path: formatPath(path),
      });
    }
  }

  #propertyHint(name: string): string {
    const names = [...this.#queryables.types.keys()];
    const all = `${names.slice(0, maxNamesShown).join(", ")}${names.length > maxNamesShown ? ", …" : ""}`;
    return didYouMean(name, names, 3) || `; known names: ${all}`;
  }

  #operation({ op, args }: Operation, path: Path): void {
    const kind = operators.get(op)?.kind;
    const wanted = kind === undefined ? undefined : wantedTypes[kind];
    if (kind === undefined) this.#function(op, path);
    else if (kind === "comparison" || kind === "between") this.#comparable(args, path);
    else if (kind === "in") this.#comparable([args[0]!, ...(args[1] as Expression[])], path);
    if (wanted === undefined) return;
    const written = kind === "arithmetic" ? op : op.toUpperCase();
    const asked = kind === "like" ? args.slice(0, 1) : args;
    for (const arg of asked) this.#expect(wanted, written, arg, path);
  }

  #function(op: string, path: Path): void {
    if (this.#functions?.has(op)) return;
    const known = [...(this.#functions ?? []), ...callOperators.keys()];
    if (this.#functions === undefined && misspelt(op, known).length === 0) return;
    const hint = didYouMean(op, known);
    this.#report("unknown-function", `There is no function ${JSON.stringify(op)}${hint}`, path);
  }

  /** Every operand after the first is compared with the first. */
  #comparable([first, ...others]: readonly Expression[], path: Path): void {
    const a = typesOf(first!, this.#queryables);
    for (const other of others) {
      const b = typesOf(other, this.#queryables);
      if (a === 0 || b === 0 || (a & b & ~geometryType) !== 0) continue;
      if (this.#isTextForTime(first!, b, path) || this.#isTextForTime(other, a, path)) continue;
      const [left, right] = [this.#describe(first!, a), this.#describe(other, b)];
      this.#report("type-mismatch", `${left} cannot be compared with ${right}`, path);
    }
  }

  #isTextForTime(node: Expression, other: Types, path: Path): boolean {
    if (typeof node !== "string" || (other & timeType) === 0) return false;
    if (instantOfText(node) === undefined) return false;
    const literal = node.length === 10 ? `DATE('${node}')` : `TIMESTAMP('${node}')`;
    this.notices.push({
      code: "text-as-time",
      message: `The text '${node}' is read as ${literal}, because it is compared with a time`,
      path: formatPath(path),
    });
    return true;
  }

  #expect(wanted: Types, operator: string, node: Expression, path: Path): void {
    const found = typesOf(node, this.#queryables);
    if (found === 0 || (found & wanted) !== 0) return;
    const article = wanted === textType ? "" : wanted === arrayType ? "an " : "a ";
    const needs = `${operator} needs ${article}${nameOf(wanted)}, not ${this.#describe(node, found)}`;
    if (wanted === geometryType) {
      this.#report("not-a-geometry", `${needs}${this.#geometryHint()}`, path);
    } else {
      this.#report("type-mismatch", needs, path);
    }
  }

  #geometryHint(): string {
    const names = [...this.#queryables.types].filter(([, types]) => types.has("geometry"));
    return names.length === 0
      ? ""
      : `; the geometry here is ${names.map(([name]) => name).join(", ")}`;
  }

  #describe(node: Expression, types: Types): string {
    return `${this.#show(node)} (${nameOf(types)})`;
  }

  #show(node: Expression): string {
    const text = this.#printer.print(node);
    return text.length > 60 ? `${text.slice(0, 57)}...` : text;
  }

  #report(code: Problem["code"], message: string, path: Path): void {
    this.problems.push({ code, message, path: formatPath(path) });
  }
}

/** Why a literal is invalid, as the rest of a sentence; undefined for all other nodes. */
export function literalProblem(node: Expression): string | undefined {
  if (typeof node !== "object" || Array.isArray(node) || "op" in node || "property" in node) {
    return undefined;
  }
  if ("bbox" in node) return after("the bbox ", bboxProblem(node.bbox));
  if ("type" in node) return after("geometry", geometryProblem(node, { maxLongitude: 180 }));
  return temporalProblem(node);
}

function after(name: string, problem: string | undefined): string | undefined {
  return problem && name + problem;
}
