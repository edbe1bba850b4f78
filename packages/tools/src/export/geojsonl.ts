import type { ExportFormat } from "./export-format.ts";

/**
 * Newline-delimited GeoJSON, one unchanged feature per line. The record separators of RFC 8142 are
 * omitted: GDAL reads them, but jq, DuckDB and most line readers do not.
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
