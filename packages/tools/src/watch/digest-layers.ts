import { z } from "zod";
import type { ToolContext } from "../call/context.ts";
import { defineTool, readOnly } from "../call/tool.ts";
import { ToolError } from "../call/tool-error.ts";
import { readAll } from "../reading/read-all.ts";
import { selectLayer } from "../selection/layers.ts";
import { selectionParameters } from "../selection/parameters.ts";

const { near, within, fire, radius_km, time } = selectionParameters;

const input = z.object({ near, within, fire, radius_km, time });
type Input = z.output<typeof input>;

/**
 * How many detections and perimeters an area has. No model is offered it: surfaces call it to
 * notice that data arrived, late data too, which no comparison of newest times would.
 */
export const countLayers = defineTool({
  name: "count_layers",
  title: "Count detections and perimeters",
  description: "Counts the detections and the perimeters of an area and time.",
  toolset: "core",
  annotations: readOnly,
  input,
  output: z.object({ hotspots: z.number().int(), perimeters: z.number().int() }),
  async run(given, context) {
    const [hotspots, perimeters] = await Promise.all([
      count("hotspots", given, context),
      count("perimeters", given, context),
    ]);
    return { parts: 0, keep: () => ({ hotspots, perimeters }) };
  },
});

async function count(
  layer: "hotspots" | "perimeters",
  given: Input,
  context: ToolContext,
): Promise<number> {
  const selection = await selectLayer(layer, given, context, { latestPerFire: false });
  if (!selection) return 0;
  const { exact, matched } = await readAll(selection, context, () => {});
  // A part of a count cannot be compared with the next one.
  if (!exact) throw new ToolError("timed_out", `Not all of ${layer} could be counted in time.`);
  return matched;
}
