import "./answer.css";
import { headlineOf } from "@emberline/map-app/answer/headline";
import { isEmptyAnswer, safetyNotices, sortNotices } from "@emberline/map-app/answer/notices";
import { selectionWords } from "@emberline/map-app/answer/selection-words";
import { factsOf } from "@emberline/map-app/answer/tables";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Answer } from "../server/api.ts";
import { answerOf, type Call } from "../server/calls.ts";
import { toolPath } from "../server/tool-path.ts";
import { usePlayground } from "../state/playground.ts";

/**
 * The answer that is shown if it is of this tool. It stays, dimmed, while a new call runs, and
 * beside the error of a later one.
 */
export function ShownAnswer({ tool }: { tool: string }) {
  const { calls, desk, drawer } = usePlayground();
  const frame = useRef<HTMLDivElement>(null);
  const call = calls.shown.value;
  const answer = answerOf(call);
  const isShown = answer !== null && call?.tool === tool;
  useLayoutEffect(() => {
    // The focus stays on the button below the form; the answer comes into view above it.
    if (isShown) frame.current?.scrollIntoView({ block: "nearest" });
  }, [isShown, call?.id]);
  if (!isShown) return null;
  const isRunning = calls.all.value.some(
    (each) => each.outcome.state === "running" && each.tool === tool,
  );
  const hasFailed = desk.current.value?.outcome.state === "failed" && desk.current.value !== call;
  const look = isRunning ? "old" : hasFailed ? "old stale" : "";
  return (
    <div ref={frame} class={`shown-answer stack ${look}`} aria-busy={isRunning}>
      {hasFailed && <p class="quiet-text">The answer before, to other arguments:</p>}
      <AnswerSummary call={call} answer={answer} />
      <button
        type="button"
        class="to-details start"
        data-open={drawer.isOpen.value ? "" : undefined}
        onClick={() => {
          drawer.isOpen.value = true;
          document.querySelector(".drawer")?.scrollIntoView({ block: "start" });
        }}
      >
        Rows, chart and files
      </button>
    </div>
  );
}

/** The answer in a sentence, what a person must know of it, and how it was found. */
function AnswerSummary({ call, answer }: { call: Call; answer: Answer }) {
  const { value } = answer;
  const { data } = sortNotices(value);
  const words = selectionWords(value);
  const isEmpty = isEmptyAnswer(value);
  return (
    <section class="answer-summary stack" aria-label="Answer">
      <p class="headline">{headlineOf(call.tool, call.args, value)}</p>
      {words.length > 0 && (
        <p class="quiet-text">
          {isEmpty ? "Asked for: " : ""}
          {words.join(" · ")}
        </p>
      )}
      <List items={safetyNotices(call.tool, value)} class="notice safety plain" label="Notices" />
      <List items={data} class="quiet-text" label={isEmpty ? "What to try" : "About the data"} />
      <HowFound call={call} answer={answer} />
    </section>
  );
}

interface ListProps {
  readonly items: readonly string[];
  readonly label: string;
  readonly class?: string;
}

function List({ items, label, class: look }: ListProps) {
  if (items.length === 0) return null;
  return (
    <ul class={look} aria-label={label}>
      {items.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );
}

/** The request, all facts of the answer, and what was said to the model only. */
function HowFound({ call: { tool, args }, answer: { value } }: { call: Call; answer: Answer }) {
  const { advice } = sortNotices(value);
  const facts = factsOf(value);
  return (
    <details class="how-found quiet-text">
      <summary>How it was found</summary>
      <div class="stack">
        <strong>Request</strong>
        <p class="mono">
          POST {toolPath(tool)} {JSON.stringify(args)}
        </p>
        {facts.length > 0 && (
          <>
            <strong>Facts</strong>
            <dl class="facts">
              {facts.map(([name, fact]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{fact}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
        {advice.length > 0 && <strong>Said to the model only</strong>}
        <List items={advice} label="Said to the model only" />
      </div>
    </details>
  );
}
