import { z } from "zod";
import { budgetParameter } from "../answer/envelope.ts";
import { assessmentAnswer, assessmentDraft } from "../assess/answer.ts";
import { assess } from "../assess/assess.ts";
import { resolveQuestion } from "../assess/question.ts";
import { defineTool, readOnly } from "../call/tool.ts";
import { selectionParameters } from "../selection/parameters.ts";

const { near, lon, lat, radius_km, time_zone } = selectionParameters;

const threshold = z.number().min(0).max(50).optional();

/** The situation at a place: detections, each labelled once, with perimeters, static heat sources and simulations; km, km², MW. */
export const assessLocation = defineTool({
  name: "assess_location",
  title: "Assess a location",
  description:
    "Tells the fire situation at a place in one answer: satellite detections in a circle, each labelled once (inside or near a fire's perimeter, likely industrial, likely volcanic, may be a new fire), the nearest of each, perimeters, static heat sources, day-by-day counts and simulations. Take query_features for single detections. No detection does not mean safe.",
  toolset: "analysis",
  annotations: readOnly,
  input: z.object({
    near,
    lon,
    lat,
    radius_km,
    time: z
      .string()
      .max(200)
      .optional()
      .describe('When, as in query_features (default "last 7 days").'),
    time_zone,
    perimeter_buffer_km: threshold.describe(
      "How near to a perimeter is near (default 2 km; never less than half a pixel).",
    ),
    static_source_km: threshold.describe(
      "How near to a static heat source is near (default 1 km; never less than half a pixel).",
    ),
    volcano_km: threshold.describe("The same for volcanoes (default 5 km)."),
    ...budgetParameter,
  }),
  output: assessmentAnswer,
  async run({ max_tokens: _, ...input }, context) {
    const question = await resolveQuestion(input, context);
    return assessmentDraft(await assess(question, context), context);
  },
});
