import type { Pause } from "@emberline/turns";
import type {
  OrderKey,
  Page,
  PageRequest,
  Queryable,
  Selection,
  SortedPage,
  SortedRequest,
} from "../store/feature-store.ts";
import type { Feature } from "../values/crs.ts";
import { selectedFeature } from "../values/selected.ts";
import { featureTest } from "./feature-test.ts";
import type { KnownCount } from "./known-counts.ts";
import { countOf, type Layout } from "./layout.ts";
import { idOf, keyOf, readRows, rowsUntilLeft, type Transaction } from "./rows.ts";
import { type SelectionSql, selectionSql } from "./selection-sql.ts";
import { sortedRows } from "./sorted-rows.ts";
import { StatementValues } from "./statement.ts";
import { type UsefulCondition, usefulCondition } from "./useful-condition.ts";

const order = "ORDER BY start_ms DESC, id";

/** Beyond, the places of all features take longer to keep than features to be found again. */
const maxCountedRows = 200_000;

interface FoundRow {
  id: string;
  start_ms: number;
  body: string;
  is_open: boolean;
  /** Of a table over several nodes. */
  cell?: number;
}

interface Numbers {
  /** Of features that match, without those that SQL alone cannot decide. */
  count: number;
  open: number;
}

type CountedRow = { [Name in keyof Numbers]: string } & (FoundRow | { id: null });

interface Matches {
  count: number;
  /** The keys of those that SQL alone cannot decide; undefined if there are no such features. */
  tested: ReadonlySet<string> | undefined;
}

/** What is searched, by whom, and what is known of it. */
interface Searched {
  readonly transaction: Transaction;
  readonly layout: Layout;
  readonly selection: Selection;
  readonly queryables: readonly Queryable[];
  readonly known: KnownCount | undefined;
  readonly pause: Pause;
}

/** Searches one table in one transaction, so that its counts and pages belong together. */
export class Search {
  readonly #searched: Searched;
  readonly #values: StatementValues;
  readonly #sql: SelectionSql;
  readonly #within: string | undefined;
  #useful: Promise<UsefulCondition> | undefined;
  #numbers: Numbers | undefined;

  private constructor(
    searched: Searched,
    values: StatementValues,
    sql: SelectionSql,
    within: string | undefined,
  ) {
    this.#searched = searched;
    this.#values = values;
    this.#sql = sql;
    this.#within = within;
  }

  static of(searched: Searched): Search {
    const { layout, selection, queryables } = searched;
    const values = new StatementValues();
    const within = layout.within(selection, values);
    const sql = selectionSql(selection, queryables, values);
    return new Search(searched, values, sql, within);
  }

