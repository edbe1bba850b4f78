import { hotspots, perimeters } from "./data.mjs";
import { clusterSizes, within } from "./geodesy.mjs";
import { distinct, during } from "./select.mjs";

const oregonClusters = clusterSizes(hotspots.filter(during("2026-07")), 2, 48);

export const fires = {
  "fires-in-california-2023": distinct(
    perimeters.filter(({ state }) => state === "US-CA").filter(during("2023")),
    "incident_id",
  ),
  "fires-of-one-name": distinct(
    perimeters.filter(({ incident_name }) => incident_name === "CANYON"),
    "incident_id",
  ),
  "clusters-in-oregon": oregonClusters.length,
  "largest-cluster-in-oregon": Math.max(...oregonClusters),
  "clusters-near-kununurra": clusterSizes(
    hotspots.filter(during("2019-08")).filter(within(100, [128.7386, -15.7736])),
    2,
    48,
  ).length,
};
