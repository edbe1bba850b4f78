import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

/** The folder of real data next to the checkout, which is not part of the project. */
export const sharedData = fileURLToPath(new URL("../../../shared/data", import.meta.url));

/** The reason to skip a test on real data, or false if the data exists. */
export const skipWithoutSharedData: string | false = existsSync(sharedData)
  ? false
  : "the folder ../shared/data is not next to this checkout";

export const hotspotFiles: readonly string[] = [
  "hotspots_australia_modis_2019-08_2019-09",
  "hotspots_global_modis_2018-12-01_2018-12-03",
  "hotspots_global_modis_2022-03-28_2022-04-04",
  "hotspots_global_modis_2023-08-01_2023-08-02",
  "hotspots_hawaii_viirs_2024-04_2024-06",
  "hotspots_oregon_viirs_2026-07",
];
export const perimeterFile = "perimeters_wfigs_ca-2023_or-wa-2023-2024";

export interface RawFeature {
  readonly id: string;
  readonly geometry: { readonly coordinates: readonly number[] };
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The text of a file, decompressed if necessary. */
export function readShared(name: string): string {
  const bytes = readFileSync(join(sharedData, name));
  return (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
}

/** The features of `name`.geojsonl.gz, read without any code of the packages. */
export function readFeatures<T = RawFeature>(name: string): T[] {
  const lines = readShared(`${name}.geojsonl.gz`).split("\n");
  return lines.filter(Boolean).map((line) => JSON.parse(line) as T);
}
