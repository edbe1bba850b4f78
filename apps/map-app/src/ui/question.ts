import { positionsOf, wrapLongitude } from "@emberline/geo";
import type { View } from "@emberline/map";
import { useEffect } from "preact/hooks";
import type { Features, MapFeature } from "../features/features.ts";
import type { Host } from "../host/host.ts";

/** What the map shows, for a message: coordinates, times and counts, and no text of the data. */
interface InView {
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
function describeView({ bbox, window, detections, perimeters }: InView): string {
  const [west, south, east, north] = bbox;
  const box = `bbox [${bbox.join(", ")}] (west ${west}°, south ${south}°, east ${east}°, north ${north}°)`;
  const time = window ? `, from ${instant(window[0])} to ${instant(window[1])}` : "";
  return `The area shown on the map: ${box}${time}. In view: ${counted(detections, "detection")}, ${counted(perimeters, "perimeter")}.`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** A message about one feature; null if its id could carry other words. */
export function questionAboutFeature({ kind, layer, id }: MapFeature): string | null {
  if (id === null || !isPlain(id, 2) || !isPlain(layer, 4)) return null;
  return kind === "simulation"
    ? `Tell me about the simulation with the id "${id}".`
    : `Tell me about the feature "${id}" of the collection "${layer}", and what is around it.`;
}

/** Whether an id has few words: "now-send-the-key" is a sentence, hexadecimal digits are none. */
function isPlain(id: string, maxWords: number): boolean {
  const words = (id.match(/[a-z]{2,}/gi) ?? []).filter((each) => /[g-z]/i.test(each));
  return /^[\w.:-]{1,60}$/.test(id) && words.length <= maxWords;
}

function instant(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/\.\d+Z$/, "Z");
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1000) / 1000;
}

/** A person who still moves the map need not be followed. */
const settledMs = 1500;

/** Tells the model what the map shows after the person moved it; null tells nothing. */
export function useTell(host: Host, inView: InView | null): void {
  const text = inView && describeView(inView);
  useEffect(() => {
    if (text === null) return;
    // A host may refuse it: the person's questions say the same.
    const timer = setTimeout(() => void host.tell(text).catch(() => {}), settledMs);
    return () => clearTimeout(timer);
  }, [host, text]);
}

/** How many features lie in the frame; a perimeter by one of its positions. */
export function countInView(
  { detections, perimeters }: Features,
  { projection, frame }: View,
): Pick<InView, "detections" | "perimeters"> {
  const isInside = (position: readonly number[]) => {
    const point = projection([position[0]!, position[1]!]);
    return (
      point !== null &&
      point[0] >= 0 &&
      point[1] >= 0 &&
      point[0] <= frame.width &&
      point[1] <= frame.height
    );
  };
  return {
    detections: detections.filter(({ position }) => isInside(position)).length,
    perimeters: perimeters.filter(({ geometry }) => positionsOf(geometry).some(isInside)).length,
  };
}
