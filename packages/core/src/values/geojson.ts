import type { Bbox, Feature as GeoJsonFeature, Properties } from "@emberline/geo";

/** A feature as sent by a service. Foreign members are kept. */
export interface Feature<P = Properties> extends GeoJsonFeature<P> {
  bbox?: Bbox;
  links?: Link[];
  [member: string]: unknown;
}

/** OGC API Features Part 1, `link`. */
export interface Link {
  href: string;
  rel?: string;
  type?: string;
  hreflang?: string;
  title?: string;
  length?: number;
  [member: string]: unknown;
}
