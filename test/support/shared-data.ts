import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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

/**
 * The features of `name`.geojsonl.gz in a folder, or every `oneIn`th of them, read without any code
 * of the packages.
 */
export function readFeatures<T = RawFeature>(name: string, folder = sharedData, oneIn = 1): T[] {
  return sampleOf(name, folder, oneIn).map((line) => JSON.parse(line) as T);
}

/** A new folder with some of the files, and in CI with every so manyth feature of each. */
export function sampledFiles(oneIn: Readonly<Record<string, number>>): string {
  const folder = mkdtempSync(join(tmpdir(), "emberline-sample-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const [name, forChange] of Object.entries(oneIn)) {
    const step = amount(forChange, 1);
    const file = `${name}.geojsonl.gz`;
    if (step === 1) symlinkSync(join(sharedData, file), join(folder, file));
    else writeSample(name, folder, step);
  }
  return folder;
}

let sample: string | undefined;

/** All files but that of places; in CI the large ones of detections have every fourth. */
export function sampledData(): string {
  if (sample !== undefined) return sample;
  const [australia, december, march, ...others] = hotspotFiles;
  const large = Object.fromEntries([australia, december, march].map((name) => [name, 4]));
  const small = [...others, perimeterFile, "static-heat-sources"].map((name) => [name, 1]);
  sample = sampledFiles({ ...large, ...Object.fromEntries(small) });
  const simulations = "simulations_synthetic.json";
  symlinkSync(join(sharedData, simulations), join(sample, simulations));
  return sample;
}

/** Writes every `oneIn`th feature of `name`.geojsonl.gz to a file of that name in a folder. */
export function writeSample(name: string, folder: string, oneIn: number): void {
  const lines = sampleOf(name, sharedData, oneIn);
  writeFileSync(join(folder, `${name}.geojsonl.gz`), gzipSync(lines.join("\n"), { level: 1 }));
}

function sampleOf(name: string, folder: string, oneIn: number): string[] {
  const text = gunzipSync(readFileSync(join(folder, `${name}.geojsonl.gz`))).toString();
  return text.split("\n").filter((line, i) => line !== "" && i % oneIn === 0);
}
