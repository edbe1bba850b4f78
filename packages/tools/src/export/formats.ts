import { csv } from "./csv.ts";
import type { ExportFormat } from "./export-format.ts";
import { geojson } from "./geojson.ts";
import { geojsonl } from "./geojsonl.ts";
import { kml } from "./kml.ts";

export const formatNames = ["geojson", "geojsonl", "csv", "kml"] as const;

export type FormatName = (typeof formatNames)[number];

export const formats: Readonly<Record<FormatName, ExportFormat>> = { geojson, geojsonl, csv, kml };
