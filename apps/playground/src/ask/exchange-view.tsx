import "./feed.css";
import type { Token } from "marked";
import { useEffect, useRef, useState } from "preact/hooks";
import { Candidates } from "../answer/call-error.tsx";
import { headlineOf } from "../answer/headline.ts";
import { argumentsInWords } from "../answer/in-words.ts";
import { safetyNotices } from "../answer/notices.ts";
import type { Source } from "../chat/check-figures.ts";
import type { Exchange, Step } from "../chat/exchange.ts";
import { useLoaded } from "../common/use-loaded.ts";
import { answerOf, type Call } from "../server/calls.ts";
import { usePlayground } from "../state/playground.ts";

/** A question with its calls, the answer and what to know of it. */
export function ExchangeView({ exchange }: { readonly exchange: Exchange }) {
  const { calls, ask } = usePlayground();
  const callOf = (step: Step) =>
    step.kind === "call" ? calls.all.value.find(({ id }) => id === step.callId) : undefined;
  const earlier = ask.conversation.exchanges.value.filter(({ id }) => id <= exchange.id);
  const sources = sourcesOf(earlier, calls.all.value);
  const answered = exchange.steps.flatMap((step) => callOf(step) ?? []);
  // Several calls may fail of one name: the first of them asks.
  const asking = answered.find(({ outcome }) => outcome.state === "failed");
  const takeCandidate = (parameter: string, value: unknown) => {
    const wrong = asking!.args[parameter];
    const calls = answered.map(({ tool, args }) => ({
      tool,
      args: args[parameter] === wrong ? { ...args, [parameter]: value } : args,
    }));
    void ask.conversation.runReady(exchange.question, calls);
  };
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
          onCandidate={callOf(step) === asking ? takeCandidate : null}
          questions={earlier.map(({ question }) => question)}
          isReady={exchange.by !== "model"}
          isArriving={exchange.state === "running" && i === exchange.steps.length - 1}
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
  readonly questions: readonly string[];
  readonly onCandidate: CallCardProps["onCandidate"];
  /** Whether more of its text may come. */
  readonly isArriving: boolean;
  /** Whether the call was ready, so that no model puts its answer into words. */
  readonly isReady: boolean;
}

function StepView({ step, call, isReady, onCandidate, ...text }: StepViewProps) {
  if (step.kind === "call")
    return call ? (
      <CallCard call={call} number={step.number} withHeadline={isReady} onCandidate={onCandidate} />
    ) : null;
  if (step.kind === "text") return <AnswerText {...text} text={step.text} onCite={showCard} />;
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
  const again = by !== "example" && ask.model.value && (
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
  if (note !== "")
    return (
      <div class="notice bar">
        {note} {by === "link" && again}
      </div>
    );
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
      const call = calls.find(({ id }) => id === step.callId) ?? null;
      const answer = answerOf(call);
      return answer ? [{ number: step.number, args: call!.args, value: answer.value }] : [];
    })
    .reverse();
}

interface AnswerTextProps {
  readonly text: string;
  readonly sources: readonly Source[];
  readonly questions: readonly string[];
  readonly isArriving: boolean;
  onCite(number: number): void;
}

/** The words of a model with their Markdown, as far as they have arrived. */
function AnswerText({ text, isArriving, ...drawing }: AnswerTextProps) {
  const parts = useLoaded(() => import("./markdown.tsx"));
  const [drawn, setDrawn] = useState<{ text: string; tokens: readonly Token[] } | null>(null);
  const isPlain = useRef(false);
  const whole = isArriving ? closedSoFar(text) : text;
  useEffect(() => {
    if (!parts) return;
    const plain = [{ type: "text", raw: whole, text: whole }];
    if (isPlain.current) {
      setDrawn({ text: whole, tokens: plain });
      return;
    }
    // A parse may take longer than the next words: each is drawn, and the order is theirs.
    void parts.parseMarkdown(whole).then((tokens) => {
      // What failed once fails again when more of it has arrived.
      if (tokens === null) isPlain.current = true;
      setDrawn({ text: whole, tokens: tokens ?? plain });
    });
  }, [whole, parts]);
  if (!parts || drawn === null) return <p class="answer-text plain">{text}</p>;
  return (
    <div class={isPlain.current ? "answer-text plain" : "answer-text"}>
      <parts.Markdown {...drawing} tokens={drawn.tokens} />
    </div>
  );
}

/** A text that is arriving without its last, half word, and with its marks of emphasis closed. */
function closedSoFar(text: string): string {
  const whole = text.replace(/\S{1,60}$/, "");
  const last = whole.slice(whole.lastIndexOf("\n\n") + 1);
  return ["**", "`"].reduce(
    (closed, mark) => (last.split(mark).length % 2 === 0 ? closed.trimEnd() + mark : closed),
    whole,
  );
}

interface CallCardProps {
  readonly call: Call;
  /** What citations show. */
  readonly number: number;
  /** Whether a sentence tells the answer. */
  readonly withHeadline: boolean;
  /** Asks again with what a parameter may have meant; null where another card asks. */
  readonly onCandidate: ((parameter: string, value: unknown) => void) | null;
}

/** A call: what was asked in words, how it went and what it cost; opens to all of it. */
function CallCard({ call, number, withHeadline, onCandidate }: CallCardProps) {
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
      {withHeadline && answer && (
        <p class="call-headline">{headlineOf(call.tool, call.args, answer.value)}</p>
      )}
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
      {call.outcome.state === "failed" && (
        <div class="call-error">
          <p>{call.outcome.error.message}</p>
          {withHeadline && onCandidate && (
            <Candidates error={call.outcome.error} onCandidate={onCandidate} />
          )}
        </div>
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
