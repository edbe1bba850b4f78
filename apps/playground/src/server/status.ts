import {
  type JsonObject,
  numberOf,
  objectsIn,
  textOf,
  timeMsOf,
} from "@emberline/map-app/answer/json";
import type { Api } from "./api.ts";

/** What the server serves, as it says. */
export interface Status {
  /** Null if the service behind the server did not say. */
  readonly data: DataStatus | null;
  /** Why there is no data; null if there is. */
  readonly reason: string | null;
  /** Where clients find the server. */
  readonly address: string;
  readonly needsKey: boolean;
  /** Origins of models that the page may call besides this machine and the server; "*" for all. */
  readonly chatOrigins: readonly string[];
  /** Whether the operator chose a map of another maker. */
  readonly hasMapStyle: boolean;
}

export interface DataStatus {
  readonly isSynthetic: boolean;
  readonly collections: readonly CollectionStatus[];
  /** Of all hotspots; null if the service does not count. */
  readonly detections: number | null;
  /** The newest detection, or else observation, in milliseconds since 1970. */
  readonly newestMs: number | null;
}

export interface CollectionStatus {
  readonly id: string;
  readonly title: string | null;
  readonly layer: string | null;
  readonly count: number | null;
  readonly newestMs: number | null;
  readonly feeds: readonly FeedState[];
}

/** A live feed that fills a collection. */
export interface FeedState {
  readonly title: string;
  /** Its last complete reading; null before the first. */
  readonly readMs: number | null;
  /** Some readings were missed, or the last attempt failed. */
  readonly isOld: boolean;
  readonly credit: string;
}

/**
 * @throws {ApiError} when the server refuses or cannot be reached
 * @throws {DOMException} when `signal` aborts
 */
export async function readStatus(api: Api, signal?: AbortSignal): Promise<Status> {
  const { value } = await api.read("/playground/status", signal);
  const {
    address,
    key_required: needsKey,
    chat_origins: origins,
    map_style: hasMapStyle,
    reason,
  } = value;
  return {
    data: value.service === "ready" ? dataOf(value) : null,
    reason: textOf(reason),
    address: textOf(address) ?? api.origin,
    needsKey: needsKey === true,
    chatOrigins: Array.isArray(origins) ? origins.map(String) : [],
    hasMapStyle: hasMapStyle === true,
  };
}

function dataOf({ data, collections: listed }: JsonObject): DataStatus {
  const collections = objectsIn(listed).map(collectionOf);
  const hotspots = collections.find(({ layer }) => layer === "hotspots");
  const times = collections.flatMap(({ newestMs }) => newestMs ?? []);
  return {
    isSynthetic: data === "synthetic",
    collections,
    detections: hotspots?.count ?? null,
    newestMs:
      hotspots?.newestMs ??
      (times.length > 0 ? times.reduce((newest, each) => Math.max(newest, each)) : null),
  };
}

function collectionOf({ id, title, layer, count, newest, feeds }: JsonObject): CollectionStatus {
  return {
    id: String(id),
    title: textOf(title),
    layer: textOf(layer),
    count: numberOf(count),
    newestMs: timeMsOf(newest),
    feeds: objectsIn(feeds).map(feedOf),
  };
}

const minuteMs = 60_000;
/** As the service judges. */
const missedPaces = 3;

function feedOf({
  title,
  read_at: readAt,
  every_minutes: pace,
  error,
  credit,
}: JsonObject): FeedState {
  const readMs = timeMsOf(readAt);
  const maxAgeMs = missedPaces * Number(pace) * minuteMs;
  return {
    title: String(title),
    readMs,
    isOld: readMs === null || typeof error === "string" || Date.now() - readMs > maxAgeMs,
    credit: String(credit),
  };
}
