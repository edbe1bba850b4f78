import { rowsOfCells } from "../aggregate/group-keys.ts";
import {
  type AggregateRequest,
  type Grouping,
  hasQuantiles,
  type Statistic,
} from "../aggregate/request.ts";
import type { UtcOffsets } from "../aggregate/utc-offsets.ts";
import type { Selection } from "../store/feature-store.ts";
import type { Layout } from "./layout.ts";
import { propertySql } from "./property-sql.ts";
import type { StatementValues } from "./statement.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const quarterMs = 900_000;

/**
 * An aggregation in SQL: a row for each group (`part` 0) and one for all groups (`part` 1), of
 * features that are counted (`kind` 0), lack a location (1) or lack a time (2). Numbers are added
 * as decimals, exactly.
 *
 * @param possible the condition of the selection
 */
export function aggregateSql(
  layout: Layout,
  possible: string,
  { box, interval }: Selection,
  request: AggregateRequest,
  values: StatementValues,
  maxRows: number,
): string {
  const { table } = layout;
  const keys = request.groupings.map((each) => keySql(each, values));
  const names = keys.map((_, i) => `key_${i}`);
  const kinds = [
    box ? "WHEN geom IS NULL THEN 1" : "",
    interval ? "WHEN start_ms = '-Infinity' THEN 2" : "",
  ].join(" ");
  const kind = kinds.trim() === "" ? "0" : `CASE ${kinds} ELSE 0 END`;
  const columns = [
    `${kind} AS kind`,
    `${propertySql.isEmpty("datetime", values)} AS lacks_datetime`,
    "0 AS key_none",
    ...keys.map((key, i) => `CASE WHEN ${kind} = 0 THEN ${key} END AS key_${i}`),
    ...request.properties.map(
      (name, i) => `${propertySql.number(name, "numeric", values)} AS number_${i}`,
    ),
  ];
  const { prefix, from, figures } = sourceOf(layout, {
    rows: `SELECT ${[...columns, `${isOdd} AS is_odd`].join(", ")} FROM ${table}
      WHERE ${possible}`,
    keys: ["kind", "key_none", ...names],
    inputs: ["is_odd", "lacks_datetime", ...request.properties.map((_, i) => `number_${i}`)],
    figures: figuresSql(request),
    needsRows: hasQuantiles(request),
  });
  const groups = `SELECT ${[
    "kind",
    "grouping(kind, key_none) & 1 AS part",
    ...names,
    ...figures,
  ].join(", ")} FROM ${from}
    GROUP BY GROUPING SETS ((kind), (${["kind", "key_none", ...names].join(", ")}))`;
  const shown = request.properties.flatMap((_, i) => [
    `count_${i}`,
    `sum_${i}::text`,
    `min_${i}`,
    `max_${i}`,
    ...request.statistics.flatMap((each, place) => neighbours(each, place, i, values)),
  ]);
  return `${prefix}SELECT ${[
    "kind",
    "part",
    ...names.map((name) => `${name}::text`),
    "count",
    "odd",
    "without_datetime",
    ...shown,
  ].join(", ")} FROM (${groups}) AS grouped LIMIT ${values.number(maxRows)}::bigint`;
}

function figuresSql(request: AggregateRequest): Figure[] {
  const counts = {
    count: "",
    odd: " FILTER (WHERE is_odd)",
    without_datetime: " FILTER (WHERE lacks_datetime)",
  };
  return [
    ...Object.entries(counts).map(([name, filter]) => ({
      name,
      ofRows: `count(*)${filter}`,
      ofParts: `sum(${name})`,
    })),
    ...request.properties.flatMap((_, i) => [
      { name: `count_${i}`, ofRows: `count(number_${i})`, ofParts: `sum(count_${i})` },
      { name: `sum_${i}`, ofRows: `sum(number_${i})`, ofParts: `sum(sum_${i})` },
      { name: `min_${i}`, ofRows: `min(number_${i}::float8)`, ofParts: `min(min_${i})` },
      { name: `max_${i}`, ofRows: `max(number_${i}::float8)`, ofParts: `max(max_${i})` },
      ...(hasQuantiles(request) ? [valuesOf(i)] : []),
    ]),
  ];
}

/** All numbers of a group in order, which parts cannot have. */
function valuesOf(i: number): Figure {
  const ofRows = `array_agg(number_${i}::float8 ORDER BY number_${i}::float8)
    FILTER (WHERE number_${i} IS NOT NULL)`;
  return { name: `all_${i}`, ofRows, ofParts: "NULL" };
}

/** The two values between which a quantile lies. */
function neighbours(
  statistic: Statistic,
  place: number,
  property: number,
  values: StatementValues,
): string[] {
  if (!("quantile" in statistic)) return [];
  const share = values.number(statistic.quantile);
  const below = `floor((count_${property} - 1)::float8 * ${share})::integer`;
  return [
    `all_${property}[${below} + 1] AS low_${property}_${place}`,
    `all_${property}[${below} + 2] AS high_${property}_${place}`,
  ];
}

