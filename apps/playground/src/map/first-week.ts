import type { ShownLayer, ToRead } from "@emberline/map-app/answer/arguments";
import type { JsonObject } from "@emberline/map-app/answer/json";
import { kindOf } from "@emberline/map-app/answer/kinds";
import { type Api, tryCall } from "../server/api.ts";
import type { DataStatus } from "../server/status.ts";

const weekMs = 7 * 24 * 3_600_000;

/** Of more detections, the page shows the numbers by cell. */
const maxDetections = 20_000;
const cellDeg = 3;

/** The newest week of the data. */
interface FirstWeek {
  /** What the page is to read. */
  readonly shown: ToRead;
  /** In milliseconds since 1970. */
  readonly endMs: number;
  /** The detections by cell, if they are too many to read. */
  readonly summary: JsonObject | null;
}

/** What the page shows before anything was asked; null without data. */
export async function firstWeek(
  api: Api,
  data: DataStatus | null,
  signal: AbortSignal,
): Promise<FirstWeek | null> {
  const dated = (data?.collections ?? []).flatMap(({ id, layer, newestMs }) =>
    (layer === "perimeters" || layer === "hotspots") && newestMs !== null
      ? [{ id, kind: kindOf(layer), newestMs }]
      : [],
  );
  if (dated.length === 0) return null;
  const endMs = dated.reduce((newest, each) => Math.max(newest, each.newestMs), 0);
  const time = [endMs - weekMs, endMs].map((each) => new Date(each).toISOString()).join("/");
  const hotspots = dated.find(({ kind }) => kind === "detections");
  const byCell = { time, group_by: ["cell"], cell_deg: cellDeg, limit: 1000, max_tokens: 10_000 };
  const asked = { collection: hotspots?.id, ...byCell };
  // Where they cannot be counted, they are read.
  const counted = hotspots ? await tryCall(api, "summarize_features", asked, signal) : {};
  const summary = Number(counted.matched) > maxDetections ? counted : null;
  const shown: ToRead = {
    tool: "show_map",
    layers: [
      ...dated
        .filter((each) => summary === null || each !== hotspots)
        .map(({ id, kind }): ShownLayer => ({ id, kind, matched: null })),
      { id: "simulations", kind: "simulations", matched: null },
    ],
    area: null,
    arguments: { time },
  };
  return { shown, endMs, summary };
}
