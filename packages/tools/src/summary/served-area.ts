import type { AggregatePart, AggregateQuery } from "@emberline/core";
import { type BooleanExpression, build } from "@emberline/cql2";
import type { Selection } from "../selection/selection.ts";

/** How a service is asked for the features of a selection's area. */
export interface ServedArea {
  readonly query: Pick<AggregateQuery, "area" | "filter">;
  /** What the service has to offer for it. */
  readonly parts: readonly AggregatePart[];
  /** Of the names and borders of areas. */
  readonly areaEdition?: string;
  /** Whether the answer leaves out features in the box without counting them. */
  readonly isFilter?: boolean;
}

/** Null if the service does not select the same features: circles are decided here. */
export function servedArea({ area, collection, query }: Selection): ServedArea | null {
  const { filter } = query;
  const own = filter === undefined ? {} : { filter };
  if (area === null || area.kind === "box") return { query: own, parts: [] };
  if (area.kind === "circle" || area.radiusKm !== undefined) return null;
  const { named, outline } = area.region;
  if (named) {
    const served = named.served();
    if (!served) return null;
    const { name, edition } = served;
    return { query: { ...own, area: name }, parts: ["areas"], areaEdition: edition };
  }
  const geometries = collection.queryables?.filter(({ type }) => type === "geometry") ?? [];
  const [geometry, other] = geometries;
  if (!outline || !geometry || other || typeof filter === "string") return null;
  const property = { property: geometry.id };
  // Features without location are counted apart, as for a box.
  const meets: BooleanExpression = {
    op: "or",
    args: [
      { op: "s_intersects", args: [property, outline] },
      { op: "isNull", args: [property] },
    ],
  };
  return {
    query: { filter: filter === undefined ? meets : build.and(filter, meets) },
    parts: ["post"],
    isFilter: true,
  };
}
