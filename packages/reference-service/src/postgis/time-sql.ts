import type { Expression } from "@emberline/cql2";
import { chain, type PartSql } from "./part-sql.ts";
import type { Comparison } from "./property-sql.ts";
import type { StatementValues } from "./statement.ts";

const day = String.raw`[12]\d{3}-((0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)`;
const time = String.raw`T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ`;
const dayForm = new RegExp(`^${day}$`);
const timeForm = new RegExp(`^${day}${time}$`);

/**
 * A day or a second that exists, in the one form whose order as text is that of time. 29 February
 * is left out, since it needs the year.
 */
const plainForm = `^${day}(${time})?$`;

/** The ends of open intervals, before and after all texts of the form. */
const longAgo = "0";
const farAhead = ":";

/** Comparisons of a text's time with constant ones. */
export class TimeSql {
  readonly #text: string;
  readonly #values: StatementValues;

  /** @param text SQL of a text, NULL for other values */
  constructor(text: string, values: StatementValues) {
    this.#text = text;
    this.#values = values;
  }

  /** Undefined unless the other side is a time in the plain form. */
  compare(op: Comparison, to: Expression): PartSql | undefined {
    const moment = plainTime(to);
    return moment === undefined ? undefined : this.#order(op, moment);
  }

  /** A relation to a time, or to an interval whose ends are times; undefined for others. */
  relate(op: string, to: Expression): PartSql | undefined {
    const span = plainSpan(to);
    if (!span) return undefined;
    const [start, end] = span;
    switch (op) {
      case "t_before":
        return this.#order("<", start);
      case "t_after":
        return this.#order(">", end);
      case "t_disjoint":
        return chain("OR", [this.#order("<", start), this.#order(">", end)]);
      case "t_intersects":
        return chain("AND", [this.#order(">=", start), this.#order("<=", end)]);
      case "t_during":
        // What happens on the day of a date is during it.
        return chain("AND", [
          this.#order(dayForm.test(start) ? ">=" : ">", start),
          this.#order(dayForm.test(end) ? "<=" : "<", end),
        ]);
      case "t_equals":
        return chain("AND", [this.#order("=", start), this.#order("=", end)]);
    }
    return undefined;
  }

  /** Days include their times: where one side is a day, the days of both are compared. */
  #order(op: Comparison, moment: string): PartSql {
    const text = `(${this.#text})`;
    const byDay = `left(${text}, 10) COLLATE "C" ${op} ${this.#values.text(moment.slice(0, 10))}`;
    const sql = timeForm.test(moment)
      ? `(CASE WHEN length(${text}) = 10 THEN ${byDay}
          ELSE ${text} COLLATE "C" ${op} ${this.#values.text(moment)} END)`
      : `(${byDay})`;
    const form = `${text} COLLATE "C" ~ ${this.#values.text(plainForm)}`;
    return { sql, open: [`coalesce(NOT ${form}, false)`] };
  }
}

/** Whether a node is a time that is written as such. */
export function isTimeLiteral(node: Expression): boolean {
  return typeof node === "object" && ("date" in node || "timestamp" in node);
}

function plainTime(node: Expression): string | undefined {
  if (typeof node === "string") return plainText(node);
  if (typeof node !== "object") return undefined;
  if ("date" in node) return plainText(String(node.date));
  return "timestamp" in node ? plainText(String(node.timestamp)) : undefined;
}

function plainSpan(node: Expression): readonly [string, string] | undefined {
  if (typeof node !== "object" || !("interval" in node)) {
    const moment = plainTime(node);
    return moment === undefined ? undefined : [moment, moment];
  }
  const [from, to] = node.interval;
  const start = from === ".." ? longAgo : typeof from === "string" ? plainText(from) : undefined;
  const end = to === ".." ? farAhead : typeof to === "string" ? plainText(to) : undefined;
  // Backwards, it is no interval.
  return start === undefined || end === undefined || start > end ? undefined : [start, end];
}

function plainText(text: string): string | undefined {
  return dayForm.test(text) || timeForm.test(text) ? text : undefined;
}
