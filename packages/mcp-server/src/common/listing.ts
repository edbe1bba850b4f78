import { catalogue, describeTool, helpers } from "@emberline/tools";

/** The tool descriptions; prebuilt in the program's bundle (see `rolldown.config.mjs`). */
export const listing = catalogue.map((tool) => ({
  ...describeTool(tool),
  toolset: tool.toolset,
}));

/** Those of the tools that only pages call. */
export const pageListing = [helpers.mapFeatures, helpers.mapGround].map(describeTool);
