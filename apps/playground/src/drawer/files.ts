import { isObject, type JsonObject, objectOf } from "@emberline/map-app/answer/json";
import { type Table, toText } from "@emberline/map-app/answer/tables";
import type { Tool } from "../server/api.ts";
import type { ToolCall } from "../server/calls.ts";

interface ExportFormat {
  readonly name: string;
  readonly label: string;
}

const labels: Readonly<Record<string, string>> = {
  geojson: "GeoJSON",
  geojsonl: "GeoJSON lines",
  csv: "CSV",
  kml: "KML",
};

/** Arguments that an export does not copy from the call: page size and format of the answer. */
const ofTheAnswer = ["limit", "cursor", "max_tokens", "format", "geometry", "sort"];

/** The formats that the tool's own schema names. */
export function exportFormats({ inputSchema }: Tool): ExportFormat[] {
  const { format } = propertiesOf(inputSchema);
  const names = isObject(format) && Array.isArray(format.enum) ? format.enum.map(String) : [];
  return names.map((name) => ({ name, label: labels[name] ?? name }));
}

/**
 * The arguments that export everything an answer's selection matches, without a format; null if the
 * answer does not count one selection. Time and snapshots are those stated in the answer: "last
 * 24h" moves with the clock, and tools have different defaults for snapshots.
 */
export function exportArguments(
  { inputSchema }: Tool,
  { args }: ToolCall,
  { selection, matched }: JsonObject,
): JsonObject | null {
  if (!isObject(selection) || typeof matched !== "number") return null;
  const { collection, latest_per_fire = false } = selection;
  const known = Object.keys(propertiesOf(inputSchema)).filter(
    (name) => !ofTheAnswer.includes(name),
  );
  const taken = Object.entries({ ...args, collection, latest_per_fire, ...timeOf(selection) });
  return Object.fromEntries(taken.filter(([name]) => known.includes(name)));
}

function timeOf({ interval }: JsonObject): JsonObject {
  if (!Array.isArray(interval)) return {};
  const [start, end] = interval;
  return { time: `${start ?? ".."}/${end ?? ".."}` };
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  return objectOf(properties);
}

/** Prefixes that spreadsheets read as formulas: OWASP's list, with full-width forms. */
const formulaStart = /^[=+\-@\t\r＝＋－＠]/;
const needsQuotes = /[",\r\n]/;

/**
 * A table as CSV (RFC 4180, UTF-8) with a header and CR LF line ends. An apostrophe precedes texts
 * that a spreadsheet would calculate; numbers stay numbers.
 */
export function toCsv({ columns, rows }: Table): string {
  const lines = [columns, ...rows.map((row) => columns.map((_, i) => row[i]))];
  return lines.map((line) => `${line.map(toField).join(",")}\r\n`).join("");
}

function toField(value: unknown): string {
  const text = toText(value);
  const isSafe = typeof value === "number" || !formulaStart.test(text);
  const guarded = isSafe ? text : `'${text}`;
  return needsQuotes.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
