import { once } from "node:events";
import { createWriteStream, existsSync, mkdirSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededRandom } from "@emberline/test-support/random";

const startMs = Date.UTC(2025, 0, 1);
const dayCount = 60;
const clusterCount = 400;
const batchLength = 1 << 20;

/** Number of hotspots in all rows. */
export const hotspotCount = 1_000_000;

/**
 * When a hotspot was seen, in milliseconds since the epoch: whole
 * minutes, the later the index the later.
 */
function timeMs(index: number): number {
  return startMs + Math.floor((index * dayCount * 24 * 60) / hotspotCount) * 60_000;
}

/** The UTC period in which the hotspots from one index to another were seen, ends included. */
export function timeOf(first: number, last: number): string {
  const text = (index: number) => new Date(timeMs(index)).toISOString();
  return `${text(first)}/${text(last)}`;
}

/** The folder with the generated hotspots, created on the first call. */
export async function hotspotsFolder(): Promise<string> {
  const folder = join(tmpdir(), `emberline-bench-hotspots-${hotspotCount}`);
  const path = hotspotsFile(folder);
  if (existsSync(path)) return folder;
  mkdirSync(folder, { recursive: true });
  await write(`${path}.part`);
  renameSync(`${path}.part`, path);
  return folder;
}

export function hotspotsFile(folder: string): string {
  return join(folder, "hotspots.geojsonl");
}

/**
 * Newline-delimited GeoJSON in the layouts of MODIS and VIIRS: clusters around the world over
 * sixty days, in the order of time as archives are, the same in every run.
 */
async function write(path: string): Promise<void> {
  const random = seededRandom(20_250_101);
  const between = (least: number, most: number) => least + (most - least) * random();
  const centres = Array.from({ length: clusterCount }, () => [
    between(-170, 175),
    between(-50, 68),
  ]);
  const out = createWriteStream(path);
  let batch = "";
  for (let i = 0; i < hotspotCount; i++) {
    const [x, y] = centres[Math.floor(random() * clusterCount)]!;
    const position = [x! + between(-2, 2), y! + between(-2, 2)].map((degrees) =>
      rounded(degrees, 5),
    );
    batch += `${JSON.stringify(hotspot(i, timeMs(i), position, between))}\n`;
    if (batch.length < batchLength && i < hotspotCount - 1) continue;
    if (!out.write(batch)) await once(out, "drain");
    batch = "";
  }
  out.end();
  await once(out, "finish");
}

function hotspot(
  index: number,
  time: number,
  coordinates: number[],
  between: (least: number, most: number) => number,
) {
  const datetime = `${new Date(time).toISOString().slice(0, 19)}Z`;
  const isModis = between(0, 1) < 0.5;
  const kind = isModis
    ? {
        brightness: rounded(between(300, 400), 2),
        bright_t31: rounded(between(270, 320), 2),
        satellite: between(0, 1) < 0.5 ? "Terra" : "Aqua",
        instrument: "MODIS",
        confidence: Math.floor(between(20, 100)),
        version: "6.1NRT",
      }
    : {
        bright_ti4: rounded(between(300, 367), 2),
        bright_ti5: rounded(between(270, 320), 2),
        satellite: between(0, 1) < 0.5 ? "N20" : "N21",
        instrument: "VIIRS",
        confidence: "lnh"[Math.floor(between(0, 3))],
        version: "2.0NRT",
      };
  const [longitude, latitude] = coordinates;
  return {
    type: "Feature",
    // Knuth's multiplicative hash, so that ids are not in the order of time.
    id: ((index * 2_654_435_761) % 2 ** 40).toString(16).padStart(14, "0"),
    geometry: { type: "Point", coordinates },
    properties: {
      latitude,
      longitude,
      ...kind,
      scan: rounded(between(0.4, 4), 2),
      track: rounded(between(0.4, 2), 2),
      acq_date: datetime.slice(0, 10),
      acq_time: datetime.slice(11, 16).replace(":", ""),
      frp: rounded(-12 * Math.log(1 - between(0, 1)), 2),
      daynight: between(0, 1) < 0.6 ? "D" : "N",
      datetime,
    },
  };
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