/** The mark of a feature's group, as `GroupKeys` makes it. */
function keySql(grouping: Grouping, values: StatementValues): string {
  switch (grouping.kind) {
    case "day":
      return timed(`floor(${localMs(grouping.offsets, values)} / ${dayMs})`);
    case "hour":
      return timed(`floor(${localMs(grouping.offsets, values)} / ${hourMs})`);
    case "hour-of-day":
      return timed(hourOfDay(`floor(${localMs(grouping.offsets, values)} / ${hourMs})`));
    case "solar-hour":
      return timed(hourOfDay(`floor(start_ms / ${hourMs} + ${lon} / 15)`));
    case "cell": {
      const size = values.number(grouping.sizeDeg);
      const middle = rowsOfCells / 2;
      return `(${cellAt(lon, size)} * ${rowsOfCells} + ${cellAt(lat, size)} + ${middle})`;
    }
    case "area":
      throw new Error("Groups by area are formed by the fold");
    case "property":
      return propertySql.value(grouping.name, values);
    case "ranges": {
      const bounds = grouping.bounds.map((bound) => values.number(bound));
      const value = propertySql.number(grouping.name, "float8", values);
      return `width_bucket(${value}, ARRAY[${bounds.join()}])`;
    }
  }
}

const lon = "(CASE WHEN is_point THEN west ELSE (west + east) / 2 END)";
const lat = "(CASE WHEN is_point THEN south ELSE (south + north) / 2 END)";

function timed(sql: string): string {
  return `(CASE WHEN start_ms > '-Infinity' THEN ${sql} END)`;
}

function hourOfDay(hours: string): string {
  return `(${hours} - 24 * floor(${hours} / 24))`;
}

function localMs({ changes, offsets }: UtcOffsets, values: StatementValues): string {
  const quarter = `(floor(start_ms / ${quarterMs}) * ${quarterMs})`;
  const all = offsets.map((offset) => values.number(offset));
  if (changes.length === 0) return `(${quarter} + ${all[0]})`;
  const from = changes.map((change) => values.number(change));
  const at = `width_bucket(${quarter}, ARRAY[${from.join()}]) + 1`;
  return `(${quarter} + (ARRAY[${all.join()}])[${at}])`;
}

/** Rounded as JavaScript rounds: a half goes up. */
function cellAt(degrees: string, size: string): string {
  const scaled = `(${degrees} / ${size} * 1e9::float8)`;
  const whole = `floor(${scaled})`;
  const rounded = `(${whole} + CASE WHEN ${scaled} - ${whole} >= 0.5 THEN 1 ELSE 0 END)`;
  return `floor(${rounded} / 1e9::float8)`;
}

/** A figure of a group, from its features and from the figures of its parts. */
interface Figure {
  readonly name: string;
  readonly ofRows: string;
  readonly ofParts: string;
}

/** Features that are counted, as columns of a statement. */
interface CountedRows {
  /** A statement for them. */
  readonly rows: string;
  /** The columns that make a group. */
  readonly keys: readonly string[];
  /** What figures are made of. */
  readonly inputs: readonly string[];
  readonly figures: readonly Figure[];
  /** Whether figures of parts do not suffice, as for percentiles. */
  readonly needsRows: boolean;
}

/** What the groups of an aggregation are made from. */
interface Source {
  /** Precedes the statement. */
  readonly prefix: string;
  readonly from: string;
  readonly figures: readonly string[];
}

/** Geometries other than points; a feature without bounds may have an empty one. */
const isOdd = "NOT (is_point OR (geom IS NULL AND (body::json #>> '{geometry,type}') IS NULL))";

/**
 * The features of one table, or the groups that they form where it is spread over nodes, which is a
 * list of its own, since Citus has no grouping sets over nodes.
 */
function sourceOf(
  { cells }: Layout,
  { rows, keys, inputs, figures, needsRows }: CountedRows,
): Source {
  const ofRows = figures.map(({ name, ofRows }) => `${ofRows} AS ${name}`);
  if (!cells) return { prefix: "", from: `(${rows}) AS rows`, figures: ofRows };
  const columns = needsRows ? [...keys, ...inputs] : keys;
  const shown = needsRows ? [...columns, "count(*) AS times"] : [...columns, ...ofRows];
  const prefix = `WITH parts AS MATERIALIZED (SELECT ${shown.join(", ")}
    FROM (${rows}) AS rows GROUP BY ${columns.join(", ")}) `;
  if (needsRows) return { prefix, from: "parts, generate_series(1, times)", figures: ofRows };
  const ofParts = figures.map(({ name, ofParts }) => `${ofParts} AS ${name}`);
  return { prefix, from: "parts", figures: ofParts };
}
