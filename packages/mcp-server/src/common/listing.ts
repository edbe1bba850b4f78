import { catalogue, describeTool, helpersFor } from "@emberline/tools";

/** The tool descriptions; prebuilt in the program's bundle (see `rolldown.config.mjs`). */
export const listing = catalogue.map((tool) => ({
  ...describeTool(tool),
  toolset: tool.toolset,
}));

const { mapFeatures, mapGround } = helpersFor([]);

/** Those of the tools that only pages call. */
export const pageListing = [mapFeatures, mapGround].map(describeTool);
