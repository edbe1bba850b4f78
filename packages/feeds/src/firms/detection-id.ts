import type { Geometry, Properties } from "@emberline/geo";
import type { FeedInterval } from "../values/feed.ts";
import { plainName, satelliteOf } from "./satellites.ts";

/** A feature that may be a detection. */
interface MaybeDetection {
  readonly geometry: Geometry | null;
  readonly properties: Properties | null;
  readonly time: FeedInterval | undefined;
}

const maxNameLength = 100;

/** FIRMS publishes at most five decimals, about a metre. */
const perDegree = 1e5;

let lastTime = Number.NaN;
let lastStamp = "";

/**
 * Identifies a detection across files and feeds by satellite, time and position, with an id such
 * as `terra_20190801T005600Z_142.085_-11.7924`. Undefined for features that are not detections.
 */
export function detectionId({ geometry, properties, time }: MaybeDetection): string | undefined {
  const satellite = properties?.satellite;
  if (geometry?.type !== "Point" || typeof satellite !== "string" || !time) return undefined;
  if (satellite.length > maxNameLength) return undefined;
  const name = satelliteOf(satellite)?.id ?? plainName(satellite);
  const [longitude, latitude] = geometry.coordinates;
  return `${name}_${stampOf(time.start)}_${rounded(longitude)}_${rounded(latitude)}`;
}

/** Detections of one overpass share their time, so the last one is cached. */
function stampOf(epochMs: number): string {
  if (epochMs !== lastTime) {
    lastStamp = `${new Date(epochMs).toISOString().replace(/[-:]/g, "").slice(0, 15)}Z`;
    lastTime = epochMs;
  }
  return lastStamp;
}

function rounded(degrees: number): number {
  return Math.round(degrees * perDegree) / perDegree;
}
