import type { Tool, Toolset } from "../call/tool.ts";
import { didYouMean } from "../values/did-you-mean.ts";

const toolsets: readonly Toolset[] = ["core", "analysis", "output"];

/** Which tools the operator offers; each a comma-separated list of names. */
export interface ToolChoice {
  readonly toolsets?: string | undefined;
  /** Beside those of the toolsets; alone, only these. */
  readonly tools?: string | undefined;
  readonly excludeTools?: string | undefined;
}

/**
 * The tools of the catalogue that the operator's choice leaves, in their order;
 * all of them without a choice.
 *
 * @throws Error naming a toolset or tool that there is not, or telling that nothing is left
 */
export function chooseTools<Listed extends Pick<Tool, "name" | "toolset">>(
  catalogue: readonly Listed[],
  choice: ToolChoice,
): readonly Listed[] {
  const names = catalogue.map(({ name }) => name);
  const sets = namesIn("toolset", choice.toolsets, toolsets);
  const single = namesIn("tool", choice.tools, names);
  const excluded = namesIn("tool", choice.excludeTools, names);
  const isAll = sets.length === 0 && single.length === 0;
  const chosen = catalogue.filter(
    ({ name, toolset }) =>
      (isAll || sets.includes(toolset) || single.includes(name)) && !excluded.includes(name),
  );
  if (chosen.length === 0)
    throw new Error("no tool is left: choose other toolsets, or exclude fewer tools.");
  return chosen;
}

function namesIn(kind: string, list: string | undefined, known: readonly string[]): string[] {
  const names = (list ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  for (const name of names) {
    if (!known.includes(name)) {
      throw new Error(
        `there is no ${kind} ${JSON.stringify(name)}.${didYouMean(name, known)} There are ${known.join(", ")}.`,
      );
    }
  }
  return names;
}
