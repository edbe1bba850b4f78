import {
  type RawFeature,
  readFeatures,
  sampledFiles,
  skipWithoutSharedData,
} from "@emberline/test-support/shared-data";
import geodesic from "geographiclib-geodesic";

type Position = readonly [lon: number, lat: number];

const positionOf = ({ geometry }: RawFeature) => geometry.coordinates as unknown as Position;

const march = "hotspots_global_modis_2022-03-28_2022-04-04";
const august = "hotspots_global_modis_2023-08-01_2023-08-02";
const sourcesFile = "static-heat-sources";

/** A folder of real detections of some days, and of the static sources. */
export const folder = skipWithoutSharedData
  ? ""
  : sampledFiles({ [march]: 2, [august]: 2, [sourcesFile]: 1 });

/** Detections and static sources of the files. */
export function loadData(): { detections: RawFeature[]; sources: RawFeature[] } {
  return {
    detections: [march, august].flatMap((name) => readFeatures(name, folder)),
    sources: readFeatures(sourcesFile),
  };
}

export function kmBetween([lonA, latA]: Position, [lonB, latB]: Position): number {
  return geodesic.Geodesic.WGS84.Inverse(latA, lonA, latB, lonB).s12! / 1000;
}

/** The nearest source by comparing a detection with every one that is not farther in latitude. */
export function nearestSource(
  detection: RawFeature,
  sources: readonly RawFeature[],
  km: number,
): { source: RawFeature; km: number } | null {
  const at = positionOf(detection);
  // A degree of latitude is at least 110.5 km.
  const near = sources
    .filter((source) => Math.abs(positionOf(source)[1] - at[1]) <= km / 110.5)
    .filter((source) => isWithinDegrees(at, positionOf(source), km))
    .map((source) => ({ source, km: kmBetween(at, positionOf(source)) }))
    .filter((each) => each.km <= km)
    .sort((a, b) => a.km - b.km || (a.source.id < b.source.id ? -1 : 1));
  return near[0] ?? null;
}

/** Never false for a source within this many km. */
function isWithinDegrees([lonA, latA]: Position, [lonB, latB]: Position, km: number): boolean {
  const poleward = Math.max(Math.abs(latA), Math.abs(latB));
  const apart = Math.abs(lonA - lonB) % 360;
  return (
    poleward > 89 ||
    Math.min(apart, 360 - apart) * Math.cos((poleward * Math.PI) / 180) <= km / 110.5
  );
}
