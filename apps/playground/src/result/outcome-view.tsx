import { useEffect, useRef } from "preact/hooks";
import type { Answer } from "../api.ts";
import { AnswerMap } from "../map/answer-map.tsx";
import { factsOf, nextCursorOf, noticesOf, tablesOf } from "./answer.ts";
import { AnswerTable } from "./answer-table.tsx";
import { CurlCommand } from "./curl-command.tsx";
import type { Outcome } from "./outcome.ts";
import { RawJson } from "./raw-json.tsx";

export interface OutcomeViewProps {
  readonly outcome: Outcome;
  readonly origin: string;
  readonly withKey: boolean;
  onNext(cursor: string): void;
}

/** What a call came to: an error's sentence, or the answer in all its forms; and the call itself. */
export function OutcomeView({ outcome, origin, withKey, onNext }: OutcomeViewProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (outcome.state !== "running") bringIntoView(section.current!);
  }, [outcome]);
  return (
    <section
      ref={section}
      class="outcome"
      aria-label="Result"
      aria-busy={outcome.state === "running"}
    >
      {outcome.state === "running" && <p role="status">Running …</p>}
      {outcome.state === "failed" && (
        <p role="alert" class="error">
          {outcome.sentence}
        </p>
      )}
      {outcome.state === "answered" && (
        <AnswerView answer={outcome.answer} tool={outcome.call.tool} onNext={onNext} />
      )}
      {outcome.call && <CurlCommand origin={origin} call={outcome.call} withKey={withKey} />}
    </section>
  );
}

/** On a narrow screen the result lies below the form. What can be seen already does not move. */
function bringIntoView(element: HTMLElement): void {
  const { top } = element.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) element.scrollIntoView();
}

interface AnswerViewProps {
  readonly answer: Answer;
  readonly tool: string;
  onNext(cursor: string): void;
}

function AnswerView({ answer, tool, onNext }: AnswerViewProps) {
  const { value, text } = answer;
  const notices = noticesOf(value);
  const facts = factsOf(value);
  const cursor = nextCursorOf(value);
  return (
    <>
      <p role="status" class="visually-hidden">
        The answer is here.
      </p>
      {notices.length > 0 && (
        <ul class="notices" aria-label="Notices">
          {notices.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      {facts.length > 0 && (
        <dl class="facts">
          {facts.map(([name, fact]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
      )}
      <AnswerMap key={text} answer={value} tool={tool} />
      {tablesOf(value).map((table) => (
        <AnswerTable key={table.title} table={table} />
      ))}
      {cursor !== undefined && (
        <button type="button" onClick={() => onNext(cursor)}>
          Next page
        </button>
      )}
      <RawJson value={value} text={text} />
    </>
  );
}
