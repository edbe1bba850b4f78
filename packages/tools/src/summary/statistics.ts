import { invalidInput } from "../call/tool-error.ts";
import { quoted } from "../values/text.ts";

/** A statistic of numbers with the name of its column; `quantile` is from 0 to 1. */
export type Statistic =
  | { readonly name: "sum" | "min" | "max" | "mean" }
  | { readonly name: string; readonly quantile: number };

const simple = ["sum", "min", "max", "mean"] as const;
const usual = [...simple, "median"];

/**
 * The requested statistics; by default sum, minimum, maximum, mean and median.
 *
 * @throws {ToolError} when one is unknown (`invalid_input`)
 */
export function statisticsOf(names: readonly string[] = usual): Statistic[] {
  return [...new Set(names)].map((name) => {
    const known = simple.find((each) => each === name);
    if (known) return { name: known };
    if (name === "median") return { name, quantile: 0.5 };
    const [, percent] = /^p(\d{1,2}(?:\.\d{1,3})?)$/.exec(name) ?? [];
    if (percent !== undefined && Number(percent) > 0)
      return { name, quantile: Number(percent) / 100 };
    throw invalidInput(
      `statistics: ${quoted(name, 20)} is not one of ${usual.join(", ")}, or a percentile from p1 to p99, such as "p90".`,
      "statistics",
    );
  });
}
