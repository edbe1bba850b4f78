import { isObject, type JsonObject } from "../json.ts";

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Members that are shown in a way of their own. */
const apart = ["columns", "rows", "notices", "next_cursor", "geometry"];

/** The tables of an answer: `columns` with `rows`, lists of objects, and the properties of a single feature. */
export function tablesOf(answer: JsonObject): Table[] {
  const lists = Object.entries(answer).flatMap(([name, value]) =>
    isListOfObjects(value) ? [fromObjects(name, value)] : [],
  );
  const { columns, rows } = answer;
  const main =
    isListOfText(columns) && Array.isArray(rows)
      ? [{ title: "rows", columns, rows: rows.filter(Array.isArray) }]
      : [];
  const properties = isObject(answer.properties)
    ? [{ title: "properties", columns: ["name", "value"], rows: Object.entries(answer.properties) }]
    : [];
  return [...main, ...lists, ...properties];
}

/** Everything else of an answer as names and texts; members of objects are named by their path. */
export function factsOf(answer: JsonObject): [string, string][] {
  return Object.entries(answer)
    .filter(([name, value]) => !apart.includes(name) && !isListOfObjects(value))
    .filter(([name, value]) => !(name === "properties" && isObject(value)))
    .flatMap(([name, value]) => flatten(name, value));
}

/** The rows of all tables as objects, and the answer itself: what may hold a position. */
export function recordsOf(answer: JsonObject): JsonObject[] {
  const records = tablesOf(answer).flatMap(({ columns, rows }) =>
    rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]]))),
  );
  return [...records, answer];
}

export function noticesOf({ notices }: JsonObject): readonly string[] {
  return isListOfText(notices) ? notices : [];
}

/** Where the rows after these are; undefined after the last. */
export function nextCursorOf({ next_cursor }: JsonObject): string | undefined {
  return typeof next_cursor === "string" ? next_cursor : undefined;
}

/** A value as a cell shows it. */
export function toText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value) && !value.some((each) => typeof each === "object" && each !== null)) {
    return value.map((each) => String(each)).join(", ");
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function flatten(path: string, value: unknown): [string, string][] {
  if (!isObject(value)) return [[path, intervalText(path, value) ?? toText(value)]];
  return Object.entries(value).flatMap(([name, member]) => flatten(`${path}.${name}`, member));
}

/** An open end of an interval is null, which a list of texts would swallow. */
function intervalText(path: string, value: unknown): string | undefined {
  if (!path.endsWith("interval") || !Array.isArray(value)) return undefined;
  return value.map((end) => end ?? "..").join(" / ");
}

function fromObjects(title: string, objects: readonly JsonObject[]): Table {
  const columns = [...new Set(objects.flatMap((each) => Object.keys(each)))];
  return { title, columns, rows: objects.map((each) => columns.map((name) => each[name])) };
}

function isListOfObjects(value: unknown): value is JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}

function isListOfText(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
