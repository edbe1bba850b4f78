import type { Instant } from "../time/instant.ts";
import { instantOf, instantOfEnd } from "../time/literals.ts";
import { isOperation, isProperty, operators } from "../values/operators.ts";
import type { BooleanExpression, IntervalEnd } from "../values/tree.ts";
import { normalise } from "./normalise.ts";

/** Closed; milliseconds since 1970, infinite where open. */
export interface TimeBounds {
  startMs: number;
  endMs: number;
}

/** The property that holds a feature's time, several that do, or those of its start and end. */
export type TimeProperties = string | readonly string[] | { start: string; end: string };

/** Microseconds, closed. */
type Range = readonly [from: number, to: number];

const always: Range = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

/** The instants of a literal: one moment, a day, or from the start of an interval to its end. */
function rangeOf(node: unknown): Range | undefined {
  if (typeof node !== "object" || node === null) return undefined;
  let ends: readonly (Instant | undefined)[] = [];
  if ("date" in node || "timestamp" in node) {
    const instant = instantOf(node as Parameters<typeof instantOf>[0]);
    ends = [instant, instant];
  } else if ("interval" in node) {
    const [start, end] = node.interval as [IntervalEnd, IntervalEnd];
    if (typeof start !== "string" || typeof end !== "string") return undefined;
    ends = [instantOfEnd(start, "start"), instantOfEnd(end, "end")];
  }
  const [first, last] = ends;
  return first === undefined || last === undefined ? undefined : [first.from, last.to];
}

/** The span in which `op` with the literal can be true; it may be one moment too wide. */
function bounded(op: string, [from, to]: Range): Range | undefined {
  switch (op) {
    case "<":
    case "t_before":
      return [always[0], from];
    case "<=":
      return [always[0], to];
    case ">":
    case "t_after":
      return [to, always[1]];
    case ">=":
      return [from, always[1]];
    case "<>":
    case "t_disjoint":
      return undefined;
  }
  return [from, to];
}

const converse: Readonly<Record<string, string>> = {
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
  t_before: "t_after",
  t_after: "t_before",
};

/**
 * Spans that overlap in pairs share a moment (Helly); without overlap, one of them is used alone.
 */
function both(a: Range, b: Range): Range {
  const [from, to] = [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
  if (from <= to) return [from, to];
  return b[1] - b[0] < a[1] - a[0] ? b : a;
}

function either(a: Range, b: Range): Range {
  return [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
}

/**
 * The interval that the time of every selected feature overlaps, so that a store
 * can use its index. Undefined where the filter sets no bounds on the properties
 * named. Plain texts count as times only after `normalise` with queryables.
 *
 * @example
 * ```js
 * const bounds = impliedInterval(parse("frp > 50 AND seen >= DATE('2024-08-01')"), "seen");
 * new Date(bounds.startMs).toISOString(); // → "2024-08-01T00:00:00.000Z"
 * bounds.endMs; // → Infinity
 * ```
 */
export function impliedInterval(
  tree: BooleanExpression,
  time: TimeProperties,
): TimeBounds | undefined {
  const names = typeof time === "string" ? [time] : Object.values<string>(time);
  const isTime = (node: unknown): boolean => {
    if (isProperty(node)) return names.includes(node.property);
    if (typeof node !== "object" || node === null || !("interval" in node)) return false;
    return (node.interval as unknown[]).every(isTime);
  };
  const range = implied<Range>(tree, {
    ofPredicate(op, args) {
      const kind = operators.get(op)?.kind;
      if (!isTime(args[0]) && !isTime(args[1])) return undefined;
      if (kind === "between") {
        const [low, high] = [rangeOf(args[1]), rangeOf(args[2])];
        return low === undefined || high === undefined ? undefined : [low[0], high[1]];
      }
      if (kind === "in") {
        const ranges = (args[1] as unknown[]).map(rangeOf);
        return ranges.reduce((a, b) =>
          a === undefined || b === undefined ? undefined : either(a, b),
        );
      }
      if (kind !== "comparison" && kind !== "temporal") return undefined;
      const [literal, asked] = isTime(args[0])
        ? [rangeOf(args[1]), op]
        : [rangeOf(args[0]), converse[op] ?? op];
      return literal === undefined ? undefined : bounded(asked, literal);
    },
    both,
    either,
  });
  if (range === undefined) return undefined;
  return { startMs: Math.floor(range[0] / 1000), endMs: Math.ceil(range[1] / 1000) };
}

/** A kind of region and its set operations. */
interface Algebra<R> {
  /** The region that a single predicate implies, if any. */
  ofPredicate(op: string, args: readonly unknown[]): R | undefined;
  both(a: R, b: R): R;
  either(a: R, b: R): R;
}

/**
 * The region that every selected feature must intersect; undefined if unbounded.
 * A filter that selects nothing may imply any region.
 */
export function implied<R extends object>(
  tree: BooleanExpression,
  algebra: Algebra<R>,
): R | undefined {
  const of = (node: unknown): R | undefined => {
    if (!isOperation(node)) return undefined;
    if (node.op === "and") {
      const parts = node.args.map(of).filter((part) => part !== undefined);
      return parts.length === 0 ? undefined : parts.reduce((a, b) => algebra.both(a, b));
    }
    if (node.op === "or") {
      const parts = node.args.map(of);
      return parts.reduce((a, b) =>
        a === undefined || b === undefined ? undefined : algebra.either(a, b),
      );
    }
    return algebra.ofPredicate(node.op, node.args);
  };
  return of(normalise(tree));
}
