import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HeavyCall } from "./heavy-calls.ts";

/** West of Lake Tahoe, with many towns around it. */
const [lon, lat] = [-121, 38.5];
const collection = "svc:satellite-perimeters";
const hotspots = "svc:hotspots";
const [before, newest] = ["2025-06-18", "2025-06-20"];
const week = "2025-06-14/2025-06-21";

/** A circle of half a degree around a place, in degrees. */
function circle(x: number, y: number, radius: number, vertices: number) {
  const ring = Array.from({ length: vertices }, (_, i) => {
    const angle = (2 * Math.PI * i) / vertices;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  return { type: "Polygon", coordinates: [[...ring, ring[0]!]] };
}

/** A folder with a fire of so many vertices, twenty small ones, and detections in and near them. */
export function largeOutlineFolder(vertices: number): string {
  const folder = join(tmpdir(), `emberline-bench-outline-${vertices}`);
  mkdirSync(folder, { recursive: true });
  const perimeter = (id: string, day: string, name: string, geometry: object, sequence = 0) => {
    const datetime = `${day}T11:00:00Z`;
    const properties = { incident_id: name, incident_name: name, sequence, datetime };
    return { type: "Feature", id, geometry, properties };
  };
  const small = Array.from({ length: 20 }, (_, i) =>
    perimeter(`small-${i}`, newest, `Small ${i}`, circle(lon + i / 20 - 0.5, lat + 0.9, 0.01, 40)),
  );
  const perimeters = [
    perimeter("large-0", before, "Large", circle(lon, lat, 0.4, 40)),
    ...small,
    perimeter("large-1", newest, "Large", circle(lon, lat, 0.5, vertices), 1),
  ];
  const detections = Array.from({ length: 200 }, (_, i) => ({
    type: "Feature",
    id: `h${i}`,
    geometry: {
      type: "Point",
      coordinates: [lon + (i % 20) / 10 - 1, lat + Math.floor(i / 20) / 5 - 1],
    },
    properties: { frp: i, satellite: "N21", datetime: `${newest}T1${i % 10}:00:00Z` },
  }));
  const write = (name: string, features: readonly object[]) =>
    writeFileSync(
      join(folder, `${name}.geojsonl`),
      `${features.map((each) => JSON.stringify(each)).join("\n")}\n`,
    );
  write("perimeters", perimeters);
  write("hotspots", detections);
  return folder;
}

const call = (name: string, tool: string, input: HeavyCall["input"]): HeavyCall => ({
  name,
  tool,
  input,
});

/** Each tool on outlines once or more; first uses come first. */
export const outlineCalls: readonly HeavyCall[] = [
  call("described", "describe_collection", { collection }),
  call("listed", "query_features", { collection }),
  call("in a box", "query_features", { collection, bbox: [lon - 1, lat - 1, lon, lat] }),
  call("near a place", "query_features", { collection, near: "Davis, California", radius_km: 30 }),
  call("in a fire", "query_features", { collection: hotspots, fire: "Large", time: week }),
  call("one outline", "get_feature", { collection, id: "large-1" }),
  call("a fire", "assess_fire", { fire: "Large", time: week }),
  call("a small fire beside it", "assess_fire", { fire: "Small 3", time: week }),
  call("around a position", "assess_location", { lon, lat: lat + 0.8, radius_km: 100, time: week }),
  call("on a map", "show_map", { collections: [collection, hotspots] }),
  call("summed", "summarize_features", { collection }),
  call("by county", "summarize_features", { collection, group_by: ["county"] }),
  call("as geojson", "export_features", { collection, format: "geojson" }),
  call("as kml", "export_features", { collection, format: "kml" }),
  call("as csv", "export_features", { collection, format: "csv" }),
  call("compared", "compare_periods", { collection, before, after: newest }),
];

/** The area of the circle by its half axes at 38.5° N (WGS 84): π · 43.6 km · 55.5 km. */
export const largeKm2 = 7602;
