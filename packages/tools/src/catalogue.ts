import { assessLocation } from "./catalogue/assess-location.ts";
import { comparePeriods } from "./catalogue/compare-periods.ts";
import { describeCollection } from "./catalogue/describe-collection.ts";
import { exportFeatures } from "./catalogue/export-features.ts";
import { findPlace } from "./catalogue/find-place.ts";
import { getFeature } from "./catalogue/get-feature.ts";
import { listCollections } from "./catalogue/list-collections.ts";
import { listSimulations } from "./catalogue/list-simulations.ts";
import { queryFeatures } from "./catalogue/query-features.ts";
import { showMap } from "./catalogue/show-map.ts";
import { summarizeFeatures } from "./catalogue/summarize-features.ts";
import type { Tool } from "./tool.ts";

/** Every tool, in the fixed order in which the surfaces list them. */
export const catalogue: readonly Tool[] = [
  listCollections,
  describeCollection,
  queryFeatures,
  getFeature,
  listSimulations,
  summarizeFeatures,
  assessLocation,
  comparePeriods,
  findPlace,
  showMap,
  exportFeatures,
];
