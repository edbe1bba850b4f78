import type { Feature as GeoJsonFeature } from "@emberline/geo";

/** A stored feature: RFC 7946, always with a string id. */
export interface Feature extends GeoJsonFeature {
  id: string;
}
