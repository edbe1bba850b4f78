import { JsonReader } from "./json/reader.ts";
import { withDefaults } from "./limits.ts";
import { EcqlPrinter } from "./text/ecql-printer.ts";
import { TextPrinter } from "./text/printer.ts";
import type { BooleanExpression, Lang } from "./tree.ts";

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
