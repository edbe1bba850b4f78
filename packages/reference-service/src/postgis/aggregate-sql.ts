import { rowsOfCells } from "../aggregate/group-keys.ts";
import {
  type AggregateRequest,
  type Grouping,
  hasQuantiles,
  type Statistic,
} from "../aggregate/request.ts";
import type { UtcOffsets } from "../aggregate/utc-offsets.ts";
import type { Selection } from "../store/feature-store.ts";
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
  table: string,
  possible: string,
  { box, interval }: Selection,
  request: AggregateRequest,
  values: StatementValues,
  maxRows: number,
): string {
  const keys = request.groupings.map((each) => keySql(each, values));
  const names = keys.map((_, i) => `key_${i}`);
  const properties = request.properties.map((name, i) => {
    const value = numberOf(name, values, "numeric");
    return `${value} AS number_${i}`;
  });
  const kinds = [
    box ? "WHEN geom IS NULL THEN 1" : "",
    interval ? "WHEN start_ms = '-Infinity' THEN 2" : "",
  ].join(" ");
  const kind = kinds.trim() === "" ? "0" : `CASE ${kinds} ELSE 0 END`;
  const datetime = `(properties ->> ${values.text("datetime")})`;
  const rows = `SELECT ${[
    `${kind} AS kind`,
    `NOT (is_point OR (geom IS NULL AND ${hasNoGeometry})) AS is_odd`,
    `coalesce(${datetime}, '') = '' AS lacks_datetime`,
    "0 AS key_none",
    ...keys.map((key, i) => `CASE WHEN ${kind} = 0 THEN ${key} END AS key_${i}`),
    ...properties,
  ].join(", ")} FROM ${table} WHERE ${possible}`;
  const figures = request.properties.flatMap((_, i) => [
    `count(number_${i}) AS count_${i}`,
    `sum(number_${i}) AS sum_${i}`,
    `min(number_${i}::float8) AS min_${i}`,
    `max(number_${i}::float8) AS max_${i}`,
    ...(hasQuantiles(request)
      ? [
          `array_agg(number_${i}::float8 ORDER BY number_${i}::float8)
            FILTER (WHERE number_${i} IS NOT NULL) AS all_${i}`,
        ]
      : []),
  ]);
  const groups = `SELECT ${[
    "kind",
    "grouping(kind, key_none) & 1 AS part",
    ...names,
    "count(*) AS count",
    "count(*) FILTER (WHERE is_odd) AS odd",
    "count(*) FILTER (WHERE lacks_datetime) AS without_datetime",
    ...figures,
  ].join(", ")} FROM (${rows}) AS chosen
    GROUP BY GROUPING SETS ((kind), (${["kind", "key_none", ...names].join(", ")}))`;
  const shown = request.properties.flatMap((_, i) => [
    `count_${i}`,
    `sum_${i}::text`,
    `min_${i}`,
    `max_${i}`,
    ...request.statistics.flatMap((each, place) => neighbours(each, place, i, values)),
  ]);
  return `SELECT ${[
    "kind",
    "part",
    ...names.map((name) => `${name}::text`),
    "count",
    "odd",
    "without_datetime",
    ...shown,
  ].join(", ")} FROM (${groups}) AS grouped LIMIT ${values.number(maxRows)}::bigint`;
}

/** Whether a feature without bounds has no geometry at all. */
const hasNoGeometry = "(body::json #>> '{geometry,type}') IS NULL";

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
    case "property":
      return `nullif(properties -> ${values.text(grouping.name)}, 'null'::jsonb)`;
    case "ranges": {
      const bounds = grouping.bounds.map((bound) => values.number(bound));
      return `width_bucket(${numberOf(grouping.name, values, "float8")}, ARRAY[${bounds.join()}])`;
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

function numberOf(name: string, values: StatementValues, type: "numeric" | "float8"): string {
  const value = `(properties -> ${values.text(name)})`;
  return `(CASE WHEN jsonb_typeof(${value}) = 'number' THEN ${value}::${type} END)`;
}
