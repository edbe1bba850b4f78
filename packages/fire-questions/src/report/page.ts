import { type ReaderFigures, readerFigures } from "../reader/labelled.ts";
import type { ScoredRun } from "../run/folder.ts";
import { compare, type Share, summarize } from "../score/summary.ts";
import { escaped } from "./escaped.ts";
import { failuresOf } from "./failures.ts";
import { nameOf, type Row, rowsBy, rowsOf } from "./figures.ts";

/** One page of runs that opens from disk: it loads nothing and runs nothing. */
export function reportPage(runs: readonly ScoredRun[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Fire questions: ${runs.map((run) => escaped(nameOf(run))).join(", ")}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Fire questions</h1>
<p>Questions about fires with answers that are computed from the data, scored by rule. Shares are over questions, with Wilson's interval of 95 %; a third of the questions or more have no answer, and then a reply that says so is right.</p>
${runs.map(chartOf).join("\n")}
${tableOf(runs, rowsOf(runs))}
${comparisonsOf(runs)}
<h2>By kind</h2>
${tableOf(runs, rowsBy(runs, "kind"))}
<h2>By language</h2>
${tableOf(runs, rowsBy(runs, "language"))}
<h2>What was not right</h2>
${runs.map(failuresOf).join("\n")}
<h2>The reader</h2>
${readerOf(readerFigures())}
<h2>How it was asked</h2>
${settingsOf(runs)}
</main>
</body>
</html>
`;
}

const style = `
:root { --ink: #1c1917; --soft: #57534e; --line: #d6d3d1; --ground: #fff; --raised: #f5f5f4; --accent: #b45309; --bad: #b91c1c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f5f5f4; --soft: #a8a29e; --line: #44403c; --ground: #1c1917; --raised: #292524; --accent: #fbbf24; --bad: #fca5a5; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { margin: 0; font-size: 1.75rem; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.25rem; }
h3 { margin: 1.5rem 0 .5rem; font-size: 1rem; overflow-wrap: anywhere; }
p { margin: .5rem 0; max-width: 46rem; }
.scroll { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .375rem .75rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
th:first-child { padding-inline-start: 0; min-width: 8rem; }
td { min-width: 7.5rem; }
thead th { border-bottom: 2px solid var(--line); overflow-wrap: anywhere; }
tbody th { font-weight: 400; color: var(--soft); }
tr.mustnot th, tr.mustnot td { color: var(--bad); font-weight: 600; }
.chart { margin: 1rem 0; }
.chart b { overflow-wrap: anywhere; }
.bar { position: relative; height: .75rem; margin: .25rem 0; border-radius: .375rem; background: var(--raised); }
.bar i { position: absolute; inset-block: 0; inset-inline-start: 0; border-radius: .375rem; background: var(--accent); }
.bar u { position: absolute; inset-block: .3125rem; height: .125rem; background: var(--ink); }
details { border-bottom: 1px solid var(--line); }
summary { padding: .5rem 0; cursor: pointer; overflow-wrap: anywhere; }
summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.badge { display: inline-block; padding: 0 .5rem; border-radius: 1rem; background: var(--raised); color: var(--soft); font-size: .8rem; }
.badge.mustnot { color: var(--bad); }
.attempt { margin: 0 0 1rem; padding: .25rem .75rem; border-inline-start: 3px solid var(--line); }
.attempt ol { list-style: none; margin: 0; padding: 0; }
.attempt li { margin: .5rem 0; }
.attempt li.asked { font-weight: 600; }
pre { margin: .25rem 0; padding: .5rem; border-radius: .25rem; background: var(--raised); font: .8rem/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
li.asked pre { font-family: inherit; font-size: .9rem; }
pre.call { border-inline-start: 3px solid var(--accent); }
li.error pre { border-inline-start: 3px solid var(--bad); }
li details { border: 0; }
li summary { padding: 0; color: var(--soft); font-size: .85rem; }
small { color: var(--soft); }
`;

function chartOf(run: ScoredRun): string {
  const { right } = summarize(run.scored);
  return `<div class="chart"><b>${escaped(nameOf(run))}</b> <small>right</small>${barOf(right)}</div>`;
}

function barOf({ mean, interval: { low, high } }: Share): string {
  const at = (share: number) => `${(100 * share).toFixed(2)}%`;
  return `<div class="bar" role="img" aria-label="${at(mean)}, between ${at(low)} and ${at(high)}"><i style="width:${at(mean)}"></i><u style="inset-inline-start:${at(low)};width:${at(high - low)}"></u></div>`;
}

function tableOf(runs: readonly ScoredRun[], rows: readonly Row[]): string {
  const head = runs.map((run) => `<th scope="col">${escaped(nameOf(run))}</th>`).join("");
  const body = rows.map(({ name, cells, isMustNot }) => {
    const values = cells.map((cell) => `<td>${escaped(cell)}</td>`).join("");
    return `<tr${isMustNot ? ' class="mustnot"' : ""}><th scope="row">${escaped(name)}</th>${values}</tr>`;
  });
  return `<div class="scroll" tabindex="0"><table><thead><tr><th></th>${head}</tr></thead><tbody>
${body.join("\n")}
</tbody></table></div>`;
}

/** Every two runs on the attempts that both have. */
function comparisonsOf(runs: readonly ScoredRun[]): string {
  const pairs = runs.flatMap((one, i) =>
    runs.slice(i + 1).map((other) => comparisonOf(one, other)),
  );
  return pairs.length === 0 ? "" : `<h2>Two by two</h2>\n<ul>${pairs.join("\n")}</ul>`;
}

function comparisonOf(one: ScoredRun, other: ScoredRun): string {
  try {
    return `<li>${escaped(comparisonText(one, other))}</li>`;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return `<li>${escaped(`${nameOf(one)}, ${nameOf(other)}: ${error.message}`)}</li>`;
  }
}

/**
 * The paired test of two runs in a sentence.
 *
 * @throws {Error} when they ask other questions
 */
export function comparisonText(one: ScoredRun, other: ScoredRun): string {
  const theirs = new Map(other.questions.map((each) => [each.id, JSON.stringify(each)]));
  const differing = one.questions.find(
    (each) => (theirs.get(each.id) ?? JSON.stringify(each)) !== JSON.stringify(each),
  );
  if (differing)
    throw new Error(
      `The runs ask other questions, such as ${differing.id}: compare runs of one --seed and one version.`,
    );
  const { questions, attempts, difference, better, worse, p } = compare(one.scored, other.scored);
  const all = [one, other].map(({ scored }) => scored.length).join(" and ");
  const points = `${difference < 0 ? "−" : "+"}${Math.abs(100 * difference).toFixed(1)}`;
  return `${nameOf(one)} against ${nameOf(other)}: ${points} points on ${questions} questions (${attempts} attempts that both have, of ${all}), better on ${better} and worse on ${worse}; p ${p < 0.0001 ? "< 0.0001" : `= ${p.toFixed(4)}`} (exact paired randomisation test, two-sided).`;
}

function readerOf({ fitted, heldOut }: ReturnType<typeof readerFigures>): string {
  return `<p>Replies are read by rules, and what is misread counts for or against a system. Of ${fitted.replies} replies that were labelled by reading them, and that the rules were fitted to, ${figuresIn(fitted)}. Of ${heldOut.replies} that were labelled afterwards, ${figuresIn(heldOut)}.</p>
<details><summary>Those that are not read as labelled</summary><ul>
${[...heldOut.differing, ...fitted.differing].map(misreadingOf).join("\n")}
</ul></details>`;
}

function figuresIn({ right, unread, misread }: ReaderFigures): string {
  return `${right} are read as labelled, ${unread} left unread, and ${misread} misread`;
}

function misreadingOf({ reply, means, read, also }: ReaderFigures["differing"][number]): string {
  const what = read === null ? "not read" : `read as ${read}`;
  const text = `${what}${also.map((each) => `, ${each} differs`).join("")}; it means ${means ?? "nothing for certain"}`;
  return `<li><pre class="text" dir="auto">${escaped(reply)}</pre>${escaped(text)}</li>`;
}

function settingsOf(runs: readonly ScoredRun[]): string {
  const names = Object.keys(runs[0]?.settings ?? {}) as (keyof ScoredRun["settings"])[];
  const rows = names.map((name) => ({
    name,
    cells: runs.map(({ settings }) => String(settings[name])),
  }));
  return tableOf(runs, rows);
}
