import type { z } from "zod";
import type { Tool } from "./call/tool.ts";
import { catalogue } from "./catalogue/catalogue.ts";
import { dataStatus } from "./page/data-status.ts";
import { mapFeatures, mapTools } from "./page/map-features.ts";
import { mapGround } from "./page/map-ground.ts";
import { watchArea } from "./page/watch-area.ts";
import { suggestNames } from "./suggest/suggest-names.ts";

/** The tools that surfaces and their pages call for themselves: no model is offered them. */
interface Helpers {
  readonly mapFeatures: Tool;
  readonly mapGround: Tool;
  readonly suggestNames: Tool;
  readonly watchArea: Tool;
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

/** Each answers only callers with one of the tools that may show the same. */
export const helpers: Helpers = {
  mapFeatures: shown(mapFeatures, ({ tool }) => [tool]),
  mapGround: shown(mapGround, () => mapTools),
  suggestNames: shown(suggestNames, ({ of }) => [
    ...toolsTaking(completed[of].arguments),
    ...completed[of].tools,
  ]),
  watchArea: shown(watchArea, ({ fire }) => [
    fire === undefined ? "assess_location" : "assess_fire",
  ]),
  // Whatever takes a filter counts the features of any collection.
  dataStatus: shown(dataStatus, () => [
    ...toolsTaking(["filter"]),
    "list_collections",
    "describe_collection",
  ]),
};

function shown<Input extends z.ZodObject, Output extends z.ZodObject>(
  helper: Tool<Input, Output>,
  shownBy: (input: z.output<Input>) => readonly string[],
): Tool<Input, Output> {
  return { ...helper, shownBy };
}

function toolsTaking(names: readonly string[]): string[] {
  return catalogue
    .filter(({ input }) => names.some((name) => name in input.shape))
    .map(({ name }) => name);
}
