import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const child = fileURLToPath(new URL("light-start-child.ts", import.meta.url));
const hotspot = {
  type: "Feature",
  geometry: { type: "Point", coordinates: [142.085, -11.7924] },
  properties: { satellite: "Terra", acq_date: "2019-08-01", acq_time: "56" },
};
const csv =
  "latitude,longitude,acq_date,acq_time,satellite\n-11.7924,142.085,2019-08-01,56,Terra\n";
/** Of a detection's identity, which features without an id need. */
const identity = ["detections", "firms/acquisition-time", "firms/detection-id", "firms/satellites"];

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "emberline-light-"));
});
after(() => rm(folder, { recursive: true }));

/** The modules of feeds and of its libraries that a start of the service loads. */
async function loadedBy(...args: string[]): Promise<string[]> {
  const options = ["-C", "@emberline/source", "--import", "tsx"];
  const { stdout } = await promisify(execFile)(process.execPath, [...options, child, ...args]);
  const modules: string[] = JSON.parse(stdout);
  assert.ok(
    modules.some((url) => url.includes("packages/reference-service/src/service/service.ts")),
  );
  const ofFeeds = modules.flatMap((url) => /packages\/feeds\/src\/(.*)\.ts/.exec(url)?.[1] ?? []);
  const libraries = modules.some((url) => url.includes("/csv-parse/")) ? ["csv-parse"] : [];
  return [...ofFeeds, ...libraries].sort();
}

it("a service without live feeds and CSV loads of feeds only what identifies a detection", async () => {
  assert.deepEqual(await loadedBy(), identity);
  await writeFile(join(folder, "hotspots.geojsonl"), JSON.stringify(hotspot));
  assert.deepEqual(await loadedBy(folder), identity);
});

it("a service with a file of FIRMS' CSV loads its table, and no feed", async () => {
  await writeFile(join(folder, "firms.csv"), csv);
  const table = ["csv-parse", "firms-csv", "firms/firms-table"];
  assert.deepEqual(await loadedBy(folder), [...identity, ...table].sort());
});
