import { countLayers, suggestNames, type Tool } from "@emberline/tools";

/** Tools for the server's own work: no model is offered them. */
export const helperTools: readonly Tool[] = [suggestNames, countLayers];
