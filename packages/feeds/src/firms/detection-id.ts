import type { Geometry, Properties } from "@emberline/geo";
import type { FeedInterval } from "../feed-feature.ts";

/** A feature that may be a detection. */
interface MaybeDetection {
  readonly geometry: Geometry | null;
  readonly properties: Properties | null;
  readonly time: FeedInterval | undefined;
}

const maxNameLength = 100;

/** Names of satellites in FIRMS' products. */
const satellites = new Map([
  ["a", "aqua"],
  ["t", "terra"],
  ["n", "snpp"],
  ["npp", "snpp"],
  ["suominpp", "snpp"],
  ["1", "noaa20"],
  ["n20", "noaa20"],
  ["2", "noaa21"],
  ["n21", "noaa21"],
]);

/**
 * Identifies a detection across files by satellite, time and position, with an id such as
 * `terra_20190801T005600Z_142.085_-11.7924`. Undefined for features that are not detections.
 */
export function detectionId({ geometry, properties, time }: MaybeDetection): string | undefined {
  const satellite = properties?.satellite;
  if (geometry?.type !== "Point" || typeof satellite !== "string" || !time) return undefined;
  if (satellite.length > maxNameLength) return undefined;
  const plain = satellite.toLowerCase().replace(/[^a-z0-9]/g, "");
  const [longitude, latitude] = geometry.coordinates;
  const second = new Date(time.start).toISOString().replace(/[-:]/g, "");
  return `${satellites.get(plain) ?? plain}_${second.slice(0, 15)}Z_${longitude}_${latitude}`;
}
