import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "./files.ts";
import { readFeatures, readText } from "./load-data.ts";
import { hotspotSets, otherSets, perimeterSets } from "./sets.ts";

/** Sets of points are tables as CSV; outlines are not, and stay GeoJSON. */
const shapes = new Set([...perimeterSets.map(({ name }) => name), "areas"]);

/**
 * Writes the data into a folder: as GeoJSON Features one a line, or points as CSV and outlines as
 * GeoJSON beside them; with `sets.json`, which says of which days and boxes each file is.
 */
export function writeData(folder: string, format: "geojsonl" | "csv"): void {
  makeFolder(folder);
  const sets = [...hotspotSets, ...perimeterSets, ...otherSets];
  const files = sets.map(({ name, ...rest }) => {
    const isTable = format === "csv" && !shapes.has(name);
    const file = `${name}.${isTable ? "csv" : "geojsonl"}`;
    writeFileSync(join(folder, file), isTable ? toCsv(name) : readText(`${name}.geojsonl`));
    return { file, ...rest };
  });
  writeFileSync(join(folder, "simulations.json"), readText("simulations.json"));
  writeFileSync(join(folder, "sets.json"), `${JSON.stringify(files, null, 2)}\n`);
}

function toCsv(name: string): string {
  const rows = readFeatures(name).map(({ id, geometry, properties }) => {
    const [longitude, latitude] = geometry.coordinates as readonly number[];
    return { id, latitude, longitude, ...properties } as Readonly<Record<string, unknown>>;
  });
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join(","));
  return `${[columns.join(","), ...lines].join("\n")}\n`;
}

function cell(value: unknown): string {
  const text = String(value ?? "");
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
