import type { ExportFormat } from "./export-format.ts";

/**
 * A FeatureCollection (RFC 7946), one feature per line. Features keep their foreign members;
 * `selection`, `notices` and `numberReturned` are foreign members of the collection (section 6.1).
 */
export const geojson: ExportFormat = {
  extension: "geojson",
  mimeType: "application/geo+json",
  encoder({ described, notices }) {
    let separator = "\n";
    return {
      begin: () => {
        const about = { selection: described, ...(notices.length > 0 && { notices }) };
        return `{"type":"FeatureCollection",${JSON.stringify(about).slice(1, -1)},"features":[`;
      },
      feature: (feature) => {
        const text = separator + JSON.stringify(feature);
        separator = ",\n";
        return text;
      },
      end: (count) => `\n],"numberReturned":${count}}\n`,
      notices: () => [],
    };
  },
};
