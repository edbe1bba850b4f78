import { JsonReader } from "./json/reader.ts";
import { EcqlPrinter } from "./text/ecql-printer.ts";
import { FilterReader } from "./text/parser.ts";
import { TextPrinter } from "./text/printer.ts";
import { Cql2Error } from "./values/error.ts";
import { assertWithin, type Limits, limitError, withDefaults } from "./values/limits.ts";
import type { BooleanExpression, Lang } from "./values/tree.ts";

export interface ParseOptions {
  /** The language of the source; `cql2-text` by default. */
  lang?: Lang;
  /** Limits on untrusted input; see `defaultLimits`. */
  limits?: Partial<Limits>;
}

/**
 * Reads a filter into the tree of CQL2 JSON.
 *
 * `source` is text; for `cql2-json` it is JSON text or the value itself.
 * Timestamps become UTC without trailing zeros, -0 becomes 0, and `a NOT LIKE b`
 * becomes `not(like(a, b))`, so that equal filters are equal trees. Names and
 * literals are validated by `check`.
 *
 * @throws {Cql2Error} when the source is not a filter (`syntax`, with position, length, expectation
 * and excerpt; for JSON, a path) or exceeds a limit (`limit`)
 *
 * @example
 * ```js
 * parse("frp > 50"); // → { op: ">", args: [{ property: "frp" }, 50] }
 * const filter = parse("seen AFTER 2024-08-01", { lang: "ecql-text" });
 * print(filter); // → "T_AFTER(seen, DATE('2024-08-01'))"
 * parse("frp >"); // throws the filter ends
 * ```
 */
export function parse(source: unknown, options: ParseOptions = {}): BooleanExpression {
  const limits = withDefaults(options.limits);
  const lang = options.lang ?? "cql2-text";
  if (typeof source === "string" && source.length > limits.length) {
    throw limitError("length", limits.length);
  }
  switch (lang) {
    case "cql2-json": {
      const value = typeof source === "string" ? fromJson(source) : source;
      const tree = new JsonReader(limits).filter(value);
      assertWithin(tree, limits);
      return tree;
    }
    case "cql2-text":
    case "ecql-text":
      if (typeof source === "string") return fromText(source, lang, limits);
      throw new Cql2Error("syntax", `A filter in ${lang} is text; for an object use cql2-json`);
    default:
      throw new Cql2Error(
        "unsupported",
        `The language ${JSON.stringify(lang)} is not known; use cql2-text, cql2-json or ecql-text`,
      );
  }
}

function fromText(source: string, lang: Lang, limits: Limits): BooleanExpression {
  const reader = new FilterReader(source, lang === "ecql-text", limits);
  const tree = reader.filter();
  // Every level, literal and vertex takes a token, so few tokens cannot exceed a limit.
  const least = Math.min(limits.depth, limits.literals, limits.vertices);
  if (reader.cursor.index > least) assertWithin(tree, limits);
  return tree;
}

function fromJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch (cause) {
    // Messages differ by engine; one overflows the stack on deep nesting.
    const reason = cause instanceof Error ? cause.message : "it cannot be read";
    throw new Cql2Error("syntax", `The filter is not JSON: ${reason}`);
  }
}

/**
 * Writes a tree as text with the fewest parentheses that keep its meaning, or
 * as CQL2 JSON (a new value, ready for `JSON.stringify`).
 *
 * Parsing what was printed gives the same tree.
 *
 * @throws {Cql2Error} when ECQL cannot express the tree (`unsupported`), the tree is too deep for
 * any stack (`limit`), or the object is not a tree (`syntax`)
 *
 * @example
 * ```js
 * print({ op: ">", args: [{ property: "frp" }, 50] }); // → "frp > 50"
 * const tree = parse("frp > 50");
 * print(tree, { lang: "cql2-json" }); // → { op: ">", args: [{ property: "frp" }, 50] }
 * ```
 */
export function print(
  tree: BooleanExpression,
  options?: { lang?: "cql2-text" | "ecql-text" },
): string;
export function print(tree: BooleanExpression, options: { lang: "cql2-json" }): BooleanExpression;
export function print(
  tree: BooleanExpression,
  options?: { lang?: Lang | undefined },
): string | BooleanExpression;
export function print(
  tree: BooleanExpression,
  options: { lang?: Lang | undefined } = {},
): string | BooleanExpression {
  // Parsed again, so that no value in a hand-made tree can break out of its literal.
  const own = new JsonReader(withDefaults({ length: Infinity, depth: Infinity })).filter(tree);
  switch (options.lang) {
    case "cql2-json":
      return own;
    case "ecql-text":
      return new EcqlPrinter().print(own);
    default:
      return new TextPrinter().print(own);
  }
}
