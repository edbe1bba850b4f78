import type { ExportFormat } from "./export-format.ts";

/**
 * Newline-delimited GeoJSON: a feature a line, as it is. Without the record
 * separators of RFC 8142, which GDAL reads as well, but jq, DuckDB and most
 * readers of lines do not.
 */
export const geojsonl: ExportFormat = {
  extension: "geojsonl",
  mimeType: "application/x-ndjson",
  encoder: () => ({
    begin: () => "",
    feature: (feature) => `${JSON.stringify(feature)}\n`,
    end: () => "",
    notices: () => [],
  }),
};
