import { nearest } from "@emberline/cql2/nearest";
import { quoted } from "./text.ts";

/**
 * ` Did you mean "x"?`, or an empty text if no known name is close.
 *
 * @example
 * didYouMean("hotspot", ["hotspots", "simulations"]); // ' Did you mean "hotspots"?'
 */
export function didYouMean(name: string, known: readonly string[]): string {
  const [meant] = nearest(name, known, 1);
  return meant === undefined ? "" : ` Did you mean ${quoted(meant, 60)}?`;
}
