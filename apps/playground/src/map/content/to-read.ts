import {
  areaOf,
  argumentsOf,
  kindOf,
  type LayerKind,
  readAnswer,
  type ShownLayer,
  type ToRead,
} from "@emberline/map-app";
import { isObject, type JsonObject } from "../../common/json.ts";
import { type Api, ApiError } from "../../server/api.ts";
import { readStatus } from "../../server/status.ts";

/** The tools whose answers count features without listing them. */
const counting = ["summarize_features", "compare_periods"];

/** Arguments of a summary that `map_features` does not have: the map has more than was counted. */
const narrowing = ["exclude_static_km", "source_category"];

/**
 * What the page reads for the map of an answer: the features that it counted; null if its rows are
 * all it has.
 */
export function shownOf(tool: string, args: JsonObject, answer: JsonObject): ToRead | null {
  if (!counting.includes(tool)) return readAnswer(answer, args);
  const { selection, before, after } = answer;
  const collection = isObject(selection) ? selection.collection : undefined;
  if (typeof collection !== "string") return null;
  const { after: _, before: __, since: ___, time: ____, ...place } = args;
  const period = periodOf(before, after);
  const given = tool === "compare_periods" ? place : args;
  const isWhole = tool !== "compare_periods" && !narrowing.some((name) => name in args);
  const matched = isWhole ? answer.matched : null;
  return {
    tool: "show_map",
    layers: [
      {
        id: collection,
        kind: kindOf(collection),
        matched: typeof matched === "number" ? matched : null,
      },
    ],
    area: areaOf(answer),
    interval: [null, null],
    arguments: {
      ...argumentsOf("show_map", answer, given),
      ...(period !== null && { time: period }),
    },
  };
}

/** From the start of the first period to the end of the second. */
function periodOf(before: unknown, after: unknown): string | null {
  const [start] = intervalOf(before);
  const [, end] = intervalOf(after);
  return start === undefined && end === undefined ? null : `${start ?? ".."}/${end ?? ".."}`;
}

function intervalOf(period: unknown): (string | undefined)[] {
  const interval = isObject(period) ? period.interval : undefined;
  if (!Array.isArray(interval)) return [undefined, undefined];
  return interval.map((each) => (typeof each === "string" ? each : undefined));
}

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
