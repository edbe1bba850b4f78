import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appInProcess } from "@emberline/test-served/in-process";

export type Json = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: answers of tools.
type Answer = any;

/** On the equator of WGS 84 a degree of longitude measures a·π/180. */
const kmPerDegree = (6378.137 * Math.PI) / 180;
export const east = (km: number) => km / kmPerDegree;

export function feature(id: string, geometry: Json, properties: Json): Json {
  return { type: "Feature", id, geometry, properties };
}

export function point(id: string, km: number, properties: Json): Json {
  return feature(id, { type: "Point", coordinates: [east(km), 0] }, properties);
}

/** From `from` to `to` km east, and 0.1° to both sides of the equator. */
function block(id: string, [from, to]: [number, number], properties: Json): Json {
  const [west, right] = [east(from), east(to)];
  const ring = [
    [west, -0.1],
    [right, -0.1],
    [right, 0.1],
    [west, 0.1],
    [west, -0.1],
  ];
  return feature(id, { type: "Polygon", coordinates: [ring] }, properties);
}

export const hotspot = (id: string, km: number, datetime = "2025-06-19T12:00:00Z") =>
  point(id, km, { datetime, frp: 10, scan: 0.4, track: 0.4 });

export const mapped = (id: string, km: [number, number], properties: Json) =>
  block(id, km, { datetime: "2025-06-18T00:00:00Z", sequence: 1, ...properties });

export const reported = (id: string, km: number, properties: Json) =>
  point(id, km, {
    incident_type: "wildfire",
    discovered_at: "2025-06-17T00:00:00Z",
    datetime: "2025-06-19T18:00:00Z",
    listed_until: null,
    ...properties,
  });

export const zone = (id: string, km: [number, number], properties: Json) =>
  block(id, km, { datetime: "2025-06-19T06:00:00Z", ...properties });

export interface Equator {
  call(tool: string, args: Json): Promise<Answer>;
  close(): Promise<void>;
}

/** A program with these features, by the names of their files. */
export async function startEquator(files: Record<string, readonly Json[]>): Promise<Equator> {
  const folder = await mkdtemp(join(tmpdir(), "emberline-equator-"));
  for (const [name, features] of Object.entries(files))
    await writeFile(
      join(folder, `${name}.geojsonl`),
      features.map((each) => JSON.stringify(each)).join("\n"),
    );
  const fetch = await appInProcess(["--data", folder]);
  return {
    async call(tool, args) {
      const response = await fetch(`/tools/${tool}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(args),
      });
      return response.json();
    },
    close: () => rm(folder, { recursive: true }),
  };
}
