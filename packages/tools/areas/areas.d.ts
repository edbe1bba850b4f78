/**
 * Countries, states and provinces, islands, ranges, parks and counties of the USA, with their
 * borders. Made by make.mjs, not kept in git. One area a line in each text; areas are spoken of by
 * the number of their line.
 */

/** `name|other name|…`, the name to show first. */
export const names: string;
/** The same names folded, in the same places: folding them takes longer than reading them. */
export const keys: string;
/** `us or|or`, ISO 3166 and what is short for it, folded; often empty. */
export const codes: string;
/** `country`, `region`, `wider region` (of several), `county`, or a natural region's or park's. */
export const kinds: string;
/** The areas that hold it, in base 36 between commas: a region's country, a county's state. */
export const parents: string;
/** Square kilometres on the WGS 84 ellipsoid. */
export const km2: string;
/** Polygons as arcs of a layer: see coding.mjs. */
export const shapes: string;
/** By source, in the order of areas. */
export const layers: readonly {
  /** The first of its areas. */
  readonly first: number;
  /** Degrees of a step of the grid: longitude, latitude. */
  readonly scale: readonly number[];
  /** Where the grid begins. */
  readonly translate: readonly number[];
  /** One a line, in differences: see coding.mjs. */
  readonly arcs: string;
}[];
