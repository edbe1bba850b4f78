import { Cql2Error } from "../values/error.ts";
import { isOperation, isProperty, type Operation, operators } from "../values/operators.ts";
import type { Expression, IntervalEnd } from "../values/tree.ts";
import { isDistanceUnit, isRelatePattern } from "./ecql.ts";
import { cql2Reserved, TextPrinter } from "./printer.ts";

const infixWords: Readonly<Record<string, string>> = {
  t_before: "BEFORE",
  t_after: "AFTER",
  t_during: "DURING",
  t_equals: "TEQUALS",
};

const ecqlReserved = new Set([
  ...cql2Reserved,
  ..."ILIKE BEFORE AFTER DURING TEQUALS EXISTS DOES INCLUDE EXCLUDE SRID ENVELOPE DWITHIN BEYOND RELATE INTERSECTS DISJOINT CONTAINS WITHIN TOUCHES CROSSES OVERLAPS EQUALS".split(
    " ",
  ),
]);

function refuse(what: string): never {
  throw new Cql2Error("unsupported", `ECQL has no ${what}; print the filter as cql2-text`);
}

/** Prints ECQL as GeoServer reads it; throws for what ECQL cannot express. */
export class EcqlPrinter extends TextPrinter {
  protected override readonly backslashes = false;
  protected override readonly reserved: ReadonlySet<string> = ecqlReserved;

  protected override operation(node: Operation): string {
    const { op, args } = node;
    const infix = infixWords[op];
    if (infix !== undefined) return `${this.value(args[0]!)} ${infix} ${this.value(args[1]!)}`;
    switch (operators.get(op)?.kind) {
      case "spatial":
        return this.call(op.slice(2).toUpperCase(), args);
      case "temporal":
      case "array":
        return refuse(`${op.toUpperCase()}`);
      case "arithmetic":
        if (!["+", "-", "*", "/"].includes(op)) return refuse(`operator ${op}`);
        break;
      case "not":
        if (isCallOf(args[0]!, "exists")) return `${this.value(args[0].args[0]!)} DOES-NOT-EXIST`;
        break;
      case "comparison":
        if (args.some((arg) => isOperation(arg) && this.isPredicate(arg))) {
          return refuse("comparison with a condition");
        }
        break;
      case undefined:
        return this.#function(op, args);
    }
    return super.operation(node);
  }

  #function(op: string, args: Expression[]): string {
    const [first, second, third, fourth] = args;
    const isDistance = (op === "dwithin" || op === "beyond") && args.length === 4;
    if (isDistance && typeof third === "number" && isDistanceUnit(fourth)) {
      return `${op.toUpperCase()}(${this.print(first!)}, ${this.print(second!)}, ${third}, ${fourth})`;
    }
    if (op === "relate" && args.length === 3 && isRelatePattern(third)) {
      return `RELATE(${this.print(first!)}, ${this.print(second!)}, ${third})`;
    }
    if (op === "exists" && args.length === 1) return `${this.value(args[0]!)} EXISTS`;
    return super.operation({ op, args });
  }

  protected override predicate(node: Operation, not: string): string {
    const [left, second] = node.args as [Expression, Expression];
    if (node.op === "like" && isCallOf(left, "casei") && isCallOf(second, "casei")) {
      return `${this.value(left.args[0]!)} ${not}ILIKE ${this.value(second.args[0]!)}`;
    }
    if (node.op === "in" && isCallOf(left, "id") && left.args.length === 0 && not === "") {
      return `IN (${(second as Expression[]).map((item) => this.value(item)).join(", ")})`;
    }
    return super.predicate(node, not);
  }

  protected override bindingOf(node: Operation): number {
    return this.isPredicate(node) ? 4 : super.bindingOf(node);
  }

  private isPredicate({ op, args }: Operation): boolean {
    return op in infixWords || op === "exists" || (op === "not" && isCallOf(args[0]!, "exists"));
  }

  protected override leaf(node: Expression): string {
    if (Array.isArray(node)) return refuse("arrays");
    if (typeof node === "object") {
      if ("date" in node) return node.date;
      if ("timestamp" in node) return node.timestamp;
      if ("interval" in node) return node.interval.map((end) => this.intervalEnd(end)).join("/");
      if ("bbox" in node) {
        if (node.bbox.length === 6) return refuse("boxes with heights");
        const [west, south, east, north] = node.bbox;
        return `ENVELOPE(${west}, ${east}, ${south}, ${north})`;
      }
    }
    return super.leaf(node);
  }

  protected override intervalEnd(end: IntervalEnd): string {
    if (end === "..") return refuse("open intervals");
    if (typeof end !== "string") return refuse("intervals between properties");
    return end;
  }
}

function isCallOf(node: Expression, op: string): node is Operation & Expression {
  return isOperation(node) && !isProperty(node) && node.op === op;
}