  async count(): Promise<number> {
    return (await this.#matches()).count;
  }

  async page(request: PageRequest): Promise<Page> {
    const counted = await this.#countedRows(request);
    const { count, tested } = await this.#matches();
    const rows = tested
      ? await this.#rowsWith(tested, request)
      : (counted ?? (await this.#rows(request)));
    // One more than the limit was read if others follow.
    const shown = rows.slice(0, request.limit);
    const last = shown.at(-1);
    const { cells } = this.#searched.layout;
    if (cells) for (const { id, cell } of shown) cells.set(id, cell!);
    return {
      matched: count,
      returned: shown.length,
      features: shown.map((row) => selectedBody(row, request.select)),
      next: last && rows.length > shown.length ? placeOf(last) : undefined,
    };
  }

  async sorted(request: SortedRequest, queryables: readonly Queryable[]): Promise<SortedPage> {
    const { count, tested } = await this.#matches();
    const { condition, rows: looked = Number.POSITIVE_INFINITY } = await this.#condition();
    const from = {
      table: this.#searched.layout.table,
      condition,
      areFew: looked <= maxCountedRows,
      open: this.#sql.open ?? "false",
      body: bodySql(request.select),
      tested,
      queryables,
      values: this.#values,
      stream: (text: string) => this.#stream(text),
    };
    const { rows, next } = await sortedRows(from, request);
    const features = rows.map((row) => selectedBody(row, request.select));
    return { matched: count, returned: rows.length, features, next };
  }

  /** The rows of a page, with the numbers of all features, where one reading finds them soonest. */
  async #countedRows(request: PageRequest): Promise<readonly FoundRow[] | undefined> {
    const { layout, known } = this.#searched;
    const { open = "false" } = this.#sql;
    if (open === "true" || known?.value !== undefined) return undefined;
    if (layout.cells) return this.#firstRows(request, open);
    const { condition, rows = Number.POSITIVE_INFINITY } = await this.#condition();
    if (rows > maxCountedRows || request.limit > maxCountedRows) return undefined;
    const { table } = layout;
    const after = this.#after(request.after);
    const shown = `${after && `WHERE ${after}`} ${order}${this.#part(request)}`;
    const found = await this.#query<CountedRow>(
      countedRows({ table, condition, open, shown, order, body: bodySql(request.select) }),
    );
    this.#numbers = numbersOf(found[0]!);
    return found.filter((row): row is CountedRow & FoundRow => row.id !== null);
  }

  /** Over several nodes: where the first page has all that match, nothing else is asked. */
  async #firstRows(request: PageRequest, open: string): Promise<readonly FoundRow[] | undefined> {
    if (request.after || request.offset) return undefined;
    const rows = await this.#query<FoundRow>(
      `${await this.#ordered(request, open)}${this.#part(request)}`,
    );
    if (rows.some((row) => row.is_open)) return undefined;
    if (rows.length <= request.limit) this.#numbers = { count: rows.length, open: 0 };
    return rows;
  }

  async #matches(): Promise<Matches> {
    const { layout, selection, queryables, known, pause } = this.#searched;
    if (known?.value !== undefined) return { count: known.value, tested: undefined };
    const { open = "false" } = this.#sql;
    const { condition } = await this.#condition();
    let count = 0;
    if (open !== "true") {
      this.#numbers ??= numbersOf(
        (await this.#query<Record<keyof Numbers, string>>(countOf(layout, condition, open)))[0]!,
      );
      count = this.#numbers.count;
      if (this.#numbers.open === 0) {
        known?.remember(count);
        return { count, tested: undefined };
      }
    }
    const test = await featureTest(selection, queryables, pause);
    const tested = new Set<string>();
    let seen = 0;
    const wanted = `SELECT id, body FROM ${layout.table} WHERE ${condition} AND ${open}`;
    for await (const { id, body } of this.#stream(wanted)) {
      seen++;
      if (await test(JSON.parse(body) as Feature)) tested.add(id);
    }
    return { count: count + tested.size, tested: seen > 0 ? tested : undefined };
  }

  async #rows(request: PageRequest): Promise<readonly FoundRow[]> {
    return this.#query(`${await this.#ordered(request, "false")}${this.#part(request)}`);
  }

  /** Where some features were tested, the others of the page are skipped by their keys. */
  async #rowsWith(tested: ReadonlySet<string>, request: PageRequest): Promise<FoundRow[]> {
    const { limit, offset = 0 } = request;
    const rows: FoundRow[] = [];
    let behind = 0;
    if (limit === 0) return rows;
    const wanted = await this.#ordered(request, this.#sql.open ?? "false");
    for await (const row of this.#stream(wanted)) {
      if (row.is_open && !tested.has(row.id)) continue;
      if (behind++ >= offset) rows.push(row);
      if (rows.length > limit) break;
    }
    return rows;
  }

  /** Which of the ordered features to read. */
  #part({ limit, offset = 0 }: PageRequest): string {
    const end = Number.isFinite(limit) ? ` LIMIT ${this.#values.number(limit + 1)}::bigint` : "";
    const start = offset > 0 ? ` OFFSET ${this.#values.number(offset)}::bigint` : "";
    return end + start;
  }

  async #ordered({ after, select }: PageRequest, open: string): Promise<string> {
    const { condition } = await this.#condition();
    const parts = [condition, this.#after(after)].filter(Boolean).join(" AND ");
    const { table, cells } = this.#searched.layout;
    const columns = `id, start_ms, ${bodySql(select)} AS body, ${open} AS is_open${cells ? ", cell" : ""}`;
    return `SELECT ${columns} FROM ${table} WHERE ${parts} ${order}`;
  }

  /** Empty for the first page. */
  #after(key: OrderKey | undefined): string {
    if (!key) return "";
    const time = this.#values.number(key.time ?? -Infinity);
    const id = this.#values.text(keyOf(key.id));
    // The first part alone is what the index finds.
    return `start_ms <= ${time} AND (start_ms < ${time} OR id > ${id})`;
  }

  /** What is possible, by the indexes that are worth reading. */
  #condition(): Promise<UsefulCondition> {
    const { layout } = this.#searched;
    this.#useful ??= usefulCondition(this.#sql, layout, this.#within, (sql) => this.#query(sql));
    return this.#useful;
  }

  #query<Found extends object>(text: string): Promise<readonly Found[]> {
    const { text: numbered, values } = this.#values.statement(text);
    const { transaction, pause } = this.#searched;
    return rowsUntilLeft<Found>(transaction, numbered, values, pause);
  }

  #stream(text: string): AsyncGenerator<FoundRow> {
    const { text: numbered, values } = this.#values.statement(text);
    return readRows<FoundRow>(this.#searched.transaction, numbered, values, this.#searched.pause);
  }
}

