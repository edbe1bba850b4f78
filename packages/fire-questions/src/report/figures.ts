import type { ScoredRun } from "../run/folder.ts";
import { groupBy, rightShare, type Share, type Summary, summarize } from "../score/summary.ts";

/** A line of figures: its name, and its text for each run. */
export interface Row {
  readonly name: string;
  readonly cells: readonly string[];
  /** It may not happen at all, and has. */
  readonly isMustNot?: boolean;
}

/** Longer names, which a server gives itself, are cut. */
const maxName = 100;

/** The name of a run in tables: its model and its tools. */
export function nameOf({ settings }: Pick<ScoredRun, "settings">): string {
  const { model, system, areToolsBehindSearch } = settings;
  const name = `${model} with ${system}${areToolsBehindSearch ? " behind a search" : ""}`;
  return inOneLine(name).slice(0, maxName);
}

/** The figures of runs side by side. */
export function rowsOf(runs: readonly ScoredRun[]): readonly Row[] {
  const summaries = runs.map(({ scored }) => summarize(scored));
  const row = (name: string, cell: (summary: Summary) => string): Row => ({
    name,
    cells: summaries.map(cell),
  });
  const times = [...new Set(summaries.map((summary) => summary.runs))].join(" or ");
  const verdict = (name: string, key: keyof Summary["verdicts"]) =>
    row(name, ({ verdicts, attempts }) => counted(verdicts[key], attempts));
  const causes = [...new Set(summaries.flatMap(({ failures }) => [...failures.keys()]))];
  return [
    row("questions (attempts)", ({ right, attempts }) => `${right.questions} (${attempts})`),
    row("right", ({ right }) => withInterval(right)),
    row(`right in all runs (${times})`, (summary) => withInterval(summary.passAll)),
    row("right of those with an answer", ({ answerable }) => withInterval(answerable)),
    row("right of those without one", ({ obstacles }) => withInterval(obstacles)),
    {
      ...row("wrong value called complete", (summary) =>
        counted(summary.wrongCalledComplete, summary.attempts),
      ),
      isMustNot: summaries.some((summary) => summary.wrongCalledComplete > 0),
    },
    {
      ...row("false all-clear", (summary) => counted(summary.falseAllClear, summary.attempts)),
      isMustNot: summaries.some((summary) => summary.falseAllClear > 0),
    },
    verdict("wrong", "wrong"),
    verdict("obstacle missed", "missed"),
    verdict("declined, though there is an answer", "declined"),
    verdict("reply not readable for certain", "unread"),
    verdict("no reply", "failed"),
    ...causes.map((cause) =>
      row(`– ${cause}`, ({ failures, attempts }) => counted(failures.get(cause) ?? 0, attempts)),
    ),
    row("calls per question", ({ calls }) => calls.toFixed(2)),
    row("calls that returned an error", ({ errors }) => errors.toFixed(2)),
    row("tokens in per question", ({ inputTokens }) => tokens(inputTokens)),
    row("tokens out per question", ({ outputTokens }) => tokens(outputTokens)),
    row("seconds per question", ({ seconds }) => seconds.toFixed(1)),
  ];
}

/** The share that is right of each kind or language. */
export function rowsBy(runs: readonly ScoredRun[], by: "kind" | "language"): readonly Row[] {
  const groups = runs.map(({ scored }) => groupBy(scored, (each) => each[by]));
  const names = [...new Set(groups.flatMap((group) => [...group.keys()]))];
  return names.map((name) => ({
    name,
    cells: groups.map((group) => {
      const scored = group.get(name);
      return scored ? withInterval(rightShare(scored)) : "–";
    }),
  }));
}

/** Text from outside without what could move a terminal's cursor or turn the order of letters. */
export function printable(text: string): string {
  return text.replace(
    /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Text of several lines in a table would be rows of its own. */
function inOneLine(text: string): string {
  return printable(text.replace(/[\n\t]+/gu, " "));
}

/** Rows as columns of text. */
export function toText(runs: readonly ScoredRun[], rows: readonly Row[]): string {
  const lines = [
    ["", ...runs.map((run) => nameOf(run))],
    ...rows.map(({ name, cells }) => [inOneLine(name), ...cells]),
  ];
  const widths = lines[0]!.map((_, i) =>
    lines.reduce((widest, line) => Math.max(widest, line[i]!.length), 0),
  );
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join("  ")
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join("");
}

function withInterval({ questions, mean, interval }: Share): string {
  if (questions === 0) return "–";
  return `${percent(mean)}\u00a0% (${percent(interval.low)}–${percent(interval.high)})`;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

function counted(count: number, of: number): string {
  return of === 0 ? "–" : `${count} (${percent(count / of)}\u00a0%)`;
}

/** Endpoints that state no usage leave the price unknown. */
function tokens(value: number): string {
  return value === 0 ? "–" : Math.round(value).toLocaleString("en");
}
