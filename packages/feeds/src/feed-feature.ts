import type { Geometry, Properties } from "@emberline/geo";

/** What a feed has features of. */
export type Layer = "hotspots" | "perimeters" | "staticHeatSources";

/** A feature of a feed: RFC 7946, with an id that stays the same from reading to reading. */
export interface FeedFeature {
  readonly type: "Feature";
  readonly id: string;
  readonly geometry: Geometry | null;
  readonly properties: Properties;
  /** Epoch milliseconds, both ends included; undefined without time. */
  readonly time: FeedInterval | undefined;
}

/** A closed interval of epoch milliseconds (UTC). */
export interface FeedInterval {
  readonly start: number;
  readonly end: number;
}
