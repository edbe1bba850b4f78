import { flatBox, isBbox, type LonLat } from "@emberline/geo";
import type { MapArea } from "@emberline/map";
import { type Signal, signal } from "@preact/signals";
import type { JsonObject } from "../answer/json.ts";

/** Where on the earth the map looks. */
export interface MapView {
  /** Of Web Mercator: at 0 the world is 512 pixels wide. */
  readonly zoom: number;
  /** Degrees WGS 84. */
  readonly lat: number;
  readonly lon: number;
}

/** An area of a form or of a drawing. */
export type Area = Exclude<MapArea, { readonly kind: "extent" }>;

/** A row of the answer that is shown. */
export interface Focus {
  readonly callId: number;
  /** The title of its table, as `tablesOf` names it. */
  readonly table: string;
  /** Its index in that table. */
  readonly row: number;
}

/** Asks the map to let the person draw; the map answers once. */
export interface Drawing {
  readonly kind: Area["kind"];
  /** Null if the person gave up. */
  done(area: Area | null): void;
}

/** What the map shares with the panes and with links. */
export interface MapState {
  /** Where the map looks; written by the map after each move. */
  readonly view: Signal<MapView | null>;
  /** Where the map is to look next; the map clears it. */
  readonly goTo: Signal<MapView | null>;
  /** Whether the person moved the map since it got its content. */
  readonly isMoved: Signal<boolean>;
  /** The area that the form on the left describes, mirrored on the map. */
  readonly edited: Signal<Area | null>;
  readonly drawing: Signal<Drawing | null>;
  /** The row under the pointer, in the table or on the map. */
  readonly hovered: Signal<Focus | null>;
  /** The row whose card is open. */
  readonly pinned: Signal<Focus | null>;
}

export function createMapState(): MapState {
  return {
    view: signal(null),
    goTo: signal(null),
    isMoved: signal(false),
    edited: signal(null),
    drawing: signal(null),
    hovered: signal(null),
    pinned: signal(null),
  };
}

/** The arguments of a tool for an area that was drawn. */
export function argumentsOf(area: Area): JsonObject {
  if (area.kind === "box") return { bbox: area.box.map((degrees) => rounded(degrees, 4)) };
  const [lon, lat] = area.center;
  return {
    near: `${rounded(lat, 4)},${rounded(lon, 4)}`,
    radius_km: Math.max(0.1, rounded(area.radiusKm, area.radiusKm < 10 ? 1 : 0)),
  };
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

const defaultRadiusKm = 50;

/** The area that arguments describe by numbers alone. */
export function areaOf({ bbox, lon, lat, near, radius_km: radius }: JsonObject): Area | null {
  if (isBbox(bbox)) return { kind: "box", box: flatBox(bbox) };
  const isPosition = typeof lon === "number" && typeof lat === "number";
  const center: LonLat | null = isPosition ? [lon, lat] : parsePosition(near);
  const radiusKm = typeof radius === "number" ? radius : defaultRadiusKm;
  return center && radiusKm > 0 ? { kind: "circle", center, radiusKm } : null;
}

/** `lat,lon` in decimal degrees, as `near` takes it; null for anything else. */
function parsePosition(value: unknown): LonLat | null {
  const match = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(String(value ?? ""));
  const [lat, lon] = [Number(match?.[1]), Number(match?.[2])];
  return match && Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? [lon, lat] : null;
}
