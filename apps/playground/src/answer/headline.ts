import type { JsonObject } from "../json.ts";
import { assessmentHeadline } from "./headlines/assessment.ts";
import { collectionHeadline, collectionsHeadline } from "./headlines/collections.ts";
import { comparisonHeadline } from "./headlines/comparison.ts";
import { exportHeadline, mapHeadline } from "./headlines/drawn.ts";
import { featureHeadline } from "./headlines/feature.ts";
import { featuresHeadline } from "./headlines/features.ts";
import { placesHeadline } from "./headlines/places.ts";
import { simulationsHeadline } from "./headlines/simulations.ts";
import { storyHeadline } from "./headlines/story.ts";
import { summaryHeadline } from "./headlines/summary.ts";
import { counted } from "./words.ts";

const headlines: Readonly<Record<string, (answer: JsonObject, args: JsonObject) => string>> = {
  list_collections: collectionsHeadline,
  describe_collection: collectionHeadline,
  query_features: featuresHeadline,
  get_feature: featureHeadline,
  list_simulations: simulationsHeadline,
  summarize_features: summaryHeadline,
  assess_location: assessmentHeadline,
  assess_fire: storyHeadline,
  compare_periods: comparisonHeadline,
  find_place: placesHeadline,
  show_map: mapHeadline,
  export_features: exportHeadline,
};

/** One sentence that tells an answer, made from its own values only. */
export function headlineOf(tool: string, args: JsonObject, answer: JsonObject): string {
  const headline = Object.hasOwn(headlines, tool) ? headlines[tool]! : plainHeadline;
  return `${headline(answer, args)}.`;
}

/** For a tool that this page does not know. */
function plainHeadline({ matched }: JsonObject): string {
  return typeof matched === "number"
    ? counted(matched, ["match", "matches"])
    : "The answer is here";
}
