import { bboxOf, boxCenter, type LonLat } from "@emberline/geo";
import type { Signal } from "@preact/signals";
import { type Drawable, geometryOf } from "./content.ts";
import type { MapModel, Selection } from "./map-model.ts";
import type { MapState, MapView } from "./map-state.ts";

/** Moves the map from outside. */
export interface Camera {
  zoomBy(steps: number): void;
  /** Shows all results and the area asked for. */
  fit(): void;
  /** Shows a place with what is around it. */
  lookAt(place: LonLat, zoom: number): void;
}

/** What is under the pointer, in pixels of the map. */
export interface Tip {
  readonly drawable: Drawable;
  readonly x: number;
  readonly y: number;
}

/** Where the card lies, so that it does not cover its mark. */
export type CardSide = "left" | "right" | "top" | "bottom";

/** The input of a map that moves, whatever draws it. */
export interface MovingMapProps {
  readonly model: MapModel;
  readonly state: MapState;
  /** Where the link to this page looks; null fits the content. */
  readonly start: MapView | null;
  readonly tip: Signal<Tip | null>;
  readonly cardSide: Signal<CardSide>;
  readonly position: Signal<LonLat | null>;
  /** The names that the map shows, the most important first. */
  readonly names: Signal<readonly string[]>;
  onReady(camera: Camera): void;
}

/** Where a selection is: at the click, or in the middle of what the row stands for. */
export function placeOf({ drawables, at, place }: Selection): LonLat | null {
  if (place) return place;
  const drawable = drawables[at];
  const box = drawable && bboxOf(geometryOf(drawable));
  return box ? boxCenter(box) : null;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Narrower maps have the card above or below the mark. */
const narrowPx = 640;
/** A mark closer to the edge than this is moved into view. */
const marginPx = 40;

/** On which side the card does not cover a mark. */
export function cardSideOf([x, y]: readonly [number, number], { width, height }: Size): CardSide {
  if (width < narrowPx) return y < height / 2 ? "bottom" : "top";
  return x < width / 2 ? "right" : "left";
}

export function isInView([x, y]: readonly [number, number], { width, height }: Size): boolean {
  return x > marginPx && y > marginPx && x < width - marginPx && y < height - marginPx;
}
