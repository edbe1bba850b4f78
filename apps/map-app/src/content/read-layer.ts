import { type Bbox, type Geometry, isGeometry, type LonLat } from "@emberline/geo";
import { woundForDrawing } from "@emberline/map";
import type { MapArguments, ShownLayer, ToRead } from "../answer/arguments.ts";
import { type JsonObject, numberOf, recordsOf, textOf, timeMsOf } from "../answer/json.ts";
import type { LayerKind } from "../answer/kinds.ts";
import type { MapFeature } from "./features.ts";

/** Calls a tool of the server through the host; rejects if the tool or the host refuses. */
export type CallTool = (name: string, args: JsonObject, signal: AbortSignal) => Promise<JsonObject>;

/** How far the reading of a layer got. */
export interface LayerProgress {
  readonly layer: ShownLayer;
  readonly features: readonly MapFeature[];
  /** Continues the reading; null at its end. */
  readonly cursor: string | null;
}

/** At most this many features are read at once: a person can ask for the next ones. */
const maxAtOnce = 20_000;

/** Answers per reading, if they bring few features. */
const maxAnswers = 40;

/** Reads a layer page after page, and reports each. */
export async function loadLayer(
  before: LayerProgress,
  { tool, arguments: given, only }: ToRead,
  { detailKm, call, signal }: { detailKm: number; call: CallTool; signal: AbortSignal },
  onPage: (progress: LayerProgress) => void,
): Promise<void> {
  const { layer } = before;
  const features = [...before.features];
  let cursor = before.cursor;
  for (let answers = 0; answers < maxAnswers; answers++) {
    const args = { ...given, ...periodOf(layer), tool, layer: layer.id, detail_km: detailKm };
    const asked = cursor === null ? args : { ...args, cursor };
    const answer = await call("map_features", asked, signal);
    for (const feature of parseFeatures(answer, layer, only)) features.push(feature);
    const isWhole = only !== undefined && features.length >= only.size;
    cursor = isWhole ? null : textOf(answer.next_cursor);
    onPage({ layer, features: [...features], cursor });
    if (cursor === null || features.length - before.features.length >= maxAtOnce) return;
  }
}

function periodOf({ time }: ShownLayer): MapArguments {
  return time === undefined ? {} : { time };
}

/** What became of the fires of a layer, or of its clusters, since the period before. */
export function readChanges(
  { id, time, before }: ShownLayer,
  { tool, arguments: { time: _, ...place } }: ToRead,
  { call, signal }: { readonly call: CallTool; readonly signal: AbortSignal },
): Promise<JsonObject> {
  return call("map_features", { ...place, tool, layer: id, before, after: time }, signal);
}

/** Answers per view: what is in view is little. */
const maxAnswersInView = 10;

/** The features of a layer in a view, with outlines as fine as its pixels. */
export async function outlinesIn(
  layer: ShownLayer,
  { tool, arguments: given, only }: ToRead,
  { bbox, detailKm }: { readonly bbox: Bbox; readonly detailKm: number },
  { call, signal }: { readonly call: CallTool; readonly signal: AbortSignal },
): Promise<MapFeature[]> {
  const args = {
    ...{ ...given, ...periodOf(layer), tool, layer: layer.id },
    ...{ detail_km: detailKm, view: bbox },
  };
  const found: MapFeature[] = [];
  let cursor: string | null = null;
  for (let answers = 0; answers < maxAnswersInView; answers++) {
    const asked: JsonObject = cursor === null ? args : { ...args, cursor };
    const answer = await call("map_features", asked, signal);
    for (const feature of parseFeatures(answer, layer, only)) found.push(feature);
    cursor = textOf(answer.next_cursor);
    if (cursor === null) break;
  }
  return found;
}

/** The features of an answer of `map_features`; rows that are not features are left out. */
function parseFeatures(
  answer: JsonObject,
  { id, kind }: ShownLayer,
  only: ToRead["only"],
): MapFeature[] {
  const geometries = Array.isArray(answer.geometries) ? answer.geometries : [];
  return recordsOf(answer).flatMap((record, i): MapFeature[] => {
    if (only && !only.has(textOf(record.id) ?? "")) return [];
    const feature = readers[kind](record, geometries[i]);
    return feature ? [{ ...feature, id: textOf(record.id), layer: id } as MapFeature] : [];
  });
}

type Reader = (record: JsonObject, geometry: unknown) => object | null;

const readers: Readonly<Record<LayerKind, Reader>> = {
  detections(record) {
    const position = positionOf(record);
    const frpMw = numberOf(record.frp_mw);
    return position && { kind: "detection", position, timeMs: timeMsOf(record.time), frpMw };
  },
  perimeters(record, geometry) {
    const shape = shapeOf(geometry);
    const { name, fire, time } = record;
    const named = { name: textOf(name), fire: textOf(fire), timeMs: timeMsOf(time) };
    return shape && { kind: "perimeter", ...named, geometry: shape };
  },
  sources(record) {
    const position = positionOf(record);
    const { name, category } = record;
    return position && { kind: "source", position, name: textOf(name), category: textOf(category) };
  },
  simulations(record) {
    const position = positionOf(record);
    const {
      fire_name: fire,
      location,
      status,
      created_at: created,
      forecast_until: until,
    } = record;
    return (
      position && {
        kind: "simulation",
        position,
        name: textOf(fire) ?? textOf(location),
        status: textOf(status),
        createdMs: timeMsOf(created),
        untilMs: timeMsOf(until),
      }
    );
  },
  others(record, geometry) {
    const shape = shapeOf(geometry);
    return shape && { kind: "other", timeMs: timeMsOf(record.time), geometry: shape };
  },
};

function positionOf({ lon, lat }: JsonObject): LonLat | null {
  const [x, y] = [numberOf(lon), numberOf(lat)];
  return x === null || y === null ? null : [x, y];
}

function shapeOf(geometry: unknown): Geometry | null {
  return isGeometry(geometry) ? woundForDrawing(geometry) : null;
}
