import { z } from "zod";
import { budgetParameter } from "../answer/envelope.ts";
import { defineTool, readOnly } from "../call/tool.ts";
import { selectionInBrief, selectionParameters } from "../selection/parameters.ts";
import { storyAnswer, toStoryAnswer } from "../story/answer.ts";
import { readStory } from "../story/story.ts";

/** The story of one fire: perimeter, growth, detections, towns, simulations; km, km², MW. */
const { time_zone, units } = selectionInBrief;

export const assessFire = defineTool({
  name: "assess_fire",
  title: "The story of one fire",
  description:
    "Describes one wildfire by name: size, newest perimeter, growth, detections, nearest towns, forecasts. For a place use assess_location, for all perimeters query_features. Returns area, growth per mapping, containment, detections inside and near, evacuation zones, distances; of an ambiguous name the candidates. A fire reported and not mapped has its reported size.",
  toolset: "analysis",
  annotations: readOnly,
  maxTokens: 1200,
  input: z.object({
    fire: z.string().max(100).describe('"Park", "Palisades 2025", "Canyon, Oregon", or an id.'),
    near: selectionParameters.near.describe("A place, to tell its distance from the fire's edge."),
    time: z
      .string()
      .max(200)
      .optional()
      .describe('Of detections: "last 7 days", "start/end" (default newest 24 h of data).'),
    radius_km: z
      .number()
      .positive()
      .max(100)
      .optional()
      .describe("What is near its edge (default 5)."),
    time_zone,
    units,
    max_tokens: budgetParameter.max_tokens.describe("Default 1200."),
  }),
  output: storyAnswer,
  async run({ max_tokens: _, ...input }, context) {
    return toStoryAnswer(await readStory(input, context), context);
  },
});
