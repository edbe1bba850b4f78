import type { Feature as GeoJsonFeature } from "@emberline/geo";

/** A feature as the service keeps it: RFC 7946, always with an id, which is a text. */
export interface Feature extends GeoJsonFeature {
  id: string;
}
