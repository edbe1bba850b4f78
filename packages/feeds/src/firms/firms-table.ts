import { geometryProblem, type Point, type Properties } from "@emberline/geo";
import { parse } from "csv-parse/sync";
import { acquisitionTime } from "./acquisition-time.ts";
import { satelliteOf } from "./satellites.ts";

/** Why a header or a row is not FIRMS' layout, as a phrase for a report. */
export class FirmsRowError extends Error {
  override readonly name = "FirmsRowError";
}

/** A row as a GeoJSON point with the source's columns as properties. */
export interface FirmsRow {
  readonly geometry: Point;
  readonly properties: Properties;
}

/** What a header may have at most; FIRMS has fifteen names of up to ten characters. */
interface HeaderLimits {
  readonly maxNames: number;
  readonly maxNameLength: number;
}

const usualLimits: HeaderLimits = { maxNames: 50, maxNameLength: 50 };
const maxShown = 60;

const requiredColumns = ["latitude", "longitude", "acq_date", "acq_time"];

/** FIRMS' numeric columns: degrees, kelvin, kilometres, megawatts, codes, path and row. */
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
  "path",
  "row",
]);

const confidences = new Map([
  ["low", "l"],
  ["nominal", "n"],
  ["high", "h"],
  ["L", "l"],
  ["M", "n"],
  ["N", "n"],
  ["H", "h"],
]);

/** Reads rows of FIRMS' CSV by the names in their header. */
export class FirmsTable {
  readonly columns: readonly string[];
  readonly #readers: readonly ((cell: string) => unknown)[];

  /** @throws {FirmsRowError} when the header lacks what a detection needs */
  constructor(header: string, limits = usualLimits) {
    this.columns = cellsOf(header).map((name) => name.trim());
    const problem = headerProblem(this.columns, limits);
    if (problem) throw new FirmsRowError(problem);
    this.#readers = this.columns.map(readerOf);
  }

  /**
   * A detection: satellite and confidence in one spelling, the time in four digits, and `datetime`
   * in UTC, which is not checked. An empty cell is null.
   * @throws {FirmsRowError} when the row is broken
   */
  row(line: string): FirmsRow {
    const { columns } = this;
    const cells = cellsOf(line);
    if (cells.length !== columns.length) {
      throw new FirmsRowError(`${cells.length} columns instead of ${columns.length}`);
    }
    const properties: Properties = {};
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i]!.trim();
      const value = cell === "" ? null : this.#readers[i]!(cell);
      if (columns[i] === "__proto__") defineValue(properties, "__proto__", value);
      else properties[columns[i]!] = value;
    }
    const geometry: Point = {
      type: "Point",
      coordinates: [properties.longitude as number, properties.latitude as number],
    };
    const problem = geometryProblem(geometry, { maxLongitude: 180 });
    if (problem) throw new FirmsRowError(`geometry${problem}`);
    properties.datetime = acquisitionTime(properties.acq_date, properties.acq_time);
    return { geometry, properties };
  }
}

function headerProblem(
  columns: readonly string[],
  { maxNames, maxNameLength }: HeaderLimits,
): string | undefined {
  if (columns.length > maxNames) return `${columns.length} columns, the maximum is ${maxNames}`;
  if (columns.some(({ length }) => length > maxNameLength)) {
    return `a column name is longer than ${maxNameLength} characters`;
  }
  const missing = requiredColumns.filter((name) => !columns.includes(name));
  if (missing.length > 0) return `not FIRMS' layout: the header lacks ${missing.join(", ")}`;
  const twice = columns.find((name, i) => columns.indexOf(name) < i);
  return twice === undefined ? undefined : `the header has ${shown(twice)} twice`;
}

function cellsOf(line: string): string[] {
  const row = line.endsWith("\r") ? line.slice(0, -1) : line;
  if (!row.includes('"')) return row.split(",");
  try {
    return (parse(row) as string[][])[0] ?? [];
  } catch {
    throw new FirmsRowError("not CSV");
  }
}

function readerOf(name: string): (cell: string) => unknown {
  if (name === "acq_time") return (cell) => cell.padStart(4, "0");
  if (name === "satellite") return (cell) => satelliteOf(cell)?.name ?? cell;
  if (name === "confidence") return confidenceOf;
  if (!numericColumns.has(name)) return (cell) => cell;
  return (cell) => {
    const number = Number(cell);
    if (!Number.isFinite(number)) throw new FirmsRowError(`${name} ${shown(cell)} is not a number`);
    return number;
  };
}

/** VIIRS has three classes where MODIS has a percentage. */
function confidenceOf(cell: string): unknown {
  const number = Number(cell);
  return Number.isFinite(number) ? number : (confidences.get(cell) ?? cell);
}

/** Assigning to `__proto__` would not create a property. */
function defineValue(properties: Properties, name: string, value: unknown): void {
  Object.defineProperty(properties, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function shown(text: string): string {
  return text.length <= maxShown
    ? JSON.stringify(text)
    : `${JSON.stringify(text.slice(0, maxShown))}…`;
}