function numbersOf({ count, open }: Record<keyof Numbers, string>): Numbers {
  return { count: Number(count), open: Number(open) };
}

function placeOf({ start_ms: start, id }: FoundRow): OrderKey {
  return { time: start === -Infinity ? null : start, id: idOf(id) };
}

/** What a page shows of the features that fulfil a condition. */
interface RowsWanted {
  readonly table: string;
  readonly condition: string;
  /** True for the features that SQL alone cannot decide. */
  readonly open: string;
  /** With `ORDER BY`: which of the features to show. */
  readonly shown: string;
  readonly order: string;
  /** What is read as `body`. */
  readonly body: string;
}

/**
 * A statement that finds features once, for their numbers (see `countOf`) and for a page of
 * them. It keeps the places of all, so it is meant for some thousands. Without features to show it
 * has one row, without an id.
 */
function countedRows({ table, condition, open, shown, order, body }: RowsWanted): string {
  return `WITH found AS MATERIALIZED
      (SELECT ctid AS place, id, start_ms, ${open} AS is_open FROM ${table} WHERE ${condition}),
    numbers AS (SELECT count(*) FILTER (WHERE NOT is_open) AS count,
      count(*) FILTER (WHERE is_open) AS open FROM found),
    shown AS (SELECT place FROM found ${shown})
    SELECT numbers.count, numbers.open, feature.id, feature.start_ms, ${body} AS body
      FROM numbers LEFT JOIN (shown JOIN ${table} AS feature ON feature.ctid = shown.place) ON true
      ${order}`;
}

/**
 * What a statement reads as `body`. Without geometry an outline stays in the database, where
 * PostgreSQL has the properties apart.
 */
function bodySql(select: readonly string[] | undefined): string {
  if (!select || select.includes("geometry")) return "body";
  return `CASE WHEN is_exact
    THEN '{"geometry":null,"properties":' || coalesce(properties::text, 'null') || '}' ELSE body END`;
}

/** A feature as GeoJSON text, with the selected members only. */
function selectedBody(
  { id, body }: { readonly id: string; readonly body: string },
  select: readonly string[] | undefined,
): string {
  if (!select) return body;
  return selectedFeature({ ...(JSON.parse(body) as Feature), id: idOf(id) }, select);
}
