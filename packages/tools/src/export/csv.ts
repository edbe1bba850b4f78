import type { Feature } from "@emberline/core";
import { printGeometryParts } from "@emberline/cql2";
import type { Geometry } from "@emberline/geo";
import { jsonText } from "../call/json-text.ts";
import { ownProperty, propertyColumns } from "../values/own-property.ts";
import type { ExportFormat } from "./export-format.ts";

/** Properties without a column, as JSON. */
const otherColumn = "other_properties";

/**
 * CSV of RFC 4180 in UTF-8. The columns do not depend on the features: `id`; `lon` and `lat` of
 * points, in degrees; `wkt` of other geometries and of points with a height; one per property. If
 * all properties were requested, unexpected ones are written as JSON to `other_properties`. Null is
 * an empty cell, an empty text a pair of quotes.
 */
export const csv: ExportFormat = {
  extension: "csv",
  mimeType: "text/csv; charset=utf-8",
  encoder({ properties, isSubset }) {
    const columns = propertyColumns(properties, ["id", "lon", "lat", "wkt", otherColumn]);
    const known = new Set(properties);
    const guard = new FormulaGuard();
    const cells = (values: readonly unknown[]) => values.map((value) => guard.cell(value));
    const others = ({ properties: all }: Feature) => {
      const rest = Object.entries(all ?? {}).filter(([name]) => !known.has(name));
      return rest.length === 0 ? null : Object.fromEntries(rest);
    };
    return {
      begin: () => {
        const others = isSubset ? [] : [otherColumn];
        return `${cells(["id", "lon", "lat", "wkt", ...columns, ...others]).join(",")}\r\n`;
      },
      *feature(feature) {
        const { geometry } = feature;
        const [lon, lat, height] = geometry?.type === "Point" ? geometry.coordinates : [];
        yield `${cells([feature.id, lon, lat]).join(",")},`;
        if (geometry && (lon === undefined || height !== undefined)) yield* wktParts(geometry);
        const values = cells([
          ...properties.map((name) => ownProperty(feature.properties, name)),
          ...(isSubset ? [] : [others(feature)]),
        ]);
        yield `${["", ...values].join(",")}\r\n`;
      },
      end: () => "",
      notices: () =>
        guard.guarded === 0
          ? []
          : [
              `${guard.guarded} texts in the file begin like a spreadsheet formula: each was prefixed with an apostrophe.`,
            ],
    };
  },
};

/** A cell of letters, numbers, brackets and commas, which need no guard. */
function* wktParts(geometry: Geometry): Generator<string, void> {
  const quote = geometry.type === "Point" ? "" : '"';
  yield quote;
  yield* printGeometryParts(geometry);
  yield quote;
}

/** C0 controls except tab and line ends, and C1 controls: removed from cells. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removed on purpose
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Possible starts of a formula (OWASP, "CSV Injection"), also full-width or after spaces. */
const formulaStart = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;
/** Fast path: nothing to remove, guard or quote. */
const plainText = /^[A-Za-z0-9][A-Za-z0-9 .:_-]*$/;
const plainNumber = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Writes cells, with an apostrophe before texts that a spreadsheet would run. Numbers stay numbers.
 */
class FormulaGuard {
  /** Number of cells that were given an apostrophe. */
  guarded = 0;

  cell(value: unknown): string {
    if (value === null || value === undefined) return "";
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    if (typeof value === "string" && plainText.test(value)) return value;
    const text = (typeof value === "string" ? value : jsonText(value)).replace(controls, "");
    const isFormula = formulaStart.test(text) && !plainNumber.test(text);
    if (isFormula) this.guarded++;
    const safe = isFormula ? `'${text}` : text;
    return safe === "" || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  }
}
