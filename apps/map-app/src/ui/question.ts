import { wrapLongitude } from "@emberline/geo";
import type { View } from "@emberline/map";
import type { MapFeature } from "../features/features.ts";

/** What the map shows, for a message: coordinates, times and counts, and no text of the data. */
export interface InView {
  readonly bbox: readonly [number, number, number, number];
  /** First and last instant; null for all of the answer's time. */
  readonly window: readonly [number, number] | null;
  readonly detections: number;
  readonly perimeters: number;
}

/** The box that a view shows; the world if it shows more than half of it. */
export function boxInView({ visible }: Pick<View, "visible">): InView["bbox"] {
  if (!visible || visible.east - visible.west >= 360) return [-180, -90, 180, 90];
  const { west, south, east, north } = visible;
  return [
    rounded(wrapLongitude(west)),
    rounded(south),
    rounded(wrapLongitude(east)),
    rounded(north),
  ];
}

/** A person's message about the area that the map shows. */
export function questionAbout(words: string, view: InView): string {
  const asked = words.trim() || "What is the fire situation in this area?";
  return `${asked}\n\n${describeView(view)}`;
}

/** The same facts for the model, without a question. */
export function describeView({ bbox, window, detections, perimeters }: InView): string {
  const [west, south, east, north] = bbox;
  const box = `bbox [${bbox.join(", ")}] (west ${west}°, south ${south}°, east ${east}°, north ${north}°)`;
  const time = window ? `, from ${instant(window[0])} to ${instant(window[1])}` : "";
  return `The area shown on the map: ${box}${time}. In view: ${counted(detections, "detection")}, ${counted(perimeters, "perimeter")}.`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** Ids that cannot be read as words of a person. */
const plainId = /^[\w.:-]{1,80}$/;

/** A message about one feature; null if its id could carry other words. */
export function questionAboutFeature({ kind, layer, id }: MapFeature): string | null {
  if (id === null || !plainId.test(id) || !plainId.test(layer)) return null;
  return kind === "simulation"
    ? `Tell me about the simulation with the id ${id}.`
    : `Tell me about the feature ${id} of the collection ${layer}, and what is around it.`;
}

function instant(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/\.\d+Z$/, "Z");
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1000) / 1000;
}
