import { z } from "zod";
import { budgetParameter, explainParameter } from "../answer/envelope.ts";
import { defineTool, readOnly } from "../call/tool.ts";
import { mapAnswer, toMapAnswer } from "../map/answer.ts";
import { mapParameters } from "../map/parameters.ts";
import { readMap } from "../map/read-map.ts";

const side = z.number().int().min(240).max(2048).optional();

/** A map on an offline basemap, with the same facts as text. */
export const showMap = defineTool({
  name: "show_map",
  title: "Show a map of fires",
  description:
    "Draws a map of fires in an area and time as a picture. Only for when a picture is asked for; for numbers use summarize_features. Shows detections by age and power, the newest perimeter of each fire, heat sources, simulations; with fire alone its growth, with before and after what is new. Without an area: all data. Returns the picture or where it is, a caption, and counts.",
  toolset: "output",
  hasPicture: true,
  annotations: readOnly,
  input: z.object({
    ...mapParameters,
    width: side.describe("Pixels (default 1024)."),
    height: side.describe("Pixels (default 768)."),
    theme: z.enum(["light", "dark"]).optional().describe("Default light."),
    ...explainParameter,
    ...budgetParameter,
  }),
  output: mapAnswer,
  async run({ max_tokens: _, explain: _explain, ...asked }, context) {
    const { width = 1024, height = 768, theme = "light", ...input } = asked;
    const reading = await readMap(input, context);
    return toMapAnswer(input, reading, { width, height, theme, asked }, context);
  },
});
