import { extentOf } from "@emberline/geo";
import { finishInTurns, type Pause, sortSteps } from "@emberline/turns";
import {
  type AggregateGroup,
  type AggregateRow,
  type Aggregation,
  datetimesAreInstants,
  type Figures,
  isGiven,
  propertyOf,
} from "../aggregate/aggregation.ts";
import {
  byCountThenKey,
  Fold,
  maxGroups,
  maxRowsOf,
  tooManyGroups,
  tooManyValues,
} from "../aggregate/fold.ts";
import { keyText } from "../aggregate/group-keys.ts";
import { between } from "../aggregate/measure.ts";
import { type AggregateRequest, columnsOf } from "../aggregate/request.ts";
import type { Queryable, Selection } from "../store/feature-store.ts";
import type { Feature } from "../values/crs.ts";
import { aggregateSql } from "./aggregate-sql.ts";
import { featureTest } from "./feature-test.ts";
import { countOf, type Layout } from "./layout.ts";
import { readRows, rowsUntilLeft, type Transaction } from "./rows.ts";
import { selectionSql } from "./selection-sql.ts";
import { isText, StatementValues } from "./statement.ts";
import { usefulCondition } from "./useful-condition.ts";

interface Table {
  readonly transaction: Transaction;
  readonly layout: Layout;
  readonly queryables: readonly Queryable[];
}

/**
 * Counts and statistics of a selection: by the database where SQL decides every feature of it, else
 * by the fold of the store in memory.
 */
export async function aggregate(
  table: Table,
  selection: Selection,
  request: AggregateRequest,
  pause: Pause,
): Promise<Aggregation> {
  return (
    (await aggregateInSql(table, selection, request, pause)) ??
    aggregateHere(table, selection, request, pause)
  );
}

