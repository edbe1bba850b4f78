import { type Bbox, isGeometry } from "@emberline/geo";
import type { MapArguments, ShownLayer, ToRead } from "../answer/arguments.ts";
import { type JsonObject, recordsOf, textOf } from "../answer/json.ts";
import type { MapFeature } from "./features.ts";
import { featureOf } from "./read-feature.ts";

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

interface Reading {
  readonly call: CallTool;
  readonly signal: AbortSignal;
}

/** The pages of a layer, each with the cursor of the next; null after the last. */
async function* pagesOf(
  layer: ShownLayer,
  { tool, arguments: given, only }: ToRead,
  { call, signal }: Reading,
  more: JsonObject,
): AsyncGenerator<{ features: MapFeature[]; cursor: string | null }> {
  let args: JsonObject = { ...given, ...periodOf(layer), tool, layer: layer.id, ...more };
  for (let answers = 0; answers < maxAnswers; answers++) {
    const answer = await call("map_features", args, signal);
    const cursor = textOf(answer.next_cursor);
    yield { features: parseFeatures(answer, layer, only), cursor };
    if (cursor === null) return;
    args = { ...args, cursor };
  }
}

/** Reads a layer page after page, and reports each. */
export async function loadLayer(
  before: LayerProgress,
  shown: ToRead,
  { detailKm, ...reading }: Reading & { readonly detailKm: number },
  onPage: (progress: LayerProgress) => void,
): Promise<void> {
  const { layer } = before;
  const more = { detail_km: detailKm, ...(before.cursor !== null && { cursor: before.cursor }) };
  const features = [...before.features];
  for await (const page of pagesOf(layer, shown, reading, more)) {
    for (const feature of page.features) features.push(feature);
    const isWhole = shown.only !== undefined && features.length >= shown.only.size;
    onPage({ layer, features: [...features], cursor: isWhole ? null : page.cursor });
    if (isWhole || features.length - before.features.length >= maxAtOnce) return;
  }
}

function periodOf({ time }: ShownLayer): MapArguments {
  return time === undefined ? {} : { time };
}

/** What became of the fires of a layer, or of its clusters, since the period before. */
export function readChanges(
  { id, time, before }: ShownLayer,
  { tool, arguments: { time: _, ...place } }: ToRead,
  { call, signal }: Reading,
): Promise<JsonObject> {
  return call("map_features", { ...place, tool, layer: id, before, after: time }, signal);
}

/** The features of a layer in a view, with outlines as fine as its pixels. */
export async function outlinesIn(
  layer: ShownLayer,
  shown: ToRead,
  { bbox, detailKm }: { readonly bbox: Bbox; readonly detailKm: number },
  reading: Reading,
): Promise<MapFeature[]> {
  const found: MapFeature[] = [];
  for await (const page of pagesOf(layer, shown, reading, { detail_km: detailKm, view: bbox }))
    for (const feature of page.features) found.push(feature);
  return found;
}

/** The features of an answer of `map_features`; rows that are not features are left out. */
function parseFeatures(answer: JsonObject, layer: ShownLayer, only: ToRead["only"]): MapFeature[] {
  const geometries = Array.isArray(answer.geometries) ? answer.geometries : [];
  return recordsOf(answer).flatMap((record, i): MapFeature[] => {
    if (only && !only.has(textOf(record.id) ?? "")) return [];
    const shape: unknown = geometries[i];
    const feature = featureOf(layer, record, isGeometry(shape) ? shape : null);
    return feature ? [feature] : [];
  });
}
