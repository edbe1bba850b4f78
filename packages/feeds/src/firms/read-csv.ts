import { dateForm } from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import { FeedError } from "../values/feed.ts";
import { FirmsRowError, FirmsTable } from "./firms-table.ts";

/** A complete answer of FIRMS: rows as text by their `acq_date`, or by "" if it is not a date. */
export interface FirmsCsv {
  readonly table: FirmsTable;
  readonly days: ReadonlyMap<string, readonly string[]>;
}

/** An answer that is not CSV with coordinates: how it begins. */
export interface NotCsv {
  readonly text: string;
}

/** Of what is not CSV, as much as its reason may need. */
const maxTextLength = 2000;
const maxLineLength = 10_000;
const maxDays = 100;
/** A world day of one source has about 100,000; those of a day are held together. */
const maxRowsPerDay = 1_000_000;
const sliceLength = 1 << 16;

/** Names and values that end every known header and row: a body cut within them is not complete. */
const lastNames = new Set(["daynight", "type"]);
const lastValue = /^(?:[DN]|\d)$/;

/**
 * Reads a body to its end. Success is only a first line with latitude and longitude: FIRMS sends
 * errors as text with status 200.
 *
 * @throws {FeedError} when the body ends within a row or lacks a column (`invalid_answer`)
 */
export async function readCsv(
  body: AsyncIterable<string>,
  pause: Pause,
): Promise<FirmsCsv | NotCsv> {
  let rest = "";
  /** The beginning of an answer that is not CSV. */
  let text: string | undefined;
  let table: FirmsTable | undefined;
  let dateColumn = 0;
  const days = new Map<string, string[]>();

  const take = (line: string): void => {
    if (!table) {
      table = tableOf(line);
      dateColumn = table.columns.indexOf("acq_date");
      return;
    }
    let day = cellAt(line, dateColumn);
    if (!days.has(day) && (!dateForm.test(day) || days.size > maxDays)) day = "";
    const lines = days.get(day);
    if (lines && lines.length >= maxRowsPerDay)
      throw new FeedError("invalid_answer", "FIRMS sent more rows of one day than there can be");
    if (lines) lines.push(line);
    else days.set(day, [line]);
  };

  for await (const chunk of slicesOf(body)) {
    if (text === undefined) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop()!;
      for (let i = 0; i < lines.length; i++) {
        if (isBlank(lines[i]!)) continue;
        if (!table && !isHeader(lines[i]!)) {
          text = [...lines.slice(i), rest].join("\n");
          break;
        }
        take(lines[i]!);
      }
      if (rest.length > maxLineLength && text === undefined) {
        if (table) throw new FeedError("invalid_answer", "FIRMS sent a line too long for a row");
        text = rest;
      }
    } else {
      text += chunk;
    }
    if (text !== undefined && text.length > maxTextLength) break;
    const pausing = pause();
    if (pausing) await pausing;
  }
  if (text === undefined && !isBlank(rest)) {
    if (!table && !isHeader(rest)) text = rest;
    else if (isWhole(rest, table)) take(rest);
    else throw new FeedError("invalid_answer", "FIRMS' answer ends in the middle of a row");
  }
  if (text !== undefined || !table) return { text: (text ?? "").slice(0, maxTextLength) };
  return { table, days };
}

/** Slices of a body that are short enough for one turn. */
async function* slicesOf(body: AsyncIterable<string>): AsyncGenerator<string, void> {
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; at += sliceLength) yield chunk.slice(at, at + sliceLength);
  }
}

function tableOf(header: string): FirmsTable {
  try {
    return new FirmsTable(withoutMark(header));
  } catch (error) {
    if (!(error instanceof FirmsRowError)) throw error;
    throw new FeedError("invalid_answer", `FIRMS' answer is ${error.message}`);
  }
}

function isHeader(line: string): boolean {
  const names = withoutMark(line)
    .split(",")
    .map((name) => name.trim().replaceAll('"', ""));
  return names.includes("latitude") && names.includes("longitude");
}

/** Whether a last line without its line break has all of its characters. */
function isWhole(line: string, table: FirmsTable | undefined): boolean {
  const cells = line.trimEnd().split(",");
  const last = cells.at(-1)!;
  if (!table) return lastNames.has(last);
  return cells.length === table.columns.length && lastValue.test(last);
}

function isBlank(line: string): boolean {
  return line === "" || line.trim() === "";
}

function withoutMark(line: string): string {
  return line.startsWith("\uFEFF") ? line.slice(1) : line;
}

/** The cell of a row as it stands; quotes do not occur before it in any known layout. */
export function cellAt(line: string, column: number): string {
  let from = 0;
  for (let i = 0; i < column; i++) {
    from = line.indexOf(",", from) + 1;
    if (from === 0) return "";
  }
  const to = line.indexOf(",", from);
  return (to < 0 ? line.slice(from) : line.slice(from, to)).trim();
}
