import type { Tool, Toolset } from "../call/tool.ts";

export const toolsets: readonly Toolset[] = ["core", "analysis", "output"];

/** Which tools the operator offers. */
export interface ToolChoice {
  readonly toolsets?: readonly Toolset[] | undefined;
  /** Tools in addition to those of the toolsets; without toolsets, only these. */
  readonly tools?: readonly string[] | undefined;
  readonly excludeTools?: readonly string[] | undefined;
  /** What the service is sent as credentials. */
  readonly auth?: string | undefined;
}

/** Only the interface has simulations, and it wants a token. */
const tokenTools: readonly string[] = ["list_simulations"];

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
  { toolsets: sets = [], tools: names = [], excludeTools: excluded = [], auth }: ToolChoice,
): readonly Listed[] {
  const hasToken = auth !== "none" && auth !== "header";
  const isServed = (name: string) => hasToken || !tokenTools.includes(name);
  const isAll = sets.length === 0 && names.length === 0;
  const chosen = catalogue.filter(
    ({ name, toolset }) =>
      (((isAll || sets.includes(toolset)) && isServed(name)) || names.includes(name)) &&
      !excluded.includes(name),
  );
  if (chosen.length === 0) {
    throw new Error(
      "no tool is left: choose more with --toolsets or --tools, or exclude fewer with --exclude-tools.",
    );
  }
  return chosen;
}
