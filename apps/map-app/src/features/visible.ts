import type { Features, PerimeterFeature } from "./features.ts";

/** The layers that a person turns on and off. */
export type LayerName =
  | "detections"
  | "newest"
  | "older"
  | "sources"
  | "simulations"
  | "others"
  | "area";

/** What of all features is drawn. */
export interface Visible {
  readonly features: Features;
  /** The newest perimeter of each fire at the end of the time shown. */
  readonly newest: ReadonlySet<PerimeterFeature>;
}

/**
 * The features in the time shown, of the layers that are on. Of each fire, the newest perimeter up
 * to the end of that time counts as newest, as in the still map.
 *
 * @param window first and last instant; null for all times
 */
export function visibleOf(
  features: Features,
  on: ReadonlySet<LayerName>,
  window: readonly [number, number] | null,
): Visible {
  const inTime = (timeMs: number | null) =>
    window === null || (timeMs !== null && timeMs >= window[0] && timeMs <= window[1]);
  const upToEnd = features.perimeters.filter(
    ({ timeMs }) => window === null || (timeMs !== null && timeMs <= window[1]),
  );
  const newest = new Set(newestOf(upToEnd));
  return {
    newest,
    features: {
      detections: on.has("detections")
        ? features.detections.filter(({ timeMs }) => inTime(timeMs))
        : [],
      perimeters: upToEnd.filter((each) => on.has(newest.has(each) ? "newest" : "older")),
      sources: on.has("sources") ? features.sources : [],
      simulations: on.has("simulations") ? features.simulations : [],
      others: on.has("others") ? features.others : [],
    },
  };
}

/** The newest of each fire; perimeters that name no fire each count as a fire of their own. */
export function newestOf(perimeters: readonly PerimeterFeature[]): PerimeterFeature[] {
  const byFire = new Map<string | PerimeterFeature, PerimeterFeature>();
  for (const each of perimeters) {
    const key = each.fire ?? each;
    const known = byFire.get(key);
    if (!known || (each.timeMs ?? 0) > (known.timeMs ?? 0)) byFire.set(key, each);
  }
  return [...byFire.values()];
}
