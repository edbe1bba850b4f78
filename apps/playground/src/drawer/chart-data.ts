import { parseTimeMs } from "@emberline/geo";
import { isObject, type JsonObject, objectOf } from "@emberline/map-app/answer/json";
import { nounOf } from "@emberline/map-app/answer/kinds";
import { type Table, tablesOf } from "@emberline/map-app/answer/tables";
import { counted, plainNumber } from "@emberline/map-app/answer/words";
import { cellText, inWords, orderedColumns } from "./columns.ts";

/** A bar: what it stands for, and how much. */
export interface Bar {
  readonly label: string;
  readonly value: number;
}

export interface Chart {
  /** "Detections by day" */
  readonly title: string;
  readonly bars: readonly Bar[];
  /** Whether the bars follow each other in time. */
  readonly isByTime: boolean;
  /** What the chart does not show; null if it shows all. */
  readonly note: string | null;
}

/** Charts of an answer: days, groups, statuses and growth, from its own numbers. */
export function chartsOf(answer: JsonObject): Chart[] {
  const charts = tablesOf(answer).flatMap(
    (table) => growthChart(table) ?? groupChart(table, answer) ?? timeChart(table, answer) ?? [],
  );
  return [...statusCharts(answer), ...charts];
}

/** Columns that count features. */
const counts = ["count", "hotspots", "matched", "count_after"];

/** Groups with their counts: of a summary, the days of an assessment, the layers of a map. */
function groupChart(table: Table, answer: JsonObject): Chart | null {
  const { columns, rows } = table;
  const measure = columns.findIndex((name) => counts.includes(name));
  const day = columns.findIndex((name) => /^(?:day|hour|hour_of_day|local_hour)$/.test(name));
  const isList = table.title === "rows" || table.title === "days";
  if (measure === -1 || rows.length < 2 || !isList) return null;
  const others = orderedColumns(columns, rows).filter(
    ({ index, kind, name }) => index !== measure && kind !== "number" && name !== "status",
  );
  const keys = others.filter(({ name }) => !/^(?:first|last|newest|bbox)$/.test(name));
  const isByTime = day !== -1 && keys.length <= 1;
  const bars = rows.flatMap((row, i): Bar[] => {
    const value = row[measure];
    if (typeof value !== "number") return [];
    const words = keys.map((column) => cellText(row[column.index], column)).filter(Boolean);
    const own = day !== -1 && keys.length === 0 ? String(row[day]) : words.join(", ");
    return [{ label: own === "" ? `Group ${i + 1}` : own, value }];
  });
  const { groups, omitted, selection } = answer;
  const left = typeof groups === "number" && typeof omitted === "number" ? omitted : 0;
  const [, many] = nounOf(isObject(selection) ? selection.collection : "hotspots");
  return {
    title: `${inWords(many)} by ${day === -1 ? "group" : inWords(columns[day]!).toLowerCase()}`,
    bars: isByTime ? bars.toSorted((a, b) => inOrder.compare(a.label, b.label)) : bars,
    isByTime,
    note: left > 0 ? `Not in this answer: ${counted(left, ["more group", "more groups"])}.` : null,
  };
}

const inOrder = new Intl.Collator("en", { numeric: true });

/** The area of a fire by its mappings. */
function growthChart({ title, columns, rows }: Table): Chart | null {
  if (title !== "growth") return null;
  const time = columns.indexOf("time");
  const area = columns.indexOf("area_km2");
  const bars = rows.flatMap((row): Bar[] =>
    typeof row[area] === "number"
      ? [{ label: String(row[time]).slice(0, 10), value: row[area] }]
      : [],
  );
  if (time === -1 || bars.length < 2) return null;
  return { title: "Area by mapping, km²", bars: bars.toReversed(), isByTime: true, note: null };
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Periods up to this are drawn by hour. */
const byHourMs = 2 * dayMs;
const mostBars = 400;

/** Rows that have a time, counted by hour or day. */
function timeChart({ title, columns, rows }: Table, answer: JsonObject): Chart | null {
  const time = columns.findIndex((name) => name === "time" || name === "created_at");
  if (title !== "rows" || time === -1) return null;
  const timesMs = rows.flatMap((row) => parseTimeMs(String(row[time])) ?? []);
  if (timesMs.length < 2) return null;
  const first = timesMs.reduce((a, b) => Math.min(a, b));
  const last = timesMs.reduce((a, b) => Math.max(a, b));
  const isByHour = last - first <= byHourMs && rows.some((row) => String(row[time]).includes("T"));
  const stepMs = isByHour ? hourMs : dayMs;
  const start = Math.floor(first / stepMs);
  const steps = Math.floor(last / stepMs) - start + 1;
  if (steps > mostBars) return null;
  const values = new Array<number>(steps).fill(0);
  for (const timeMs of timesMs) values[Math.floor(timeMs / stepMs) - start]! += 1;
  const bars = values.map((value, i) => {
    return { label: labelOf((start + i) * stepMs, isByHour), value };
  });
  const { matched, selection } = answer;
  const isPart = typeof matched === "number" && matched > rows.length;
  const noun = nounOf(isObject(selection) ? selection.collection : "simulations");
  return {
    title: `${inWords(noun[1])} by ${isByHour ? "hour" : "day"}, UTC`,
    bars,
    isByTime: true,
    note: isPart
      ? `Of the ${plainNumber(rows.length)} rows here, not of ${counted(matched, noun)}.`
      : null,
  };
}

function labelOf(timeMs: number, isByHour: boolean): string {
  const text = new Date(timeMs).toISOString();
  return isByHour ? `${text.slice(0, 13).replace("T", " ")}:00` : text.slice(0, 10);
}

/** Counts by what became of fires or clusters between two periods. */
function statusCharts({ by_status, compared }: JsonObject): Chart[] {
  const bars = Object.entries(objectOf(by_status)).flatMap(([name, value]) =>
    typeof value === "number" ? [{ label: inWords(name), value }] : [],
  );
  const title = `${inWords(String(compared))} by status`;
  return bars.length > 0 ? [{ title, bars, isByTime: false, note: null }] : [];
}
