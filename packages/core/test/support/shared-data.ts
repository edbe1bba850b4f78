import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import type { Feature } from "../../src/index.ts";

const folder = new URL("../../../../../shared/data/", import.meta.url);

/** The reason to skip a test on shared data, or false where the data is there. */
export const withoutSharedData: string | false = existsSync(folder)
  ? false
  : "the shared data is not beside the checkout";

export async function sharedFeatures(name: string): Promise<Feature[]> {
  const lines = gunzipSync(await readFile(new URL(`${name}.geojsonl.gz`, folder))).toString();
  return lines
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}
