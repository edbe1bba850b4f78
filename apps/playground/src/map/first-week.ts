import type { ShownLayer, ToRead } from "@emberline/map-app/answer/arguments";
import type { JsonObject } from "@emberline/map-app/answer/json";
import type { LayerKind } from "@emberline/map-app/answer/kinds";
import { type Api, ApiError } from "../server/api.ts";
import { readStatus } from "../server/status.ts";

const weekMs = 7 * 24 * 3_600_000;

/** What the status calls a collection, and the page. */
const kinds: Readonly<Record<string, LayerKind>> = {
  perimeters: "perimeters",
  hotspots: "detections",
};

/** Of more detections, the page shows the numbers by cell. */
const maxDetections = 20_000;
const cellDeg = 3;

/** A server that starts or is busy is asked again, so often and after so long. */
const maxTries = 10;
const retryMs = 3000;
const busyStatus = 503;
const notOfferedStatus = 404;

/** The newest week of the data. */
interface FirstWeek {
  /** What the page is to read. */
  readonly shown: ToRead;
  /** The detections by cell, if they are too many to read. */
  readonly summary: JsonObject | null;
}

/**
 * What the page shows before anything was asked; null without data.
 *
 * @throws {ApiError} when the server refuses or cannot be reached
 */
export async function firstWeek(api: Api, signal: AbortSignal): Promise<FirstWeek | null> {
  const { data } = await readStatus(api, signal);
  const dated = (data?.collections ?? []).flatMap(({ id, layer, newestMs }) => {
    const kind = kinds[String(layer)];
    return kind && newestMs !== null ? [{ id, kind, newestMs }] : [];
  });
  if (dated.length === 0) return null;
  const endMs = dated.reduce((newest, each) => Math.max(newest, each.newestMs), 0);
  const interval = [endMs - weekMs, endMs] as const;
  const time = interval.map((each) => new Date(each).toISOString()).join("/");
  const hotspots = dated.find(({ kind }) => kind === "detections");
  const summary = hotspots ? await summaryOf(api, hotspots.id, time, signal) : null;
  const shown: ToRead = {
    tool: "show_map",
    layers: [
      ...dated
        .filter((each) => summary === null || each !== hotspots)
        .map(({ id, kind }): ShownLayer => ({ id, kind, matched: null })),
      { id: "simulations", kind: "simulations", matched: null },
    ],
    area: null,
    interval,
    arguments: { time },
  };
  return { shown, summary };
}

/**
 * The first view, from a server that may still load its data.
 *
 * @throws {ApiError} when the server refuses, cannot be reached, or stays busy
 */
export async function awaitFirstWeek(
  api: Api,
  signal: AbortSignal,
  { waitMs = retryMs } = {},
): Promise<FirstWeek | null> {
  for (let tries = 1; ; tries++) {
    try {
      return await firstWeek(api, signal);
    } catch (error) {
      const isBusy = error instanceof ApiError && error.status === busyStatus;
      if (!isBusy || tries === maxTries) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    signal.throwIfAborted();
  }
}

/** Null if the page can read the detections themselves, or is not offered to count them. */
async function summaryOf(api: Api, collection: string, time: string, signal: AbortSignal) {
  const args = { collection, time, group_by: ["cell"], cell_deg: cellDeg, limit: 1000 };
  try {
    const { value } = await api.callForPage(
      "summarize_features",
      { ...args, max_tokens: 10_000 },
      signal,
    );
    return Number(value.matched) > maxDetections ? value : null;
  } catch (error) {
    if (error instanceof ApiError && error.status === notOfferedStatus) return null;
    throw error;
  }
}
