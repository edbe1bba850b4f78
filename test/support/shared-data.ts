import { existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { amount } from "./amount.ts";

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

/** The features of `name`.geojsonl.gz in a folder, read without any code of the packages. */
export function readFeatures<T = RawFeature>(name: string, folder = sharedData): T[] {
  return linesOf(name, folder).map((line) => JSON.parse(line) as T);
}

/** A new folder with all detections and heat sources, and in CI every fourth perimeter. */
export function sampledData(): string {
  const folder = mkdtempSync(join(tmpdir(), "emberline-sample-"));
  for (const name of [...hotspotFiles, "static-heat-sources"])
    symlinkSync(join(sharedData, `${name}.geojsonl.gz`), join(folder, `${name}.geojsonl.gz`));
  writeSample(perimeterFile, folder, amount(4, 1));
  return folder;
}

/** Writes every `oneIn`th feature of `name`.geojsonl.gz to a file of that name in a folder. */
export function writeSample(name: string, folder: string, oneIn: number): void {
  const lines = linesOf(name, sharedData).filter((_, i) => i % oneIn === 0);
  writeFileSync(join(folder, `${name}.geojsonl.gz`), gzipSync(lines.join("\n"), { level: 1 }));
}

function linesOf(name: string, folder: string): string[] {
  const text = gunzipSync(readFileSync(join(folder, `${name}.geojsonl.gz`))).toString();
  return text.split("\n").filter(Boolean);
}
