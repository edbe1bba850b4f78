import type { Pause } from "@emberline/turns";
import type { Feature } from "../feature.ts";
import type { OrderKey, Page, PageRequest, Queryable, Selection } from "../store/feature-store.ts";
import { idOf, keyOf } from "./feature-key.ts";
import { featureTest } from "./feature-test.ts";
import type { Layout } from "./layout.ts";
import { readRows, rowsUntilLeft, type Transaction } from "./rows.ts";
import { type SelectionSql, selectionSql } from "./selection-sql.ts";
import { StatementValues } from "./statement.ts";
import { plannedRows, usefulCondition } from "./useful-condition.ts";

const order = "ORDER BY start_ms DESC, id";

interface FoundRow {
  id: string;
  start_ms: number;
  body: string;
  is_open: boolean;
}

interface Matches {
  count: number;
  /** The keys of those that SQL alone cannot decide; undefined if there are no such features. */
  tested: ReadonlySet<string> | undefined;
}

/** Searches one table in one transaction, so that its counts and pages belong together. */
export class Search {
  readonly #transaction: Transaction;
  readonly #layout: Layout;
  readonly #selection: Selection;
  readonly #queryables: readonly Queryable[];
  readonly #pause: Pause;
  readonly #values: StatementValues;
  readonly #sql: SelectionSql;
  readonly #within: string | undefined;
  #chosen: Promise<string> | undefined;

  private constructor(
    transaction: Transaction,
    layout: Layout,
    selection: Selection,
    queryables: readonly Queryable[],
    pause: Pause,
    values: StatementValues,
    sql: SelectionSql,
    within: string | undefined,
  ) {
    this.#transaction = transaction;
    this.#layout = layout;
    this.#selection = selection;
    this.#queryables = queryables;
    this.#pause = pause;
    this.#values = values;
    this.#sql = sql;
    this.#within = within;
  }

  static async of(
    transaction: Transaction,
    layout: Layout,
    selection: Selection,
    queryables: readonly Queryable[],
    pause: Pause,
  ): Promise<Search> {
    const values = new StatementValues();
    const within = await layout.within(transaction, selection, values);
    const sql = selectionSql(selection, queryables, values);
    return new Search(transaction, layout, selection, queryables, pause, values, sql, within);
  }

  async count(): Promise<number> {
    return (await this.#matches()).count;
  }

  async page(request: PageRequest): Promise<Page> {
    const { count, tested } = await this.#matches();
    const rows = tested ? await this.#rowsWith(tested, request) : await this.#rows(request);
    // One more than the limit was read if others follow.
    const shown = rows.slice(0, request.limit);
    const last = shown.at(-1);
    return {
      matched: count,
      returned: shown.length,
      features: shown.map(({ body }) => body),
      next: last && rows.length > shown.length ? placeOf(last) : undefined,
    };
  }

  async #matches(): Promise<Matches> {
    const { open = "false" } = this.#sql;
    const possible = await this.#condition();
    let count = 0;
    if (open !== "true") {
      const [row] = await this.#query<{ count: string; open: string }>(
        this.#layout.countOf(possible, open),
      );
      count = Number(row!.count);
      if (Number(row!.open) === 0) return { count, tested: undefined };
    }
    const test = await featureTest(this.#selection, this.#queryables, this.#pause);
    const tested = new Set<string>();
    let seen = 0;
    const wanted = `SELECT id, body FROM ${this.#layout.table} WHERE ${possible} AND ${open}`;
    for await (const { id, body } of this.#stream(wanted)) {
      seen++;
      if (await test(JSON.parse(body) as Feature)) tested.add(id);
    }
    return { count: count + tested.size, tested: seen > 0 ? tested : undefined };
  }

  async #rows({ limit, after, offset = 0 }: PageRequest): Promise<readonly FoundRow[]> {
    const end = Number.isFinite(limit) ? ` LIMIT ${this.#values.number(limit + 1)}::bigint` : "";
    const start = offset > 0 ? ` OFFSET ${this.#values.number(offset)}::bigint` : "";
    return this.#query(`${await this.#ordered(after, "false")}${end}${start}`);
  }

  /** Where some features were tested, the others of the page are skipped by their keys. */
  async #rowsWith(
    tested: ReadonlySet<string>,
    { limit, after, offset = 0 }: PageRequest,
  ): Promise<FoundRow[]> {
    const rows: FoundRow[] = [];
    let behind = 0;
    if (limit === 0) return rows;
    const wanted = await this.#ordered(after, this.#sql.open ?? "false");
    for await (const row of this.#stream(wanted)) {
      if (row.is_open && !tested.has(row.id)) continue;
      if (behind++ >= offset) rows.push(row);
      if (rows.length > limit) break;
    }
    return rows;
  }

  async #ordered(after: OrderKey | undefined, open: string): Promise<string> {
    const parts = [await this.#condition()];
    if (after) {
      const time = this.#values.number(after.time ?? -Infinity);
      const id = this.#values.text(keyOf(after.id));
      // The first part alone is what the index finds.
      parts.push(`start_ms <= ${time} AND (start_ms < ${time} OR id > ${id})`);
    }
    return `SELECT id, start_ms, body, ${open} AS is_open FROM ${this.#layout.table} WHERE ${parts.join(" AND ")} ${order}`;
  }

  /** What is possible, by the indexes that are worth reading. */
  #condition(): Promise<string> {
    this.#chosen ??= this.#choose();
    return this.#chosen;
  }

  async #choose(): Promise<string> {
    const within = this.#within === undefined ? "" : `${this.#within} AND `;
    if (!this.#layout.hasStatistics) return within + this.#sql.possible;
    const useful = await usefulCondition(this.#sql, async (condition) => {
      const text = `EXPLAIN (FORMAT JSON) SELECT 1 FROM ${this.#layout.table} WHERE ${condition}`;
      const [row] = await this.#query<{ "QUERY PLAN": unknown }>(text);
      return plannedRows(row!["QUERY PLAN"]);
    });
    return within + useful;
  }

  #query<Found extends object>(text: string): Promise<readonly Found[]> {
    const { text: numbered, values } = this.#values.statement(text);
    return rowsUntilLeft<Found>(this.#transaction, numbered, values, this.#pause);
  }

  #stream(text: string): AsyncGenerator<FoundRow> {
    const { text: numbered, values } = this.#values.statement(text);
    return readRows<FoundRow>(this.#transaction, numbered, values, this.#pause);
  }
}

function placeOf({ start_ms: start, id }: FoundRow): OrderKey {
  return { time: start === -Infinity ? null : start, id: idOf(id) };
}
