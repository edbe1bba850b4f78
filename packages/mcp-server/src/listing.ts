import { catalogue, describeTool } from "@emberline/tools";

/** The tool descriptions; prebuilt in the program's bundle (see `rolldown.config.mjs`). */
export const listing = catalogue.map((tool) => ({
  ...describeTool(tool),
  toolset: tool.toolset,
}));