/** Null where SQL alone would not answer as the store in memory. */
async function aggregateInSql(
  table: Table,
  selection: Selection,
  request: AggregateRequest,
  pause: Pause,
): Promise<Aggregation | null> {
  if (!columnsOf(request).every(isText)) return null;
  // Borders are decided by exact predicates, which the database does not have.
  if (request.area || request.groupings.some(({ kind }) => kind === "area")) return null;
  const { layout, queryables } = table;
  const { values, query, condition, open } = await selected(table, selection, pause);
  const undecided = open === undefined ? "NOT is_exact" : `(${open} OR NOT is_exact)`;
  const [state] = await query<{ is_open: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM ${layout.table} WHERE ${condition} AND ${undecided}) AS is_open`,
  );
  if (state!.is_open) return null;
  const maxRows = maxRowsOf(request);
  if (Number.isFinite(maxRows)) {
    const [row] = await query<{ count: string }>(countOf(layout, condition, "false"));
    if (Number(row!.count) > maxRows) throw tooManyValues();
  }
  // Two kinds have a row for all their features, and each of the three has one of totals.
  const most = maxGroups + 1 + 2 + 3;
  const sql = aggregateSql(layout, condition, selection, request, values, most);
  const rows = await query<Row>(sql);
  return finishInTurns(aggregationSteps(rows, request, datetimesAreInstants(queryables)), pause);
}

/** A selection as a condition, and statements with its values. */
async function selected(
  { transaction, layout, queryables }: Table,
  selection: Selection,
  pause: Pause,
) {
  const values = new StatementValues();
  const within = layout.within(selection, values);
  const sql = selectionSql(selection, queryables, values);
  const query = <Found extends object>(text: string) => {
    const { text: numbered, values: used } = values.statement(text);
    return rowsUntilLeft<Found>(transaction, numbered, used, pause);
  };
  const { condition } = await usefulCondition(sql, layout, within, query);
  return { values, query, condition, open: sql.open };
}

type Row = Readonly<Record<string, string | number | null>>;

const counted = 0;
const withoutLocation = 1;
const withoutTime = 2;

function* aggregationSteps(
  rows: readonly Row[],
  request: AggregateRequest,
  areInstants: boolean,
): Generator<void, Aggregation | null> {
  const totals = new Map<number, Row>();
  const groups: AggregateGroup[] = [];
  for (const row of rows) {
    if (row.part === 1) totals.set(Number(row.kind), row);
    else if (row.kind === counted && request.groupings.length > 0) {
      const key = request.groupings.map((grouping, i) => {
        const mark = row[`key_${i}`];
        if (mark === null || mark === undefined) return "null";
        return grouping.kind === "property"
          ? plainText(String(mark))
          : keyText(grouping, Number(mark));
      });
      // The order of members in objects is not kept by the database.
      if (key.some((text, i) => isProperty(request.groupings[i]!) && /^[[{]/.test(text)))
        return null;
      groups.push({ key, count: Number(row.count), figures: figuresOf(row, request) });
    }
    yield;
  }
  if (groups.length > maxGroups) throw tooManyGroups();
  const count = (kind: number, name: string) => Number(totals.get(kind)?.[name] ?? 0);
  const all = [counted, withoutLocation, withoutTime];
  const lacking = all.reduce((sum, kind) => sum + count(kind, "without_datetime"), 0);
  const total = totals.get(counted);
  return {
    matched: count(counted, "count"),
    withoutLocation: count(withoutLocation, "count"),
    withoutTime: count(withoutTime, "count"),
    notPoints: count(counted, "odd") + count(withoutLocation, "odd"),
    outsideArea: 0,
    isByDatetime: areInstants && lacking === 0,
    totals: total ? figuresOf(total, request) : request.properties.map(() => nothing(request)),
    groups: yield* sortSteps(groups, byCountThenKey),
  };
}

function isProperty({ kind }: AggregateRequest["groupings"][number]): boolean {
  return kind === "property";
}

/** A value as JavaScript writes it: `1e+21`, not all its digits. */
function plainText(json: string): string {
  return JSON.stringify(JSON.parse(json));
}

function nothing({ statistics }: AggregateRequest): Figures {
  return { count: 0, values: statistics.map(() => null) };
}

function figuresOf(row: Row, request: AggregateRequest): Figures[] {
  return request.properties.map((_, i) => {
    const count = Number(row[`count_${i}`]);
    if (count === 0) return nothing(request);
    const sum = Number(row[`sum_${i}`]);
    const values = request.statistics.map((statistic, place) => {
      if ("quantile" in statistic) {
        const low = Number(row[`low_${i}_${place}`]);
        const high = Number(row[`high_${i}_${place}`]);
        return finite(between(low, high, (count - 1) * statistic.quantile));
      }
      if (statistic.name === "sum") return finite(sum);
      if (statistic.name === "mean") return finite(sum / count);
      return Number(row[`${statistic.name}_${i}`]);
    });
    return { count, values };
  });
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

interface FoundRow {
  start_ms: number;
  is_point: boolean;
  body: string;
  is_open: boolean;
}

async function aggregateHere(
  table: Table,
  selection: Selection,
  request: AggregateRequest,
  pause: Pause,
): Promise<Aggregation> {
  const { transaction, layout, queryables } = table;
  const { values, condition, open } = await selected(table, selection, pause);
  const test = open === undefined ? undefined : await featureTest(selection, queryables, pause);
  const { text, values: used } = values.statement(
    `SELECT start_ms, is_point, body, ${open ?? "false"} AS is_open FROM ${layout.table} WHERE ${condition}`,
  );
  const fold = new Fold(request, selection);
  const names = columnsOf(request);
  for await (const row of readRows<FoundRow>(transaction, text, used, pause)) {
    const feature = JSON.parse(row.body) as Feature;
    if (row.is_open && !(await test!(feature))) continue;
    fold.add(foldedRow(row, feature, names));
  }
  return finishInTurns(fold.resultSteps(datetimesAreInstants(queryables)), pause);
}

function foldedRow(
  { start_ms: startMs, is_point: isPoint }: FoundRow,
  feature: Feature,
  names: readonly string[],
): AggregateRow {
  const bounds = feature.geometry && extentOf(feature.geometry);
  const [west, south, east, north] = bounds ?? [0, 0, 0, 0];
  const valueIn = (column: number) => propertyOf(feature, names[column]!);
  return {
    startMs,
    hasDatetime: isGiven(propertyOf(feature, "datetime")),
    hasLocation: Boolean(bounds),
    isPlain: isPoint || feature.geometry === null,
    lon: isPoint ? west : (west + east) / 2,
    lat: isPoint ? south : (south + north) / 2,
    json: (column) => JSON.stringify(valueIn(column) ?? null),
    number: (column) => {
      const value = valueIn(column);
      return typeof value === "number" ? value : Number.NaN;
    },
  };
}
