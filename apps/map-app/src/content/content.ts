import type { Geometry } from "@emberline/geo";
import type { Change, MapArea } from "@emberline/map";
import type { JsonObject } from "../answer/json.ts";
import { nameOf } from "./feature-words.ts";
import type { Features, MapFeature } from "./features.ts";
import type { LayerState } from "./layers-store.ts";
import type { Focus } from "./map-state.ts";

/** A row of an answer that is not a feature: a cell, a cluster, a change or a town. */
export interface Mark {
  readonly kind: "group" | "change" | "place";
  readonly geometry: Geometry;
  readonly name: string;
  readonly timeMs: number | null;
  /** How many features it stands for. */
  readonly count: number | null;
  /** The count as a share, from 0 to 1, of the largest in the answer. */
  readonly share: number;
  readonly change: Change | null;
}

/** Anything that the map draws and that can be pinned. */
export type Drawable = MapFeature | Mark;

/** A row of an answer, and what stands for it on the map. */
export interface Row {
  readonly focus: Focus;
  readonly record: JsonObject;
}

/** What the map has to show, before times and layers are chosen. */
export interface Content {
  /** The call it came from; null for the first view of the page. */
  readonly callId: number | null;
  readonly features: Features;
  readonly marks: readonly Mark[];
  readonly area: MapArea | null;
  /** The rows of the answer by what they are on the map. */
  readonly rows: ReadonlyMap<Drawable, Row>;
  /** Features that the page read for itself; no model saw them. */
  readonly read: readonly LayerState[];
  /** The end of the period asked for, in milliseconds since 1970. */
  readonly asOfMs: number | null;
}

/** All features and marks, from the largest kind to the smallest. */
export function drawablesOf({ features, marks }: Pick<Content, "features" | "marks">): Drawable[] {
  return [
    ...features.perimeters,
    ...features.others,
    ...marks,
    ...features.sources,
    ...features.detections,
    ...features.simulations,
  ];
}

export function isMark(drawable: Drawable): drawable is Mark {
  return drawable.kind === "group" || drawable.kind === "change" || drawable.kind === "place";
}

export function geometryOf(drawable: Drawable): Geometry {
  if (!("position" in drawable)) return drawable.geometry;
  const [lon, lat] = drawable.position;
  return { type: "Point", coordinates: [lon, lat] };
}

/** Anything on the map in one line. */
export function titleOf(drawable: Drawable): string {
  return isMark(drawable) ? drawable.name : nameOf(drawable);
}
