import type { FeatureCollection } from "geojson";

export const emptyCollection: FeatureCollection = { type: "FeatureCollection", features: [] };
