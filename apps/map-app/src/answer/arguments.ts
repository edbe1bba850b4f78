import { flatBox, isBbox } from "@emberline/geo";
import type { MapArea } from "@emberline/map";
import {
  isObject,
  type JsonObject,
  numberOf,
  objectOf,
  recordsOf,
  textOf,
  wordOf,
} from "./json.ts";
import type { LayerKind } from "./kinds.ts";

/** Arguments that select the same features again. */
export interface MapArguments {
  readonly time?: string;
  readonly [name: string]: unknown;
}

/** The tools whose selection `map_features` reads: their answers have a page in a conversation. */
export type ToolName = "show_map" | "assess_location" | "assess_fire" | "compare_periods";

/** A collection that the answer read. */
export interface ShownLayer {
  /** The id of a collection, or "simulations". */
  readonly id: string;
  readonly kind: LayerKind;
  /** How many features the answer counted; null if it does not say. */
  readonly matched: number | null;
  /** The period that alone is read; absent, that of the answer. */
  readonly time?: string;
  /** The period that it is compared with: what changed is asked for too. */
  readonly before?: string;
}

/** What a map reads: the features that a tool counted. */
export interface ToRead {
  readonly tool: ToolName;
  readonly layers: readonly ShownLayer[];
  readonly area: MapArea | null;
  readonly arguments: MapArguments;
  /** The ids of the features to draw; absent, all. */
  readonly only?: ReadonlySet<string>;
}

/** What the page shows, as the answer of a tool says it. */
export interface Shown extends ToRead {
  /** The arguments of its call, as far as the host told them. */
  readonly given: JsonObject;
  readonly title: string;
  /** The answer in one sentence. */
  readonly headline: string;
  readonly notices: readonly string[];
}

/** Arguments that the answer does not repeat. */
const kept = ["perimeter_buffer_km", "static_source_km", "volcano_km"];

const defaultFireRadiusKm = 5;

/**
 * The arguments of the answer's selection, as resolved: "last 7 days" would move, and an ambiguous
 * name may have been asked about.
 */
export function argumentsOf(tool: ToolName, answer: JsonObject, given: JsonObject): MapArguments {
  if (tool === "assess_fire") return ofStory(answer, given);
  const selection = objectOf(answer.selection);
  const { filter } = selection;
  return {
    ...placeOf(selection, given),
    ...timeOf(selection, given),
    ...(typeof filter === "string" && { filter, filter_lang: "cql2-text" }),
    ...Object.fromEntries(kept.flatMap((name) => (name in given ? [[name, given[name]]] : []))),
  };
}

function placeOf({ area, fire }: JsonObject, given: JsonObject): JsonObject {
  const radius = numberOf(given.radius_km);
  const id = fireOf(fire, given);
  if (id !== null) return { fire: id, ...(radius !== null && { radius_km: radius }) };
  if (!isObject(area)) return {};
  const { center, radius_km: radiusKm, within, bbox } = area;
  if (Array.isArray(center)) return { lon: center[0], lat: center[1], radius_km: radiusKm };
  const region = textOf(given.within) ?? textOf(within);
  if (region !== null) return { within: region };
  return isBbox(bbox) ? { bbox } : {};
}

/** Of two periods that a map compares, the later one. */
function timeOf({ interval }: JsonObject, given: JsonObject): { time?: string } {
  const time = Array.isArray(interval) ? timeText(interval) : textOf(given.time);
  return time === null ? {} : { time };
}

/** An interval of an answer as an argument; null without an end. */
export function timeText(interval: unknown): string | null {
  if (!Array.isArray(interval)) return null;
  const [start, end] = [interval[0], interval[1]].map((each) => textOf(each) ?? "..");
  return start === ".." && end === ".." ? null : `${start}/${end}`;
}

/** The id of an answer's fire, or else its name. */
function fireOf(fire: unknown, given: JsonObject): string | null {
  const { id, name } = objectOf(fire);
  return wordOf(id) ?? wordOf(name) ?? wordOf(given.fire);
}

/** The time of all its periods, and the distance that counted as near. */
function ofStory({ fire, tables }: JsonObject, given: JsonObject): MapArguments {
  const detections = objectOf(objectOf(tables).detections);
  const id = fireOf(fire, given);
  const periods = recordsOf(detections);
  const from = periods.flatMap((each) => textOf(each.from) ?? []).sort();
  const to = periods.flatMap((each) => textOf(each.to) ?? []).sort();
  return {
    ...(id !== null && { fire: id }),
    radius_km: numberOf(given.radius_km) ?? defaultFireRadiusKm,
    ...(from.length > 0 && to.length > 0 && { time: `${from[0]}/${to.at(-1)}` }),
  };
}

/** What was asked for, as the answer resolved it. */
export function areaOf({ selection }: JsonObject): MapArea | null {
  const area = objectOf(objectOf(selection).area);
  const { bbox, center, within } = area;
  const radiusKm = numberOf(area.radius_km);
  if (Array.isArray(center) && radiusKm !== null) {
    const [lon, lat] = center.map(numberOf);
    if (lon != null && lat != null) return { kind: "circle", center: [lon, lat], radiusKm };
  }
  if (!isBbox(bbox)) return null;
  // The box around a region is not what was asked for.
  return { kind: within === undefined ? "box" : "extent", box: flatBox(bbox) };
}
