import { type Bbox, positionsOf } from "@emberline/geo";
import { useSignalEffect } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { isoInstant } from "../answer/words.ts";
import type { MapFeature } from "../content/features.ts";
import type { MapModel } from "../content/map-model.ts";
import type { MapState } from "../content/map-state.ts";
import { boxInView, isSpanIn } from "../content/seen.ts";
import type { Host, HostState } from "../host/host.ts";

/** What the map shows, for a message: coordinates, times and counts, and no text of the data. */
export interface InView {
  readonly bbox: Bbox;
  /** First and last instant; null for all of the answer's time. */
  readonly window: readonly [number, number] | null;
  readonly detections: number;
  readonly perimeters: number;
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
  const time = window ? `, from ${isoInstant(window[0])} to ${isoInstant(window[1])}` : "";
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

/** A person who still moves the map need not be followed. */
const settledMs = 1500;

/** Tells the model what the map shows after the person moved it or chose a time. */
export function useTell(host: Host, model: MapModel, { isMoved }: MapState): void {
  useSignalEffect(() => {
    const isChanged = isMoved.value || model.range.value !== null;
    if (!isChanged || !model.seen.value) return;
    // Follows what the map shows, which is counted once it rests.
    void model.scene.value;
    const timer = setTimeout(() => {
      // A host may refuse it: the person's questions say the same.
      void host.tell(describeView(inViewOf(model)!)).catch(() => {});
    }, settledMs);
    return () => clearTimeout(timer);
  });
}

/** What a map shows now; null before it is drawn. Nothing is followed. */
export function inViewOf({ seen, scene, window }: MapModel): InView | null {
  const span = seen.peek();
  if (!span) return null;
  const isInside = ([lon, lat]: readonly number[]) =>
    isSpanIn({ west: lon!, south: lat!, east: lon!, north: lat! }, span);
  const { drawables } = scene.peek();
  return {
    bbox: boxInView(span),
    window: window.peek(),
    detections: drawables.filter((each) => each.kind === "detection" && isInside(each.position))
      .length,
    // By any of its positions.
    perimeters: drawables.filter(
      (each) => each.kind === "perimeter" && positionsOf(each.geometry).some(isInside),
    ).length,
  };
}

/** What the host tells, whenever it changes. */
export function useHost(host: Host): HostState {
  const [state, setState] = useState(host.state);
  useEffect(() => {
    setState(host.state);
    return host.subscribe(() => setState(host.state));
  }, [host]);
  return state;
}
