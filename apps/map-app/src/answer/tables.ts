import { isObject, type JsonObject, maxCells, objectOf, textOf } from "./json.ts";

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Members with a view of their own. */
const apart = ["notices", "service_notices", "next_cursor", "geometry"];

/**
 * The tables of an answer: `columns` with `rows`, lists of objects, and the
 * properties of a single feature.
 */
export function tablesOf(answer: JsonObject): Table[] {
  const { properties } = answer;
  const lists = membersOf(answer).flatMap(([name, value]) =>
    isListOfObjects(value) ? [fromObjects(name, value)] : [],
  );
  return [
    ...columnTables("rows", answer),
    ...lists,
    ...(isObject(properties)
      ? [{ title: "properties", columns: ["name", "value"], rows: Object.entries(properties) }]
      : []),
  ];
}

/** The rest of an answer as names and texts; nested members are named by path. */
export function factsOf(answer: JsonObject): [string, string][] {
  const { properties, ...rest } = answer;
  const shown = isObject(properties) ? rest : answer;
  return membersOf(shown)
    .filter(([name, value]) => !apart.includes(name) && !isListOfObjects(value))
    .flatMap(([name, value]) => flatten(name, value));
}

/** More notices than any answer has. */
const maxNotices = 100;

export function noticesOf({ notices, service_notices }: JsonObject): readonly string[] {
  const all = [notices, service_notices].flat().slice(0, maxNotices);
  return all.flatMap((each) => textOf(each) ?? []);
}

/** The cursor of the next rows; undefined after the last. */
export function nextCursorOf({ next_cursor }: JsonObject): string | undefined {
  return typeof next_cursor === "string" ? next_cursor : undefined;
}

/** A value as text. */
export function toText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value) && !value.some((each) => typeof each === "object" && each !== null)) {
    return value.map((each) => String(each)).join(", ");
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Pairs such as `columns` and `rows`; pairs in nested objects are named after the object. */
function columnTables(title: string, object: JsonObject): Table[] {
  return Object.entries(object).flatMap(([name, value]) => {
    if (isObject(value)) return columnTables(name, value);
    if (!isColumns(object, name)) return [];
    return [{ title: name.replace(/_?columns$/, "") || title, ...wholeTable(object, name) }];
  });
}

/** What stands once above rows is in each of them: constants, and what the rows of a time share. */
function wholeTable(object: JsonObject, name: string): Pick<Table, "columns" | "rows"> {
  const columns = object[name] as string[];
  const { constants, rows, byTime } = partsOf(object, name);
  const groups = isListOfObjects(byTime) ? byTime : [{ rows }];
  const above = groups.map(({ rows: _, ...shared }) => ({
    ...shared,
    ...objectOf(constants),
  }));
  const names = Object.keys(above[0]!);
  const all = groups.reduce(
    (sum, each) => sum + (Array.isArray(each.rows) ? each.rows.length : 0),
    0,
  );
  if (all * (columns.length + names.length) > maxCells) return { columns, rows: [] };
  return {
    columns: [...columns, ...names],
    rows: groups.flatMap(({ rows }, i) =>
      (Array.isArray(rows) ? rows : [])
        .filter(Array.isArray)
        .map((row) => [...row, ...names.map((each) => above[i]![each])]),
    ),
  };
}

function isColumns(object: JsonObject, name: string): boolean {
  if (!name.endsWith("columns") || !isListOfText(object[name])) return false;
  const { rows, byTime } = partsOf(object, name);
  return Array.isArray(rows) || isListOfObjects(byTime);
}

/** The members that belong to columns: "top_rows" to "top_columns". */
function memberNames(columns: string): { constants: string; rows: string; byTime: string } {
  const named = (part: string) => columns.replace(/columns$/, part);
  return { constants: named("constants"), rows: named("rows"), byTime: named("rows_by_time") };
}

function partsOf(object: JsonObject, columns: string) {
  const { constants, rows, byTime } = memberNames(columns);
  return { constants: object[constants], rows: object[rows], byTime: object[byTime] };
}

/** The members of an object that no table of columns holds. */
function membersOf(object: JsonObject): [string, unknown][] {
  const tabled = Object.keys(object)
    .filter((name) => isColumns(object, name))
    .flatMap((name) => [name, ...Object.values(memberNames(name))]);
  return Object.entries(object).filter(([name]) => !tabled.includes(name));
}

function flatten(path: string, value: unknown): [string, string][] {
  if (!isObject(value)) return [[path, intervalText(path, value) ?? toText(value)]];
  return membersOf(value).flatMap(([name, member]) => flatten(`${path}.${name}`, member));
}

/** An open end of an interval is null, which joining texts would drop. */
function intervalText(path: string, value: unknown): string | undefined {
  if (!path.endsWith("interval") || !Array.isArray(value)) return undefined;
  return value.map((end) => end ?? "..").join(" / ");
}

function fromObjects(title: string, objects: readonly JsonObject[]): Table {
  const columns = [...new Set(objects.flatMap((each) => Object.keys(each)))];
  if (objects.length * columns.length > maxCells) return { title, columns, rows: [] };
  return { title, columns, rows: objects.map((each) => columns.map((name) => each[name])) };
}

function isListOfObjects(value: unknown): value is JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}

function isListOfText(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
