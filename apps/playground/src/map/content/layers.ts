import type { MapLayers, Theme } from "@emberline/map";
import {
  type LayerName as FeatureLayer,
  type LayerChoice,
  layerLabels,
  visibleOf,
} from "@emberline/map-app";
import {
  type Change,
  type Content,
  type Drawable,
  drawablesOf,
  geometryOf,
  type Mark,
  titleOf,
} from "./content.ts";

/** The layers that a person turns on and off. */
export type LayerName = FeatureLayer | "groups" | "changes" | "places";

const { area: areaLabel, ...featureLabels } = layerLabels;
const labels: Readonly<Record<LayerName, string>> = {
  ...featureLabels,
  groups: "Groups of the answer",
  changes: "What changed",
  places: "Places of the answer",
  area: areaLabel,
};

/** Older perimeters hide what lies below them. */
export const usualLayers: ReadonlySet<LayerName> = new Set(
  (Object.keys(labels) as LayerName[]).filter((name) => name !== "older"),
);

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

export function choicesOf(content: Content): LayerChoice<LayerName>[] {
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

/** What is drawn, as layers of the still map; kinds without a layer become titled shapes. */
export function mapLayers(drawables: readonly Drawable[]): MapLayers {
  const layered = new Set<Drawable>();
  const of = <Kind extends Drawable["kind"]>(kind: Kind) => {
    const found = drawables.filter((each): each is Drawable & { kind: Kind } => each.kind === kind);
    for (const each of found) layered.add(each);
    return found;
  };
  return {
    perimeters: of("perimeter"),
    staticSources: of("source").map(({ position }) => position),
    detections: of("detection"),
    simulations: of("simulation").map(({ position }) => position),
    shapes: drawables
      .filter((each) => !layered.has(each))
      .map((each) => ({ geometry: geometryOf(each), title: titleOf(each) })),
  };
}

/** None is a colour of age. Shapes differ too, so that colour is never the only cue. */
export function changeColor(change: Change, theme: Theme): string {
  return { new: theme.simulation, continuing: theme.mark, ended: theme.staticSource }[change];
}
