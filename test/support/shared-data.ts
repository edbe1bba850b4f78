import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

/** The folder of real data beside the checkout, which is not part of the project. */
export const sharedData = fileURLToPath(new URL("../../../shared/data", import.meta.url));

/** The reason to skip a test on real data, or false where the data is there. */
export const skipWithoutSharedData = existsSync(sharedData)
  ? false
  : "the folder ../shared/data is not beside this checkout";

export interface RawFeature {
  readonly id: string;
  readonly geometry: { readonly coordinates: readonly number[] };
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The features of one file, read without any code of the packages. */
export function readFeatures(file: string): RawFeature[] {
  return gunzipSync(readFileSync(`${sharedData}/${file}`))
    .toString()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
