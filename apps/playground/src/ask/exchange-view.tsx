import "./feed.css";
import type { Token } from "marked";
import { useEffect, useRef, useState } from "preact/hooks";
import { headlineOf } from "../answer/headline.ts";
import { argumentsInWords } from "../answer/in-words.ts";
import { safetyNotices } from "../answer/notices.ts";
import type { Exchange, Step } from "../chat/exchange.ts";
import { useLoaded } from "../common/use-loaded.ts";
import { answerOf, type Call } from "../server/calls.ts";
import { usePlayground } from "../state/playground.ts";
import type { Source } from "./citations.ts";

/** A question with its calls, the answer and what to know of it. */
export function ExchangeView({ exchange }: { readonly exchange: Exchange }) {
  const { calls, ask } = usePlayground();
  const callOf = (step: Step) =>
    step.kind === "call" ? calls.all.value.find(({ id }) => id === step.callId) : undefined;
  const earlier = ask.conversation.exchanges.value.filter(({ id }) => id <= exchange.id);
  const sources = sourcesOf(earlier, calls.all.value);
  const answered = exchange.steps.flatMap((step) => callOf(step) ?? []);
  const notices = new Set(
    answered.flatMap((call) => {
      const answer = answerOf(call);
      return answer ? safetyNotices(call.tool, answer.value) : [];
    }),
  );
  return (
    <section class="exchange" tabIndex={-1} aria-label={`Question: ${exchange.question}`}>
      <h2 class="question">{exchange.question}</h2>
      {exchange.steps.map((step, i) => (
        <StepView
          key={i}
          step={step}
          call={callOf(step)}
          sources={sources}
          isReady={exchange.by === "example"}
        />
      ))}
      {notices.size > 0 && (
        <ul class="notice safety notices plain" aria-label="What to know of this answer">
          {[...notices].map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      <Ending exchange={exchange} hasCalls={answered.length > 0} />
    </section>
  );
}

interface StepViewProps {
  readonly step: Step;
  readonly call: Call | undefined;
  readonly sources: readonly Source[];
  /** Whether the call was ready, so that no model puts its answer into words. */
  readonly isReady: boolean;
}

function StepView({ step, call, sources, isReady }: StepViewProps) {
  if (step.kind === "call")
    return call ? <CallCard call={call} number={step.number} withHeadline={isReady} /> : null;
  if (step.kind === "text")
    return <AnswerText text={step.text} sources={sources} onCite={showCard} />;
  return (
    <article class="call-card failed" id={callCardId(step.number)} tabIndex={-1}>
      <p class="call-head">
        <span class="call-state" aria-hidden="true">
          ✕
        </span>
        <span class="call-what">
          <span class="call-tool mono">{step.tool.slice(0, 100)}</span>{" "}
          <span class="call-words mono">{step.args.slice(0, 300)}</span>
        </span>
      </p>
      <p class="call-error">{step.reason}</p>
    </article>
  );
}

/** How it ended, and what can be done then. */
function Ending({
  exchange,
  hasCalls,
}: {
  readonly exchange: Exchange;
  readonly hasCalls: boolean;
}) {
  const { ask } = usePlayground();
  const { state, by, note, question } = exchange;
  if (state === "running") {
    const words = hasCalls || by === "example" ? "Working" : "Asking the model";
    return <p class="working quiet-text">{words}…</p>;
  }
  const again = by === "model" && (
    <button type="button" class="small" onClick={() => void ask.conversation.ask(question)}>
      Ask again
    </button>
  );
  if (state === "stopped") return <div class="bar quiet-text">Stopped. {again}</div>;
  if (state === "failed")
    return (
      <div class="notice error failure">
        <p role="alert">{note}</p>
        <div class="bar">
          {again}
          <button type="button" class="small" onClick={() => (ask.isChoosing.value = true)}>
            Model settings
          </button>
        </div>
      </div>
    );
  if (note !== "") return <p class="notice">{note}</p>;
  return null;
}

function showCard(number: number): void {
  const card = document.getElementById(callCardId(number));
  card?.scrollIntoView({ block: "center" });
  card?.focus();
}

/** All answered calls of the conversation, newest first: a figure is of the newest that has it. */
function sourcesOf(exchanges: readonly Exchange[], calls: readonly Call[]): Source[] {
  return exchanges
    .flatMap(({ steps }) => steps)
    .flatMap((step) => {
      if (step.kind !== "call") return [];
      const answer = answerOf(calls.find(({ id }) => id === step.callId) ?? null);
      return answer ? [{ number: step.number, value: answer.value }] : [];
    })
    .reverse();
}

interface AnswerTextProps {
  readonly text: string;
  readonly sources: readonly Source[];
  onCite(number: number): void;
}

/** The words of a model; plain until they are parsed, or if they cannot be. */
function AnswerText({ text, sources, onCite }: AnswerTextProps) {
  const parts = useLoaded(async () => ({
    ...(await import("./markdown.tsx")),
    ...(await import("./citations.ts")),
    ...(await import("./markdown.tsx")),
  }));
  const [tokens, setTokens] = useState<readonly Token[] | null>(null);
  const isPlain = useRef(false);
  useEffect(() => {
    if (!parts || isPlain.current) return;
    let isCurrent = true;
    void parts.parseMarkdown(text).then((parsed) => {
      // What failed once fails again when more of it has arrived.
      if (parsed === null) isPlain.current = true;
      if (isCurrent) setTokens(parsed);
    });
    return () => {
      isCurrent = false;
    };
  }, [text, parts]);
  if (!parts || tokens === null) return <p class="answer-text plain">{text}</p>;
  const { Markdown, Citations } = parts;
  return (
    <div class="answer-text">
      <Markdown tokens={tokens} citations={new Citations(sources)} onCite={onCite} />
    </div>
  );
}

interface CallCardProps {
  readonly call: Call;
  /** What citations show. */
  readonly number: number;
  /** Whether a sentence tells the answer. */
  readonly withHeadline: boolean;
}

/** A call: what was asked in words, how it went and what it cost; opens to all of it. */
function CallCard({ call, number, withHeadline }: CallCardProps) {
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
function callCardId(number: number): string {
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
