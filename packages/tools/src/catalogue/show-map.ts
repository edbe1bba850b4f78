import { z } from "zod";
import { budgetParameter } from "../answer/envelope.ts";
import { defineTool, readOnly } from "../call/tool.ts";
import { mapAnswer, mapDraft } from "../map/answer.ts";
import { readMap } from "../map/read-map.ts";
import { selectionParameters } from "../selection/parameters.ts";

const { bbox, near, lon, lat, radius_km, time, time_zone, within, filter, filter_lang } =
  selectionParameters;

const side = z.number().int().min(480).max(2048).optional();

/** A picture of detections, perimeters, static heat sources and simulations on an offline basemap, with the same facts as text. */
export const showMap = defineTool({
  name: "show_map",
  title: "Show a map",
  description:
    "Draws a map of an area and time: detections by age and power, newest perimeter of each fire, static heat sources, simulations; tells as text what is drawn. Parameters as in query_features. For numbers take summarize_features.",
  toolset: "output",
  hasPicture: true,
  annotations: readOnly,
  input: z.object({
    collections: z
      .array(z.string().max(100))
      .min(1)
      .max(6)
      .optional()
      .describe('Collection ids, and "simulations" (default all).'),
    bbox: bbox.describe("[west, south, east, north]"),
    near: near.describe("Centre of a circle."),
    lon: lon.describe("Or its lon,"),
    lat: lat.describe("and lat."),
    radius_km: radius_km.describe("Default 50."),
    time: time.describe("Default all."),
    time_zone: time_zone.describe("Default UTC."),
    within: within.describe('"collection/featureId"'),
    filter: filter.describe("CQL2; needs one collection."),
    filter_lang: filter_lang.describe("Default cql2-text."),
    latest_per_fire: z.boolean().optional().describe("Default true."),
    width: side.describe("Pixels (default 1024)."),
    height: side.describe("Pixels (default 768)."),
    theme: z.enum(["light", "dark"]).optional().describe("Default light."),
    ...budgetParameter,
  }),
  output: mapAnswer,
  async run({ width = 1024, height = 768, theme = "light", max_tokens: _, ...input }, context) {
    const reading = await readMap(input, context);
    return mapDraft(input, reading, { width, height, theme }, context);
  },
});
