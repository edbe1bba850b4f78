import type { TimedFeature } from "../store/feature-store.ts";

const maxNameLength = 100;

/** Spellings of one satellite in FIRMS' products. */
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
 * What makes a detection the same one in two files: satellite, time and position, as an id such
 * as `terra_20190801T005600Z_142.085_-11.7924`. Undefined for what is no detection of a satellite.
 */
export function detectionId({ geometry, properties, time }: TimedFeature): string | undefined {
  const satellite = properties?.satellite;
  if (geometry?.type !== "Point" || typeof satellite !== "string" || !time) return undefined;
  if (satellite.length > maxNameLength) return undefined;
  const plain = satellite.toLowerCase().replace(/[^a-z0-9]/g, "");
  const [longitude, latitude] = geometry.coordinates;
  const second = new Date(time.start).toISOString().replace(/[-:]/g, "");
  return `${satellites.get(plain) ?? plain}_${second.slice(0, 15)}Z_${longitude}_${latitude}`;
}
