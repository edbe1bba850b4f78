import { parseTimeMs } from "@emberline/geo";
import type { LayerKind, Shown, ShownLayer } from "@emberline/map-app";
import { isObject } from "../../json.ts";
import type { Api } from "../../server/api.ts";

const weekMs = 7 * 24 * 3_600_000;

/** What the status calls a collection, and the page. */
const kinds: Readonly<Record<string, LayerKind>> = {
  perimeters: "perimeters",
  hotspots: "detections",
};

/**
 * What the page shows before anything was asked: the newest week of the data; null without data.
 *
 * @throws {ApiError} when the server refuses or cannot be reached
 */
export async function firstWeek(api: Api, signal: AbortSignal): Promise<Shown | null> {
  const { value } = await api.read("/playground/status", signal);
  const collections = Array.isArray(value.collections) ? value.collections.filter(isObject) : [];
  const dated = collections.flatMap(({ id, layer, newest }) => {
    const kind = kinds[String(layer)];
    const newestMs = typeof newest === "string" ? parseTimeMs(newest) : undefined;
    return typeof id === "string" && kind && newestMs !== undefined ? [{ id, kind, newestMs }] : [];
  });
  if (dated.length === 0) return null;
  const endMs = dated.reduce((newest, each) => Math.max(newest, each.newestMs), 0);
  const interval = [endMs - weekMs, endMs] as const;
  return {
    tool: "show_map",
    title: "",
    headline: "",
    notices: [],
    layers: [
      ...dated.map(({ id, kind }): ShownLayer => ({ id, kind, matched: null })),
      { id: "simulations", kind: "simulations", matched: null },
    ],
    area: null,
    interval,
    arguments: { time: interval.map((each) => new Date(each).toISOString()).join("/") },
  };
}
