import { type Content, type Drawable, drawablesOf, type Mark } from "./content.ts";
import { newestOf } from "./features.ts";
import type { Area } from "./map-state.ts";

/** What the layers are called, in the order of their list. */
const labels = {
  detections: "Detections",
  newest: "Newest perimeters",
  older: "Older perimeters",
  sources: "Static heat sources",
  simulations: "Simulations",
  others: "Other features",
  groups: "Groups of the answer",
  changes: "What changed",
  places: "Places of the answer",
  area: "Area asked for",
} as const;

/** The layers that a person turns on and off. */
export type LayerName = keyof typeof labels;

/** A layer that can be turned off. */
export interface LayerChoice {
  readonly name: LayerName;
  readonly label: string;
  /** How many features of it there are; null for the area. */
  readonly count: number | null;
}

const all: ReadonlySet<LayerName> = new Set(Object.keys(labels) as LayerName[]);
const withoutOlder: ReadonlySet<LayerName> = new Set([...all].filter((name) => name !== "older"));

/** Of few fires, older outlines show how they grew; of many, they would hide each other. */
const fewFires = 3;

/** The layers that are on until the person chooses. */
export function usualLayers({ features }: Pick<Content, "features">): ReadonlySet<LayerName> {
  const fires = new Set(features.perimeters.map(({ fire }) => fire));
  return fires.size <= fewFires && !fires.has(null) ? all : withoutOlder;
}

const layerOfMark = { group: "groups", change: "changes", place: "places" } as const;

/** What of the content is drawn. */
export interface Scene {
  readonly drawables: readonly Drawable[];
  readonly newest: ReadonlySet<Drawable>;
  /** What was asked for: not the box around a region. */
  readonly asked: Area | null;
}

/**
 * The features in the time shown, of the layers that are on. Of each fire, the newest perimeter up
 * to the end of that time counts as newest, as in the still map. Groups and changes are of the
 * whole period.
 *
 * @param window first and last instant; null for all times
 */
export function sceneOf(
  { features, marks, area }: Content,
  on: ReadonlySet<LayerName>,
  window: readonly [number, number] | null,
): Scene {
  const isInTime = ({ timeMs }: { timeMs: number | null }) =>
    window === null || (timeMs !== null && timeMs >= window[0] && timeMs <= window[1]);
  const upToEnd = features.perimeters.filter(
    ({ timeMs }) => window === null || (timeMs !== null && timeMs <= window[1]),
  );
  const newest: ReadonlySet<Drawable> = new Set(newestOf(upToEnd));
  const { detections, sources, simulations, others } = features;
  const shown = {
    detections: on.has("detections") ? detections.filter(isInTime) : [],
    perimeters: upToEnd.filter((each) => on.has(newest.has(each) ? "newest" : "older")),
    sources: on.has("sources") ? sources : [],
    simulations: on.has("simulations") ? simulations : [],
    others: on.has("others") ? others : [],
  };
  const drawn = marks.filter(
    (mark) =>
      on.has(layerOfMark[mark.kind]) &&
      (mark.kind !== "place" || mark.timeMs === null || isInTime(mark)),
  );
  return {
    drawables: drawablesOf({ features: shown, marks: drawn }),
    newest,
    asked: on.has("area") ? askedIn(area) : null,
  };
}

function askedIn(area: Content["area"]): Area | null {
  return area?.kind === "extent" ? null : area;
}

export function choicesOf(content: Content): LayerChoice[] {
  const { features, marks, area } = content;
  const newest = newestOf(features.perimeters).length;
  const ofKind = (kind: Mark["kind"]) => marks.filter((each) => each.kind === kind).length;
  const counts: Readonly<Record<LayerName, number>> = {
    detections: features.detections.length,
    newest,
    older: features.perimeters.length - newest,
    sources: features.sources.length,
    simulations: features.simulations.length,
    others: features.others.length,
    groups: ofKind("group"),
    changes: ofKind("change"),
    places: ofKind("place"),
    area: askedIn(area) ? 1 : 0,
  };
  return (Object.keys(labels) as LayerName[])
    .filter((name) => counts[name] > 0)
    .map((name) => ({
      name,
      label: labels[name],
      count: name === "area" ? null : counts[name],
    }));
}
