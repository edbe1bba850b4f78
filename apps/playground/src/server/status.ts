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
  /** What it is of, in words; null if its service does not say. */
  readonly covers: string | null;
  /** Such as `current`, `failing` or `stale`. */
  readonly state: string;
  /** Its last complete reading; null before the first. */
  readonly readMs: number | null;
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

function feedOf({ title, covers, state, read_at: readAt, credit }: JsonObject): FeedState {
  return {
    title: String(title),
    covers: textOf(covers),
    state: String(state),
    readMs: timeMsOf(readAt),
    credit: String(credit),
  };
}
