import type { z } from "zod";
import type { assessFire } from "./assess-fire.ts";
import type { assessLocation } from "./assess-location.ts";
import type { comparePeriods } from "./compare-periods.ts";
import type { describeCollection } from "./describe-collection.ts";
import type { exportFeatures } from "./export-features.ts";
import type { findPlace } from "./find-place.ts";
import type { getFeature } from "./get-feature.ts";
import type { listCollections } from "./list-collections.ts";
import type { listSimulations } from "./list-simulations.ts";
import type { queryFeatures } from "./query-features.ts";
import type { showMap } from "./show-map.ts";
import type { summarizeFeatures } from "./summarize-features.ts";

/** The tools with their own types, for callers that know which one they call. */
export interface ToolsByName {
  readonly list_collections: typeof listCollections;
  readonly describe_collection: typeof describeCollection;
  readonly query_features: typeof queryFeatures;
  readonly get_feature: typeof getFeature;
  readonly list_simulations: typeof listSimulations;
  readonly summarize_features: typeof summarizeFeatures;
  readonly assess_location: typeof assessLocation;
  readonly assess_fire: typeof assessFire;
  readonly compare_periods: typeof comparePeriods;
  readonly find_place: typeof findPlace;
  readonly show_map: typeof showMap;
  readonly export_features: typeof exportFeatures;
}

export type ToolName = keyof ToolsByName;

/** The arguments of a tool, as a caller writes them. */
export type ToolInput<Name extends ToolName> = z.input<ToolsByName[Name]["input"]>;

/** The answer of a tool. */
export type ToolAnswer<Name extends ToolName> = z.output<ToolsByName[Name]["output"]>;
