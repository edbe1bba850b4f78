import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fixtures } from "@emberline/test-support/programs";

/** A detection as it is in the file. */
export interface Detection {
  readonly id: string;
  readonly lon: number;
  readonly lat: number;
  readonly frp: number;
}

/** 200 detections on a grid, each with a power of its own. */
export const detections: readonly Detection[] = Array.from({ length: 200 }, (_, i) => ({
  id: `d${i}`,
  lon: 10 + (i % 20) * 0.05,
  lat: 50 + Math.floor(i / 20) * 0.05,
  frp: ((i * 37) % 200) + 0.5,
}));

/** A folder of data with these detections. */
export async function writeData(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "emberline-agents-"));
  await cp(fixtures, folder, { recursive: true });
  const lines = detections.map(({ id, lon, lat, frp }) =>
    JSON.stringify({
      type: "Feature",
      id,
      geometry: { type: "Point", coordinates: [lon, lat] },
      properties: { frp, satellite: "N20", confidence: "n", datetime: "2024-07-01T01:00:00Z" },
    }),
  );
  await writeFile(join(folder, "hotspots.geojsonl"), `${lines.join("\n")}\n`);
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
