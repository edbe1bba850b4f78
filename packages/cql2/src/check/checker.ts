import { didYouMean, nearest } from "../nearest.ts";
import {
  isOperation,
  isProperty,
  OPERATORS,
  type Operation,
  type OperatorKind,
} from "../operators.ts";
import type { Queryables, QueryableType } from "../queryables.ts";
import { TextPrinter } from "../text/printer.ts";
import { instantOfText } from "../time/literals.ts";
import type { Expression } from "../tree.ts";
import { eachNode, literalProblem } from "./literals.ts";

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

/** `text-as-time`: a plain text read as a date or time. `mixed-property`: values of several types. */
export interface Notice {
  code: "text-as-time" | "mixed-property";
  message: string;
  path: string;
}

export interface CheckOptions {
  /** The functions there are. Without it only names near a standard operator's are problems. */
  functions?: Iterable<string>;
}

type ValueType = "text" | "number" | "truth value" | "time" | "geometry" | "array";

const VALUE_TYPES: Readonly<Record<QueryableType, ValueType>> = {
  string: "text",
  uri: "text",
  number: "number",
  integer: "number",
  date: "time",
  dateTime: "time",
  boolean: "truth value",
  geometry: "geometry",
  array: "array",
};

/** What operators want of their operands, where all of them want the same. */
const WANTED: Partial<Readonly<Record<OperatorKind, ValueType>>> = {
  like: "text",
  textFunction: "text",
  arithmetic: "number",
  temporal: "time",
  array: "array",
  spatial: "geometry",
};

const NAMES_SHOWN = 12;

/** Walks a tree once and keeps everything that it finds. */
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

  #node(node: Expression, path: string): void {
    const problem = literalProblem(node);
    if (problem !== undefined) {
      this.#report("invalid-literal", `${this.#show(node)} is invalid: ${problem}`, path);
    }
    if (isProperty(node)) this.#property(node.property, path);
    else if (isOperation(node)) this.#operation(node, path);
    else if (typeof node === "object" && "interval" in node) {
      for (const end of node.interval) {
        if (typeof end !== "string") this.#expect("time", "INTERVAL", end, path);
      }
    }
  }

  #property(name: string, path: string): void {
    const { types, open } = this.#queryables;
    const known = types.get(name);
    if (known === undefined) {
      if (open) return;
      const near = nearest(name, types.keys());
      const names = [...types.keys()];
      const all = `${names.slice(0, NAMES_SHOWN).join(", ")}${names.length > NAMES_SHOWN ? ", …" : ""}`;
      const hint = near.length > 0 ? didYouMean(near) : `; there is ${all}`;
      this.#report("unknown-property", `There is no property ${JSON.stringify(name)}${hint}`, path);
      return;
    }
    const values = this.#valueTypes({ property: name });
    if (values !== undefined && values.size > 1) {
      this.notices.push({
        code: "mixed-property",
        message: `${name} holds ${[...values].join(" in some features and ")} in others; a comparison leaves out features whose value has another type than its operand`,
        path,
      });
    }
  }

  #operation({ op, args }: Operation, path: string): void {
    const kind = OPERATORS.get(op)?.kind;
    const wanted = kind === undefined ? undefined : WANTED[kind];
    if (kind === undefined) this.#function(op, path);
    else if (kind === "comparison" || kind === "between") this.#comparable(args, path);
    else if (kind === "in") this.#comparable([args[0]!, ...(args[1] as Expression[])], path);
    if (wanted === undefined) return;
    const written = kind === "arithmetic" ? op : op.toUpperCase();
    const asked = kind === "like" ? args.slice(0, 1) : args;
    for (const arg of asked) this.#expect(wanted, written, arg, path);
  }

  #function(op: string, path: string): void {
    if (this.#functions?.has(op)) return;
    const near = nearest(op, [...(this.#functions ?? []), ...OPERATORS.keys()], 1);
    if (this.#functions === undefined && near.length === 0) return;
    const hint = didYouMean(near.map((name) => (OPERATORS.has(name) ? name.toUpperCase() : name)));
    this.#report("unknown-function", `There is no function ${JSON.stringify(op)}${hint}`, path);
  }

  /** Every operand after the first is compared with the first. */
  #comparable([first, ...others]: readonly Expression[], path: string): void {
    for (const other of others) {
      const a = this.#valueTypes(first!);
      const b = this.#valueTypes(other);
      if (a === undefined || b === undefined) continue;
      if ([...a].some((type) => type !== "geometry" && b.has(type))) continue;
      if (this.#isTextForTime(first!, b, path) || this.#isTextForTime(other, a, path)) continue;
      const [left, right] = [this.#describe(first!, a), this.#describe(other, b)];
      this.#report("type-mismatch", `${left} cannot be compared with ${right}`, path);
    }
  }

  #isTextForTime(node: Expression, other: ReadonlySet<ValueType>, path: string): boolean {
    if (typeof node !== "string" || !other.has("time")) return false;
    if (instantOfText(node) === undefined) return false;
    const literal = node.length === 10 ? `DATE('${node}')` : `TIMESTAMP('${node}')`;
    this.notices.push({
      code: "text-as-time",
      message: `The text '${node}' is read as ${literal}, because it is compared with a time`,
      path,
    });
    return true;
  }

  #expect(wanted: ValueType, operator: string, node: Expression, path: string): void {
    const found = this.#valueTypes(node);
    if (found === undefined || found.has(wanted)) return;
    const code = wanted === "geometry" ? "not-a-geometry" : "type-mismatch";
    const named = [...this.#queryables.types].filter(([, types]) => types.has("geometry"));
    const hint =
      wanted === "geometry" && named.length > 0
        ? `; the geometry here is ${named.map(([name]) => name).join(", ")}`
        : "";
    const article = wanted === "array" ? "an" : "a";
    const what = wanted === "text" ? wanted : `${article} ${wanted}`;
    this.#report(
      code,
      `${operator} needs ${what}, not ${this.#describe(node, found)}${hint}`,
      path,
    );
  }

  /** The types that a node's values can have; undefined where nothing is known. */
  #valueTypes(node: Expression): ReadonlySet<ValueType> | undefined {
    if (typeof node === "string") return new Set(["text"]);
    if (typeof node === "number") return new Set(["number"]);
    if (typeof node === "boolean") return new Set(["truth value"]);
    if (Array.isArray(node)) return new Set(["array"]);
    if (isProperty(node)) {
      const types = this.#queryables.types.get(node.property);
      if (types === undefined || types.size === 0) return undefined;
      return new Set([...types].map((type) => VALUE_TYPES[type]));
    }
    if (!isOperation(node)) {
      return new Set(["bbox" in node || "type" in node ? "geometry" : "time"]);
    }
    const kind = OPERATORS.get(node.op)?.kind;
    if (kind === undefined) return undefined;
    if (kind === "arithmetic") return new Set(["number"]);
    return new Set([kind === "textFunction" ? "text" : "truth value"]);
  }

  #describe(node: Expression, types: ReadonlySet<ValueType>): string {
    return `${this.#show(node)} (${[...types].join(" or ")})`;
  }

  #show(node: Expression): string {
    const text = this.#printer.print(node);
    return text.length > 60 ? `${text.slice(0, 57)}...` : text;
  }

  #report(code: Problem["code"], message: string, path: string): void {
    this.problems.push({ code, message, path });
  }
}
