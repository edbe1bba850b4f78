import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import type { Body } from "./service-harness.ts";

/** The shared files of hotspots, without `.geojsonl.gz`. */
export const HOTSPOT_FILES = [
  "hotspots_australia_modis_2019-08_2019-09",
  "hotspots_global_modis_2018-12-01_2018-12-03",
  "hotspots_global_modis_2022-03-28_2022-04-04",
  "hotspots_global_modis_2023-08-01_2023-08-02",
  "hotspots_hawaii_viirs_2024-04_2024-06",
  "hotspots_oregon_viirs_2026-07",
];

/** The features of a gzipped file, read by other means than the service's. */
export async function* readLines(path: string): AsyncGenerator<Body> {
  const input = createReadStream(path).pipe(createGunzip());
  for await (const line of createInterface({ input })) yield JSON.parse(line);
}
