import { useState } from "preact/hooks";
import { headlineOf } from "../answer/headline.ts";
import { argumentsInWords } from "../answer/in-words.ts";
import { useLoaded } from "../common/use-loaded.ts";
import { answerOf, type Call } from "../server/calls.ts";
import { usePlayground } from "../state/playground.ts";

interface CallCardProps {
  readonly call: Call;
  /** What citations show. */
  readonly number: number;
  /** Whether a sentence tells the answer. */
  readonly withHeadline: boolean;
}

/** A call: what was asked in words, how it went and what it cost; opens to all of it. */
export function CallCard({ call, number, withHeadline }: CallCardProps) {
  const { calls } = usePlayground();
  const [isOpen, setIsOpen] = useState(false);
  const details = useLoaded(isOpen ? () => import("./call-details.tsx") : null);
  const isShown = calls.shown.value?.id === call.id;
  const isPinned = calls.pinnedId.value === call.id;
  const { state } = call.outcome;
  const answer = answerOf(call);
  return (
    <article
      class={`call-card ${state}`}
      id={callCardId(number)}
      aria-label={`Call ${number}: ${call.tool}`}
      tabIndex={-1}
    >
      <button
        type="button"
        class="call-head"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span class="call-state" aria-hidden="true">
          {marks[state]}
        </span>
        <span class="call-what">
          <span class="call-tool mono">{call.tool}</span>{" "}
          <span class="call-words">{argumentsInWords(call.args)}</span>
        </span>
        <span class="call-cost">
          <Cost call={call} />
        </span>
        <span class="call-number" aria-hidden="true">
          {number}
        </span>
      </button>
      {call.outcome.state === "failed" && <p class="call-error">{call.outcome.error.message}</p>}
      {withHeadline && answer && (
        <p class="call-headline">{headlineOf(call.tool, call.args, answer.value)}</p>
      )}
      {(isPinned || (isShown && isOpen)) && (
        <p class="call-shown quiet-text">
          {isPinned ? "Pinned: the map keeps showing this call." : "Shown on the map."}
        </p>
      )}
      {isOpen && details && <details.CallDetails call={call} />}
    </article>
  );
}

/** The element of the card that a citation leads to. */
export function callCardId(number: number): string {
  return `call-${number}`;
}

const marks = { running: "◌", answered: "✓", failed: "✕", cancelled: "–" } as const;

function Cost({ call }: { readonly call: Call }) {
  const { outcome } = call;
  switch (outcome.state) {
    case "running":
      return <>running</>;
    case "cancelled":
      return <>stopped</>;
    default: {
      const tokens = answerOf(call)?.tokens ?? null;
      const duration = `${Math.round(outcome.durationMs).toLocaleString("en")} ms`;
      const cost =
        tokens === null ? duration : `${tokens.toLocaleString("en")} tokens · ${duration}`;
      return <>{outcome.state === "failed" ? `failed · ${duration}` : cost}</>;
    }
  }
}
