import { isGeometry, parseTimeMs } from "@emberline/geo";
import { toText } from "@emberline/map-app/answer/tables";
import { isDate, plainNumber } from "@emberline/map-app/answer/words";

/** How a column is shown. */
export interface Column {
  /** Its place in the rows of the answer. */
  readonly index: number;
  readonly name: string;
  /** For people, with the unit: "FRP, MW". */
  readonly head: string;
  readonly kind: "number" | "time" | "text";
}

const names =
  /^(?:name|fire_name|incident_name|fire|town|title|label|status|period|property|kind|place|county|region|country)$/;
const positions = /^(?:lon|lat|longitude|latitude|bbox|cell|geometry|center)$/;
const ids = /^(?:id|.*_id|id_.*|cursor)$/;

/** What people look for after the name. */
const telling = /^(?:time|day|hour|first|last|created_at|frp|frp_mw|area_km2|count|hotspots)$/;

/** Names first, then when and how strong, other measures, where, and ids last. */
export function orderedColumns(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): Column[] {
  const rank = (name: string) => {
    if (names.test(name)) return 0;
    if (telling.test(name)) return 1;
    if (positions.test(name)) return 3;
    return ids.test(name) ? 4 : 2;
  };
  return columns
    .map((name, index) => {
      const known = rows.map((row) => row[index]).filter((value) => value != null);
      const kind = kindOf(known);
      const isUtc = kind === "time" && known.some((value) => clock.test(String(value)));
      return { index, name, kind, head: headOf(name, isUtc) };
    })
    .sort((a, b) => rank(a.name) - rank(b.name) || a.index - b.index);
}

const heads: Readonly<Record<string, string>> = {
  frp: "FRP, MW",
  frp_mw: "FRP, MW",
  lon: "Longitude, °",
  lat: "Latitude, °",
  longitude: "Longitude, °",
  latitude: "Latitude, °",
  bearing_from_point_deg: "Bearing, °",
  km2_per_hour: "Growth, km²/h",
  brightness: "Brightness, K",
  bright_t31: "Brightness T31, K",
  bright_ti4: "Brightness TI4, K",
  bright_ti5: "Brightness TI5, K",
  scan: "Scan, km",
  track: "Track, km",
  bbox: "Box (W, S, E, N), °",
  id: "ID",
};

const units: readonly (readonly [suffix: string, unit: string])[] = [
  ["_km2", "km²"],
  ["_km", "km"],
  ["_mw", "MW"],
  ["_hours", "h"],
  ["_deg", "°"],
  ["_percent", "%"],
  ["_hectares", "ha"],
  ["_acres", "acres"],
  ["_bytes", "bytes"],
];

/** The head of a column: its name in words, with the unit that the name states. */
function headOf(name: string, isUtc: boolean): string {
  const known = Object.hasOwn(heads, name) ? heads[name] : undefined;
  if (known !== undefined) return known;
  const period = /_(before|after)$/.exec(name)?.[1];
  const bare = period ? name.slice(0, -period.length - 1) : name;
  const frp = /^frp_(\w+)$/.exec(bare);
  if (frp) return `FRP ${frp[1]}, MW`;
  const [suffix, unit] = units.find(([each]) => bare.endsWith(each)) ?? ["", isUtc ? "UTC" : null];
  const words = inWords(suffix === "" ? bare : bare.slice(0, -suffix.length));
  const label = period ? `${words} ${period}` : words;
  return unit === null ? label : `${label}, ${unit}`;
}

/** "created_at" as "Created at". */
export function inWords(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const clock = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*Z$/;
const time = /^\d{4}-\d{2}-\d{2}(?:T\d{2}(?::\d{2}|$)|$)/;

/** What all known values of a column are. */
function kindOf(known: readonly unknown[]): Column["kind"] {
  if (known.length === 0) return "text";
  if (known.every((value) => typeof value === "number")) return "number";
  return known.every((value) => typeof value === "string" && time.test(value)) ? "time" : "text";
}

const ownWords = /^(?:label|status|category|matched_by)$/;

/** A value as its cell shows it. */
export function cellText(value: unknown, { name, kind }: Column): string {
  if (kind === "time" && typeof value === "string") {
    return value.replace("T", " ").replace(/(?::00)?(?:\.0+)?Z$/, "");
  }
  if (typeof value === "number") {
    // Years and coordinates are read without separators.
    const isPlain = Math.abs(value) < 10_000 || positions.test(name);
    return isPlain ? String(value) : plainNumber(value);
  }
  // Words of the tools' own: "not_seen_again".
  if (typeof value === "string" && ownWords.test(name)) return value.replaceAll("_", " ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  // Coordinates of shapes are on the map and in the files.
  if (isGeometry(value)) return value.type;
  return toText(value);
}

const local = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
});
const zone = new Intl.DateTimeFormat("en-GB", { timeZoneName: "short" });

/** A time of an answer in the zone of the device; null for a date, which belongs to no zone. */
export function localTime(value: unknown): string | null {
  if (typeof value !== "string" || isDate(value)) return null;
  const timeMs = parseTimeMs(value);
  if (timeMs === undefined) return null;
  const date = new Date(timeMs);
  const name = zone.formatToParts(date).find(({ type }) => type === "timeZoneName")?.value;
  return `Local time: ${local.format(date)} ${name ?? ""}`.trim();
}

/** An order of the rows that are shown. */
export interface Sort {
  /** The column's place in the rows of the answer. */
  readonly index: number;
  readonly isDescending: boolean;
}

/** The next order after a click on a head: ascending, descending, as the answer has it. */
export function nextSort(sort: Sort | null, index: number): Sort | null {
  if (sort?.index !== index) return { index, isDescending: false };
  return sort.isDescending ? null : { index, isDescending: true };
}

const texts = new Intl.Collator("en", { numeric: true });

/** The indexes of the rows in an order; what is not known comes last in either direction. */
export function sortedIndexes(
  rows: readonly (readonly unknown[])[],
  sort: Sort | null,
): readonly number[] {
  const indexes = rows.map((_, i) => i);
  if (!sort) return indexes;
  const direction = sort.isDescending ? -1 : 1;
  return indexes.sort((a, b) => {
    const [one, other] = [rows[a]![sort.index], rows[b]![sort.index]];
    if (one == null || other == null) return Number(one == null) - Number(other == null);
    return direction * compare(one, other);
  });
}

/** Numbers by size and before texts; all else as text. */
function compare(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  if (typeof one === "number") return -1;
  if (typeof other === "number") return 1;
  return texts.compare(toText(one), toText(other));
}
