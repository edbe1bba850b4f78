import { catalogue, describeTool } from "@emberline/tools";

/** The catalogue's descriptions. The bundle of the program has them ready made (see `rolldown.config.mjs`). */
export const listing = catalogue.map((tool) => ({
  ...describeTool(tool),
  toolset: tool.toolset,
}));
