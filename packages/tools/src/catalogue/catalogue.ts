import type { Tool } from "../call/tool.ts";
import { assessFire } from "./assess-fire.ts";
import { assessLocation } from "./assess-location.ts";
import { comparePeriods } from "./compare-periods.ts";
import { describeCollection } from "./describe-collection.ts";
import { exportFeatures } from "./export-features.ts";
import { findPlace } from "./find-place.ts";
import { getFeature } from "./get-feature.ts";
import { listCollections } from "./list-collections.ts";
import { listSimulations } from "./list-simulations.ts";
import { queryFeatures } from "./query-features.ts";
import { showMap } from "./show-map.ts";
import { summarizeFeatures } from "./summarize-features.ts";
import type { ToolsByName } from "./tool-types.ts";

/** The key of each tool is its name. */
const toolsByName = {
  list_collections: listCollections,
  describe_collection: describeCollection,
  query_features: queryFeatures,
  get_feature: getFeature,
  list_simulations: listSimulations,
  summarize_features: summarizeFeatures,
  assess_location: assessLocation,
  assess_fire: assessFire,
  compare_periods: comparePeriods,
  find_place: findPlace,
  show_map: showMap,
  export_features: exportFeatures,
} satisfies ToolsByName;

/** Every tool, in the fixed order in which the surfaces list them. */
export const catalogue: readonly Tool[] = Object.values<Tool>(toolsByName);
