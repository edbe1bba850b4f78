import type { Tool, Toolset } from "../call/tool.ts";

export const toolsets: readonly Toolset[] = ["core", "analysis", "output"];

/** Which tools the operator offers. */
export interface ToolChoice {
  readonly toolsets?: readonly Toolset[] | undefined;
  /** Tools in addition to those of the toolsets; without toolsets, only these. */
  readonly tools?: readonly string[] | undefined;
  readonly excludeTools?: readonly string[] | undefined;
}

/**
 * The tools of the catalogue that the operator offers, in their order; without a choice, all.
 *
 * @example
 * const tools = chooseTools(catalogue, { toolsets: ["core"], excludeTools: ["find_place"] });
 *
 * @throws {Error} when no tool is left: one sentence for the operator
 */
export function chooseTools<Listed extends Pick<Tool, "name" | "toolset">>(
  catalogue: readonly Listed[],
  { toolsets: sets = [], tools: names = [], excludeTools: excluded = [] }: ToolChoice,
): readonly Listed[] {
  const isAll = sets.length === 0 && names.length === 0;
  const chosen = catalogue.filter(
    ({ name, toolset }) =>
      (isAll || sets.includes(toolset) || names.includes(name)) && !excluded.includes(name),
  );
  if (chosen.length === 0) {
    throw new Error(
      "no tool is left: choose more with --toolsets or --tools, or exclude fewer with --exclude-tools.",
    );
  }
  return chosen;
}
