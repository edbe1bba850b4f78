import type { CapturedAnswer } from "./recorder.ts";

/** How many rows are kept of the beginning of a list, and of its end. */
const keptRows = 10;
const maxTextLength = 20_000;
/** The outlines of twenty fires may have many megabytes. */
const maxBodyLength = 2_000_000;
/** Members that say how many rows there are in all. */
const totals = ["numberMatched", "totalFeatures", "count"];

type Json = Record<string, unknown>;

/**
 * Answers with few rows, which read like the whole: counts are those of the rows that are left,
 * and the last row of a page stays, since the next page may begin with it.
 */
export function cutAnswers(answers: readonly CapturedAnswer[]): CapturedAnswer[] {
  const parts = answers.map(({ body }) => partsOf(body));
  const all = parts.reduce((sum, each) => sum + ("rows" in each ? each.rows.length : 0), 0);
  return answers.map((answer, i) => {
    const part = parts[i]!;
    if ("text" in part) return { ...answer, body: part.text };
    const { json, member, rows } = part;
    const changed: Json = { ...json, [member]: rows };
    for (const name of totals) if (typeof json[name] === "number") changed[name] = all;
    if ("numberReturned" in json) changed.numberReturned = rows.length;
    return { ...answer, body: JSON.stringify(changed) };
  });
}

function partsOf(body: string): { json: Json; member: string; rows: unknown[] } | { text: string } {
  const json = objectIn(body);
  if (!json) return { text: cutText(body) };
  const member = Object.keys(json).find((name) => isListOfObjects(json[name]) && name !== "links");
  if (member === undefined) return { text: body.slice(0, maxBodyLength) };
  const list = json[member] as unknown[];
  const rows = ends(list, keptRows);
  const isLong = JSON.stringify(rows).length > maxBodyLength;
  return { json, member, rows: isLong ? ends(list, 1) : rows };
}

/** Lines of a CSV; of a page, its beginning. */
function cutText(body: string): string {
  if (body.trimStart().startsWith("<")) return body.slice(0, maxTextLength);
  const [header = "", ...lines] = body.split("\n");
  return [header, ...ends(lines, keptRows)].join("\n").slice(0, maxBodyLength);
}

function ends<T>(list: readonly T[], count: number): T[] {
  return list.length <= 2 * count ? [...list] : [...list.slice(0, count), ...list.slice(-count)];
}

function objectIn(body: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Json)
      : undefined;
  } catch {
    return undefined;
  }
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && typeof value[0] === "object";
}
