import { didYouMean } from "@emberline/tools";
import { problem } from "./problem.ts";

/** The refusal of a name in a query: which ones are right. */
export function wrongName(
  [singular, plural]: readonly [singular: string, plural: string],
  name: string,
  right: readonly string[],
): Response {
  const asked = JSON.stringify(name.slice(0, 100));
  return problem(
    "invalid_input",
    `There is no ${singular} ${asked}.${didYouMean(name, right)} The ${plural} are ${right.join(", ")}.`,
  );
}

/** The refusal of a parameter that is repeated or does not exist; null if there is none. */
export function wrongParameter(
  queries: Readonly<Record<string, readonly string[]>>,
  known: readonly string[],
  lists: readonly string[] = [],
): Response | null {
  for (const [name, values] of Object.entries(queries)) {
    if (!known.includes(name)) return wrongName(["parameter", "parameters"], name, known);
    if (values.length > 1 && !lists.includes(name))
      return problem("invalid_input", `${name} is given more than once: give it once.`);
  }
  return null;
}
