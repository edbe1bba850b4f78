import { z } from "zod";
import { budgetParameter, explainParameter } from "../answer/envelope.ts";
import { assessmentAnswer, toAssessmentAnswer } from "../assess/answer.ts";
import { resolvePlaces } from "../assess/asked-places.ts";
import { assess } from "../assess/assess.ts";
import { assessPlaces } from "../assess/assess-places.ts";
import { toPlacesAnswer } from "../assess/places-answer.ts";
import { assessParameters, resolveQuestion } from "../assess/question.ts";
import { defineTool, readOnly } from "../call/tool.ts";

/**
 * The situation at a place: labelled detections, perimeters, static sources, simulations; km, km²,
 * MW.
 */
export const assessLocation = defineTool({
  name: "assess_location",
  title: "Fires near a place",
  description:
    "Describes fires near a place or in an area: hotspots within a radius, perimeters, towns. For one fire use assess_fire, for rows of detections query_features. Needs near, bbox, within or fire. Labels each detection: in or near a perimeter, likely industrial, likely volcanic, or of no known source. Returns the nearest of each label, reported fires, evacuation zones where known, heat sources, counts by day, simulations, and when satellites last detected anything. No detection does not mean safe.",
  toolset: "analysis",
  annotations: readOnly,
  input: z.object({ ...assessParameters, ...explainParameter, ...budgetParameter }),
  output: assessmentAnswer,
  async run({ max_tokens: _, explain: _explain, ...input }, context) {
    const places = await resolvePlaces(input, context);
    if (places) return toPlacesAnswer(await assessPlaces(places, input, context), context);
    const question = await resolveQuestion(input, context);
    return toAssessmentAnswer(await assess(question, context), context);
  },
});
