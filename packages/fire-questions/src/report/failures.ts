import { eventsOf, type ScoredRun } from "../run/folder.ts";
import type { TraceEvent } from "../run/trace.ts";
import type { Scored } from "../score/verdict.ts";
import type { Expected, Question } from "../values/question.ts";
import { escaped } from "./escaped.ts";
import { nameOf } from "./figures.ts";

/** Longer results of tools are cut in the page; the trace has them whole. */
const maxShown = 4000;

/** What is not right of a run: each question with its attempts and their traces, folded. */
export function failuresOf(run: ScoredRun): string {
  const failed = run.scored.filter(isFailure);
  const questions = run.questions.flatMap((question) => {
    const attempts = failed.filter((each) => each.question === question.id);
    return attempts.length > 0 ? [questionOf(run, question, attempts)] : [];
  });
  return `<h3>${escaped(nameOf(run))}: ${failed.length} of ${run.scored.length}</h3>
${questions.join("\n") || "<p>None.</p>"}`;
}

function isFailure({ verdict, isFalseAllClear }: Scored): boolean {
  return verdict !== "right" || isFalseAllClear;
}

function questionOf(
  run: ScoredRun,
  { id, expected }: Question,
  attempts: readonly Scored[],
): string {
  return `<details><summary><code>${escaped(id)}</code> ${attempts.map(badgeOf).join(" ")}</summary>
<p>Right: ${escaped(rightAnswer(expected))}</p>
${attempts.map((scored) => attemptOf(run, scored)).join("\n")}
</details>`;
}

function badgeOf({ verdict, isWrongCalledComplete, isFalseAllClear }: Scored): string {
  const mustNot = [
    ...(isWrongCalledComplete ? ["called complete"] : []),
    ...(isFalseAllClear ? ["false all-clear"] : []),
  ];
  return `<span class="badge${mustNot.length > 0 ? " mustnot" : ""}">${[verdict, ...mustNot].join(", ")}</span>`;
}

function attemptOf(run: ScoredRun, scored: Scored): string {
  const { language, run: time, read } = scored;
  const said = read === undefined ? "" : `, read as <b>${escaped(String(read))}</b>`;
  return `<div class="attempt"><p>${escaped(`Run ${time}, ${language}`)}: ${badgeOf(scored)}${said}</p>
<ol>
${eventsOf(run, scored).map(eventOf).join("\n")}
</ol></div>`;
}

function eventOf(event: TraceEvent): string {
  switch (event.event) {
    case "asked":
      return `<li class="asked">${text(event.text)}</li>`;
    case "turn": {
      const calls = event.calls.map(({ name, input }) =>
        text(`${name}(${input ? JSON.stringify(input) : "no JSON object"})`, "call"),
      );
      const price = `${event.inputTokens} tokens in, ${event.outputTokens} out, ${event.seconds} s`;
      return `<li>${event.text.trim() === "" ? "" : text(event.text)}${calls.join("")}<small>${escaped(price)}</small></li>`;
    }
    case "result":
      return `<li class="${event.isError ? "result error" : "result"}"><details><summary>${escaped(event.tool)}: ${event.text.length.toLocaleString("en")} characters${event.isError ? ", an error" : ""}</summary>${text(cut(event.text))}</details></li>`;
    case "ended":
      return event.failure === undefined ? "" : `<li class="error">${text(event.failure)}</li>`;
  }
}

function text(value: string, kind = "text"): string {
  return `<pre class="${kind}" dir="auto">${escaped(value)}</pre>`;
}

function cut(value: string): string {
  return value.length <= maxShown
    ? value
    : `${value.slice(0, maxShown)}\n… ${value.length - maxShown} characters more in trace.jsonl`;
}

function rightAnswer(expected: Expected): string {
  switch (expected.is) {
    case "number":
      return `${expected.value} ${expected.unit}${expected.tolerance > 0 ? ` ± ${expected.tolerance}` : ""}`;
    case "obstacle": {
      const instead = expected.instead ? `, or ${rightAnswer(expected.instead)}` : "";
      return `that it cannot be answered (${expected.because})${instead}`;
    }
    case "yesno":
      return expected.value ? "yes" : "no";
    default:
      return expected.value;
  }
}
