import { type Table, toText } from "../answer/tables.ts";

/** Prefixes that spreadsheets read as formulas: OWASP's list, with full-width forms. */
const formulaStart = /^[=+\-@\t\r＝＋－＠]/;
const needsQuotes = /[",\r\n]/;

/**
 * A table as CSV (RFC 4180, UTF-8) with a header and CR LF line ends. An apostrophe precedes texts
 * that a spreadsheet would calculate; numbers stay numbers.
 */
export function toCsv({ columns, rows }: Table): string {
  const lines = [columns, ...rows.map((row) => columns.map((_, i) => row[i]))];
  return lines.map((line) => `${line.map(toField).join(",")}\r\n`).join("");
}

function toField(value: unknown): string {
  const text = toText(value);
  const isSafe = typeof value === "number" || !formulaStart.test(text);
  const guarded = isSafe ? text : `'${text}`;
  return needsQuotes.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
