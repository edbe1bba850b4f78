import { geometryProblem, type Point, type Properties } from "@emberline/geo";
import { parse } from "csv-parse/sync";
import { maxNameLength, maxNames } from "./check-properties.ts";
import { acquisitionTime } from "./feature-time.ts";
import { identified, type ParsedFeature } from "./parse-feature.ts";
import { Refusal, shown } from "./refusal.ts";

const requiredColumns = ["latitude", "longitude", "acq_date", "acq_time"];

/** FIRMS' numeric columns: degrees, kelvin, kilometres, megawatts, a code. */
const numericColumns = new Set([
  "latitude",
  "longitude",
  "brightness",
  "bright_t31",
  "bright_ti4",
  "bright_ti5",
  "scan",
  "track",
  "frp",
  "type",
]);

/** Reads the rows of one file in FIRMS' download layout, the header first. */
export class FirmsCsv {
  #columns: string[];

  /** @throws {Refusal} when the header lacks what a detection needs */
  constructor(header: string) {
    this.#columns = cellsOf(header).map((name) => name.trim());
    const problem = headerProblem(this.#columns);
    if (problem) throw new Refusal(problem, { endsFile: true });
  }

  /**
   * A detection as a feature: the source's columns as properties, and `datetime` in UTC.
   * @throws {Refusal} when the row is broken
   */
  parse(line: string): ParsedFeature {
    const cells = cellsOf(line);
    if (cells.length !== this.#columns.length) {
      throw new Refusal(`${cells.length} columns instead of ${this.#columns.length}`);
    }
    // Object.fromEntries, since assigning to `__proto__` would not create a property.
    const properties: Properties = Object.fromEntries(
      this.#columns.map((name, i) => [name, cellValue(name, cells[i]!.trim())]),
    );
    const geometry: Point = {
      type: "Point",
      coordinates: [properties.longitude as number, properties.latitude as number],
    };
    const problem = geometryProblem(geometry, { inDegrees: true });
    if (problem) throw new Refusal(`geometry${problem}`);
    properties.datetime = acquisitionTime(properties.acq_date, properties.acq_time);
    return identified(undefined, geometry, properties);
  }
}

function headerProblem(columns: readonly string[]): string | undefined {
  if (columns.length > maxNames) return `${columns.length} columns, the maximum is ${maxNames}`;
  if (columns.some(({ length }) => length > maxNameLength)) {
    return `a column name is longer than ${maxNameLength} characters`;
  }
  const missing = requiredColumns.filter((name) => !columns.includes(name));
  if (missing.length === 0) return undefined;
  return `not FIRMS' layout: the header lacks ${missing.join(", ")}`;
}

function cellsOf(line: string): string[] {
  const row = line.endsWith("\r") ? line.slice(0, -1) : line;
  if (!row.includes('"')) return row.split(",");
  try {
    return (parse(row) as string[][])[0] ?? [];
  } catch {
    throw new Refusal("not CSV");
  }
}

function cellValue(name: string, cell: string): unknown {
  if (cell === "") return null;
  if (name === "acq_time") return cell.padStart(4, "0");
  const number = Number(cell);
  // VIIRS writes l, n or h where MODIS writes a percentage.
  if (name === "confidence") return Number.isNaN(number) ? cell : number;
  if (!numericColumns.has(name)) return cell;
  if (!Number.isFinite(number)) throw new Refusal(`${name} ${shown(cell)} is not a number`);
  return number;
}
