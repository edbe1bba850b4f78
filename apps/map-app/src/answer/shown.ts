import type { MapArea } from "@emberline/map";

/** Arguments that select the same features again. */
export interface MapArguments {
  readonly time?: string;
  readonly [name: string]: unknown;
}

export type ToolName = "show_map" | "assess_location" | "assess_fire";

export type LayerKind = "detections" | "perimeters" | "sources" | "simulations" | "others";

/** A collection that the answer read. */
export interface ShownLayer {
  /** The id of a collection, or "simulations". */
  readonly id: string;
  readonly kind: LayerKind;
  /** How many features the answer counted; null if it does not say. */
  readonly matched: number | null;
}

/** What the page shows, as the answer of a tool says it. */
export interface Shown {
  readonly tool: ToolName;
  readonly title: string;
  /** The answer in one sentence. */
  readonly headline: string;
  readonly notices: readonly string[];
  readonly layers: readonly ShownLayer[];
  readonly area: MapArea | null;
  /** Milliseconds since 1970; null is open. */
  readonly interval: readonly [number | null, number | null];
  readonly arguments: MapArguments;
}
