import type { Bbox, LonLat } from "@emberline/geo";
import { type Signal, signal } from "@preact/signals";
import type { MapView } from "../common/route.ts";

/** An area of a form or of a drawing. */
export type Area =
  | { readonly kind: "box"; readonly bbox: Bbox }
  | { readonly kind: "circle"; readonly center: LonLat; readonly radiusKm: number };

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
    edited: signal(null),
    drawing: signal(null),
    hovered: signal(null),
    pinned: signal(null),
  };
}
