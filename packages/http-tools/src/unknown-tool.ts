import { didYouMean } from "@emberline/tools";

/** The sentence about a tool that is not offered: which ones are. */
export function unknownTool(name: string, names: readonly string[]): string {
  return `There is no tool ${JSON.stringify(name.slice(0, 100))}.${didYouMean(name, names)} The tools are ${names.join(", ")}.`;
}
