import { useEffect, useRef } from "preact/hooks";
import type { Api, Tool } from "../api.ts";
import { AnswerView } from "./answer-view.tsx";
import { CurlCommand } from "./curl-command.tsx";
import type { Outcome } from "./outcome.ts";

export interface OutcomeViewProps {
  readonly api: Api;
  readonly exportTool: Tool | undefined;
  readonly outcome: Outcome;
  readonly origin: string;
  readonly withKey: boolean;
  onNext(cursor: string): void;
}

/** The outcome of a call: an error message or the answer in all its forms, and the call itself. */
export function OutcomeView(props: OutcomeViewProps) {
  const { api, exportTool, outcome, origin, withKey, onNext } = props;
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
        <AnswerView
          api={api}
          origin={origin}
          exportTool={exportTool}
          call={outcome.call}
          answer={outcome.answer}
          onNext={onNext}
        />
      )}
      {outcome.call && <CurlCommand origin={origin} call={outcome.call} withKey={withKey} />}
    </section>
  );
}

/** On a narrow screen the result lies below the form. A visible result is not scrolled. */
function bringIntoView(element: HTMLElement): void {
  const { top } = element.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) element.scrollIntoView();
}
