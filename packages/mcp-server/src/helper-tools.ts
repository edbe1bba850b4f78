import { digestLayers, mapFeatures, mapGround, suggestNames, type Tool } from "@emberline/tools";

/** Tools that only the page of an answer calls. */
export const pageTools: readonly Tool[] = [mapFeatures, mapGround];

/** Tools for the server's own work and for its page: no model is offered them. */
export const helperTools: readonly Tool[] = [suggestNames, digestLayers, ...pageTools];
