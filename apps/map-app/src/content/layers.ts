import type { Change, Theme } from "@emberline/map";
import { type Content, type Drawable, drawablesOf, type Mark } from "./content.ts";
import { type LayerName as FeatureLayer, visibleOf } from "./features.ts";

/** The layers that a person turns on and off. */
export type LayerName = FeatureLayer | "groups" | "changes" | "places";

/** What the layers are called, in the order of their list. */
const labels: Readonly<Record<LayerName, string>> = {
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
};

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
  readonly showsArea: boolean;
}

/** @param window first and last instant; null for all times */
export function sceneOf(
  { features, marks, area }: Content,
  on: ReadonlySet<LayerName>,
  window: readonly [number, number] | null,
): Scene {
  const featureLayers = on as ReadonlySet<FeatureLayer>;
  const visible = visibleOf(features, featureLayers, window);
  const shown = marks.filter((mark) => on.has(layerOfMark[mark.kind]) && isInTime(mark, window));
  return {
    drawables: drawablesOf({ features: visible.features, marks: shown }),
    newest: visible.newest,
    showsArea: area !== null && on.has("area"),
  };
}

/** Groups and changes are of the whole period. */
function isInTime({ kind, timeMs }: Mark, window: readonly [number, number] | null): boolean {
  return window === null || kind !== "place" || timeMs === null
    ? true
    : timeMs >= window[0] && timeMs <= window[1];
}

export function choicesOf(content: Content): LayerChoice[] {
  const { features, marks, area } = content;
  const all = visibleOf(features, new Set(["newest", "older"] as const), null);
  const ofKind = (kind: Mark["kind"]) => marks.filter((each) => each.kind === kind).length;
  const counts: Readonly<Record<LayerName, number>> = {
    detections: features.detections.length,
    newest: all.newest.size,
    older: features.perimeters.length - all.newest.size,
    sources: features.sources.length,
    simulations: features.simulations.length,
    others: features.others.length,
    groups: ofKind("group"),
    changes: ofKind("change"),
    places: ofKind("place"),
    area: area === null || area.kind === "extent" ? 0 : 1,
  };
  return (Object.keys(labels) as LayerName[])
    .filter((name) => counts[name] > 0)
    .map((name) => ({
      name,
      label: labels[name],
      count: name === "area" ? null : counts[name],
    }));
}

/** None is a colour of age. Shapes differ too, so that colour is never the only cue. */
export function changeColor(change: Change, theme: Theme): string {
  return { new: theme.simulation, continuing: theme.mark, ended: theme.staticSource }[change];
}
