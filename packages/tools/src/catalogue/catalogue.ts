import { withDataNotice } from "../answer/data-notice.ts";
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

/** Every tool, in the fixed order in which the surfaces list them. */
export const catalogue: readonly Tool[] = (
  [
    listCollections,
    describeCollection,
    queryFeatures,
    getFeature,
    listSimulations,
    summarizeFeatures,
    assessLocation,
    assessFire,
    comparePeriods,
    findPlace,
    showMap,
    exportFeatures,
  ] satisfies readonly Tool[]
).map(withDataNotice);
