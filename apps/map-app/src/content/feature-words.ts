import type { ToolName } from "../answer/arguments.ts";
import { nouns } from "../answer/kinds.ts";
import { periodText } from "../answer/words.ts";
import { type MapFeature, newestOf, type PerimeterFeature } from "./features.ts";
import type { LayerState } from "./layers-store.ts";

/** How the host's person reads times and numbers. */
export interface Format {
  time(timeMs: number): string;
  count(value: number): string;
}

export function createFormat(locale: string | undefined, timeZone: string | undefined): Format {
  const zone = { dateStyle: "medium", timeStyle: "short" } as const;
  const times = firstValid(
    () => new Intl.DateTimeFormat(locale, { ...zone, timeZone: timeZone ?? "UTC" }),
    () => new Intl.DateTimeFormat("en", { ...zone, timeZone: "UTC" }),
  );
  const numbers = firstValid(
    () => new Intl.NumberFormat(locale),
    () => new Intl.NumberFormat("en"),
  );
  const { timeZone: used } = times.resolvedOptions();
  return {
    time: (timeMs) => `${times.format(timeMs)} ${used.replaceAll("_", " ")}`,
    count: (value) => numbers.format(value),
  };
}

/** A host may name a locale or zone that the browser does not know. */
function firstValid<Value>(create: () => Value, other: () => Value): Value {
  try {
    return create();
  } catch {
    return other();
  }
}

/** A feature in one line. */
export function nameOf(feature: MapFeature): string {
  switch (feature.kind) {
    case "detection":
      return feature.frpMw === null ? "Detection" : `Detection, ${feature.frpMw} MW`;
    case "perimeter":
      return feature.name === null ? "Perimeter" : `Perimeter: ${feature.name}`;
    case "source":
      return feature.name ?? "Static heat source";
    case "simulation":
      return feature.name === null ? "Simulation" : `Simulation: ${feature.name}`;
    case "other":
      return feature.id ?? "Feature";
  }
}

/** A position as people write it: latitude first. */
export function positionText([lon, lat]: readonly [number, number]): string {
  const part = (value: number, positive: string, negative: string) =>
    `${Math.abs(value).toFixed(3)}° ${value < 0 ? negative : positive}`;
  return `${part(lat, "N", "S")}, ${part(lon, "E", "W")}`;
}

/** The layers without any feature, in one sentence; null if all have some. */
export function noneText(layers: readonly LayerState[]): string | null {
  const none = layers.filter(isNone).map(({ layer }) => nouns[layer.kind][1]);
  return none.length === 0 ? null : `None here: ${none.join(", ")}.`;
}

/** Whether the layer was read, and is empty as its answer says; each of two periods says so. */
export function isNone({ status, features, layer }: LayerState): boolean {
  const isEmpty = status === "complete" && features.length === 0 && (layer.matched ?? 0) === 0;
  return isEmpty && layer.time === undefined;
}

/** What the page has of a layer, compared with the number in the answer. */
export function comparedText(state: LayerState, tool: ToolName, format: Format): string {
  const period = periodText(state.layer.time?.split("/"));
  return `${period === null ? "" : `${period}: `}${progressText(state, tool, format)}`;
}

function progressText(state: LayerState, tool: ToolName, format: Format): string {
  const { layer, features, status, reason } = state;
  const { kind, matched } = layer;
  const [one, many] = nouns[kind];
  const noun = (count: number) => `${format.count(count)} ${count === 1 ? one : many}`;
  const loaded = noun(features.length);
  switch (status) {
    case "failed":
      return `The ${many} could not be loaded: ${reason}`;
    case "loading":
      return matched === null || kind === "perimeters"
        ? `Loading ${many}: ${format.count(features.length)} so far.`
        : `Loading ${many}: ${format.count(features.length)} of ${format.count(matched)}.`;
    case "paused":
      return matched === null || kind === "perimeters"
        ? `Only the first ${loaded} are on the map.`
        : `Only ${format.count(features.length)} of ${noun(matched)} are on the map.`;
    case "complete":
      return matched === null
        ? `${loaded} on the map.`
        : `${loaded} on the map${comparison(countedOf(state, tool), state, matched, format)}`;
  }
}

function comparison(
  counted: number,
  { features, layer }: LayerState,
  matched: number,
  format: Format,
): string {
  if (counted !== matched)
    return `; the answer counted ${format.count(matched)}: the data has changed since.`;
  if (counted === features.length) return ": all that the answer counted.";
  const what = layer.kind === "perimeters" ? "the newest of their fires" : "with a time";
  return `, ${format.count(counted)} of them ${what}: all that the answer counted.`;
}

/**
 * How many features count as the answer counts them: a map the newest perimeter of each fire,
 * unless it was asked for all; an assessment the detections that have a time.
 */
function countedOf({ layer, features }: LayerState, tool: ToolName): number {
  const { kind, matched } = layer;
  if (kind === "perimeters" && features.length !== matched)
    return newestOf(features as readonly PerimeterFeature[]).length;
  if (kind === "detections" && tool === "assess_location")
    return features.filter((each) => "timeMs" in each && each.timeMs !== null).length;
  return features.length;
}
