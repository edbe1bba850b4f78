import type { z } from "zod";
import type { Tool } from "./call/tool.ts";
import { ToolError } from "./call/tool-error.ts";
import { catalogue } from "./catalogue/catalogue.ts";
import { dataStatus } from "./page/data-status.ts";
import { digestLayers } from "./page/digest-layers.ts";
import { mapFeatures, mapTools } from "./page/map-features.ts";
import { mapGround } from "./page/map-ground.ts";
import { suggestNames } from "./suggest/suggest-names.ts";

/** The tools that surfaces and their pages call for themselves: no model is offered them. */
export interface Helpers {
  readonly mapFeatures: Tool;
  readonly mapGround: Tool;
  readonly suggestNames: Tool;
  readonly digestLayers: Tool;
  readonly dataStatus: Tool;
}

/** The arguments that take what `suggest_names` completes, and further tools that show it. */
const completed = {
  collection: { arguments: ["collection", "collections"], tools: ["list_collections"] },
  property: { arguments: ["filter"], tools: ["describe_collection"] },
  fire: { arguments: ["fire"], tools: [] },
  area: { arguments: ["within"], tools: [] },
  place: { arguments: ["near"], tools: ["find_place"] },
};

/**
 * The helpers of a caller: each answers only what one of the offered tools may show, and refuses
 * the rest (`not_allowed`).
 *
 * @param offered names of the tools that the caller is offered
 */
export function helpersFor(offered: readonly string[]): Helpers {
  /** @param shownBy the tools of which one must be offered for an input */
  function guarded<Input extends z.ZodObject, Output extends z.ZodObject>(
    helper: Tool<Input, Output>,
    shownBy: (input: z.output<Input>) => readonly string[],
  ): Tool<Input, Output> {
    return {
      ...helper,
      isOwn: true,
      async run(input, context) {
        const needed = shownBy(input);
        if (needed.some((name) => offered.includes(name))) return helper.run(input, context);
        throw new ToolError(
          "not_allowed",
          `${helper.name} answers this only with ${needed.join(" or ")}: your tools are ${offered.join(", ")}.`,
        );
      },
    };
  }
  return {
    mapFeatures: guarded(mapFeatures, ({ tool }) => [tool]),
    mapGround: guarded(mapGround, () => mapTools),
    suggestNames: guarded(suggestNames, ({ of }) => [
      ...toolsTaking(completed[of].arguments),
      ...completed[of].tools,
    ]),
    digestLayers: guarded(digestLayers, ({ fire }) => [
      fire === undefined ? "assess_location" : "assess_fire",
    ]),
    // Whatever takes a filter counts the features of any collection.
    dataStatus: guarded(dataStatus, () => [
      ...toolsTaking(["filter"]),
      "list_collections",
      "describe_collection",
    ]),
  };
}

function toolsTaking(names: readonly string[]): string[] {
  return catalogue
    .filter(({ input }) => names.some((name) => name in input.shape))
    .map(({ name }) => name);
}
