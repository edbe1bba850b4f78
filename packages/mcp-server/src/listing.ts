import { catalogue, describeTool } from "@emberline/tools";
import { pageTools } from "./helper-tools.ts";

/** The tool descriptions; prebuilt in the program's bundle (see `rolldown.config.mjs`). */
export const listing = catalogue.map((tool) => ({
  ...describeTool(tool),
  toolset: tool.toolset,
}));

/** Those of the tools that only pages call. */
export const pageListing = pageTools.map(describeTool);
