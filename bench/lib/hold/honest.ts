import { createReadStream, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";

/**
 * A question whose answer is computed from the files by a loop that shares no code with the tools.
 */
export interface Question {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly matched: number;
}

interface Detection {
  readonly lon: number;
  readonly lat: number;
  readonly timeMs: number;
  readonly frp: number;
}

/** Boxes and days of the shared detections, each requested as rows and as a summary. */
export async function questionsOn(folder: string): Promise<Question[]> {
  const detections = await readDetections(folder);
  const asked = [
    { bbox: [145, -35, 153, -25], time: "2019-09-10" },
    { bbox: [112, -44, 154, -10], time: "2019-08-15" },
    { bbox: [-124, 41, -120, 44], time: "2026-07-18" },
    { bbox: [10, -20, 40, 10], time: "2023-08-01" },
    { bbox: [95, -10, 120, 25], time: "2022-03-30" },
    { bbox: [60, 10, 100, 35], time: "2018-12-02" },
  ];
  return asked.flatMap(({ bbox, time }) => {
    const [west, south, east, north] = bbox as [number, number, number, number];
    const startMs = Date.parse(time);
    const inside = detections.filter(
      ({ lon, lat, timeMs }) =>
        lon >= west &&
        lon <= east &&
        lat >= south &&
        lat <= north &&
        timeMs >= startMs &&
        timeMs < startMs + 86_400_000,
    );
    const args = { collection: "svc:hotspots", bbox, time };
    const strong = inside.filter(({ frp }) => frp > 50).length;
    return [
      { tool: "query_features", args: { ...args, limit: 5 }, matched: inside.length },
      { tool: "summarize_features", args: { ...args, group_by: ["hour"] }, matched: inside.length },
      { tool: "summarize_features", args: { ...args, filter: "frp > 50" }, matched: strong },
    ];
  });
}

async function readDetections(folder: string): Promise<Detection[]> {
  const found: Detection[] = [];
  for (const name of readdirSync(folder).filter((each) =>
    /^hotspots.*\.geojsonl\.gz$/.test(each),
  )) {
    const lines = createInterface({
      input: createReadStream(join(folder, name)).pipe(createGunzip()),
    });
    for await (const line of lines) {
      if (line.trim() === "") continue;
      const { geometry, properties } = JSON.parse(line);
      const [lon, lat] = geometry.coordinates;
      found.push({ lon, lat, timeMs: Date.parse(properties.datetime), frp: properties.frp });
    }
  }
  return found;
}
