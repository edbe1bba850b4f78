import type { Shown, ShownLayer } from "../answer/shown.ts";
import type { JsonObject } from "../json.ts";
import type { MapFeature } from "./features.ts";
import { parseFeatures } from "./parse-features.ts";

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
  { tool, arguments: given }: Pick<Shown, "tool" | "arguments">,
  { detailKm, call, signal }: { detailKm: number; call: CallTool; signal: AbortSignal },
  onPage: (progress: LayerProgress) => void,
): Promise<void> {
  const { layer } = before;
  const features = [...before.features];
  let cursor = before.cursor;
  for (let answers = 0; answers < maxAnswers; answers++) {
    const args = { ...given, tool, layer: layer.id, detail_km: detailKm };
    const asked = cursor === null ? args : { ...args, cursor };
    const answer = await call("map_features", asked, signal);
    for (const feature of parseFeatures(answer, layer)) features.push(feature);
    cursor = typeof answer.next_cursor === "string" ? answer.next_cursor : null;
    onPage({ layer, features: [...features], cursor });
    if (cursor === null || features.length - before.features.length >= maxAtOnce) return;
  }
}
