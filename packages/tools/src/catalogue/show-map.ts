import { z } from "zod";
import { budgetParameter, explainInBrief } from "../answer/envelope.ts";
import { defineTool, readOnly } from "../call/tool.ts";
import { mapAnswer, toMapAnswer } from "../map/answer.ts";
import { mapParameters } from "../map/parameters.ts";
import { readMap } from "../map/read-map.ts";

const side = z.number().int().min(240).max(2048).optional();

/** A map on an offline basemap, with the same facts as text. */
export const showMap = defineTool({
  name: "show_map",
  title: "Show a map",
  description:
    "Draws a map of an area and time, and lists what is drawn. For when a picture is asked for: for numbers use summarize_features. Detections by age and power, newest perimeter of each fire, static heat sources, simulations; a fire's growth; two periods compared. Parameters as in query_features.",
  toolset: "output",
  hasPicture: true,
  annotations: readOnly,
  input: z.object({
    ...mapParameters,
    width: side.describe("Pixels (default 1024)."),
    height: side.describe("Pixels (default 768)."),
    theme: z.enum(["light", "dark"]).optional().describe("Default light."),
    ...explainInBrief,
    ...budgetParameter,
  }),
  output: mapAnswer,
  async run({ max_tokens: _, explain: _explain, ...asked }, context) {
    const { width = 1024, height = 768, theme = "light", ...input } = asked;
    const reading = await readMap(input, context);
    return toMapAnswer(input, reading, { width, height, theme, asked }, context);
  },
});
