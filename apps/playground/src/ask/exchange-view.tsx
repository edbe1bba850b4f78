import "./feed.css";
import { headlineOf } from "@emberline/map-app/answer/headline";
import { safetyNotices } from "@emberline/map-app/answer/notices";
import { useLoaded } from "@emberline/map-app/ui/hooks";
import type { Token } from "marked";
import { useEffect, useRef, useState } from "preact/hooks";
import { Candidates } from "../answer/call-error.tsx";
import { argumentsInWords } from "../answer/in-words.ts";
import type { Source } from "../chat/check-figures.ts";
import type { Exchange, Step } from "../chat/exchange.ts";
import { answerOf, type Call } from "../server/calls.ts";
import { usePlayground } from "../state/playground.ts";
import { parseMarkdown } from "./parse-markdown.ts";

/** A question with its calls, the answer and what to know of it. */
export function ExchangeView({ exchange }: { readonly exchange: Exchange }) {
  const { calls, ask } = usePlayground();
  const callOf = (step: Step) =>
    step.kind === "call" ? calls.all.value.find(({ id }) => id === step.callId) : undefined;
  const { id, question, steps, by, state } = exchange;
  const earlier = ask.conversation.exchanges.value.filter((each) => each.id <= id);
  const made = steps.flatMap((step) => callOf(step) ?? []);
  // Several calls may fail of one name: the first of them asks.
  const asking = made.find(({ outcome }) => outcome.state === "failed");
  const takeCandidate = (parameter: string, value: unknown) => {
    const wrong = asking!.args[parameter];
    const meant = made.map(({ tool, args }) => ({
      tool,
      args: args[parameter] === wrong ? { ...args, [parameter]: value } : args,
    }));
    void ask.conversation.runReady(question, meant);
  };
  /** All answered calls, newest first: a figure is of the newest that has it. */
  const sources = earlier
    .flatMap((each) => each.steps)
    .flatMap((step): Source[] => {
      const call = callOf(step) ?? null;
      const value = answerOf(call)?.value;
      return step.kind === "call" && value
        ? [{ number: step.number, args: call!.args, value }]
        : [];
    })
    .reverse();
  const notices = new Set(
    made.flatMap((call) => safetyNotices(call.tool, answerOf(call)?.value ?? {})),
  );
  return (
    <section class="exchange stack" tabIndex={-1} aria-label={`Question: ${question}`}>
      <h2 class="question">{question}</h2>
      {steps.map((step, i) => {
        if (step.kind === "text")
          return (
            <AnswerText
              key={i}
              text={step.text}
              isArriving={state === "running" && i === steps.length - 1}
              sources={sources}
              questions={earlier.map((each) => each.question)}
            />
          );
        const call = callOf(step);
        if (step.kind === "refusal") return <RefusalCard key={i} {...step} />;
        return (
          call && (
            <CallCard
              key={i}
              call={call}
              number={step.number}
              withHeadline={by !== "model"}
              onCandidate={call === asking ? takeCandidate : null}
            />
          )
        );
      })}
      {notices.size > 0 && (
        <ul class="notice safety notices plain stack" aria-label="What to know of this answer">
          {[...notices].map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      <Ending exchange={exchange} hasCalls={made.length > 0} />
    </section>
  );
}

/** A call that could not be made. */
function RefusalCard({ number, tool, args, reason }: Extract<Step, { kind: "refusal" }>) {
  return (
    <article class="call-card card failed" id={callCardId(number)} tabIndex={-1}>
      <p class="call-head">
        <span class="call-state" aria-hidden="true">
          {marks.failed}
        </span>
        <span class="call-tool mono">{tool.slice(0, 100)}</span>
        <span class="call-words mono">{args.slice(0, 300)}</span>
      </p>
      <p class="call-error">{reason}</p>
    </article>
  );
}

interface EndingProps {
  readonly exchange: Exchange;
  readonly hasCalls: boolean;
}

/** How it ended, and what can be done then. */
function Ending({ exchange: { state, by, note, question }, hasCalls }: EndingProps) {
  const { ask } = usePlayground();
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
      <div class="notice error failure stack">
        <p role="alert">{note}</p>
        <div class="bar">
          {again}
          <button type="button" class="small" onClick={() => (ask.isChoosing.value = true)}>
            Model settings
          </button>
        </div>
      </div>
    );
  if (note === "") return null;
  return (
    <div class="notice bar">
      {note} {by === "link" && again}
    </div>
  );
}

interface AnswerTextProps {
  readonly text: string;
  readonly sources: readonly Source[];
  readonly questions: readonly string[];
  /** Whether more of the text may come. */
  readonly isArriving: boolean;
}

/** The words of a model with their Markdown, as far as they have arrived. */
function AnswerText({ text, isArriving, ...drawing }: AnswerTextProps) {
  const parts = useLoaded(() => import("./markdown.tsx"));
  const [tokens, setTokens] = useState<readonly Token[] | null>(null);
  const isPlain = useRef(false);
  const whole = isArriving ? closedSoFar(text) : text;
  useEffect(() => {
    // What failed once fails again when more of it has arrived.
    const parsing = isPlain.current ? Promise.resolve(null) : parseMarkdown(whole);
    // A parse may take longer than the next words: each is drawn, and the order is theirs.
    void parsing.then((parsed) => {
      isPlain.current = parsed === null;
      setTokens(parsed ?? [{ type: "text", raw: whole, text: whole }]);
    });
  }, [whole]);
  if (!parts || tokens === null) return <p class="answer-text plain">{text}</p>;
  return (
    <div class={isPlain.current ? "answer-text plain" : "answer-text"}>
      <parts.Markdown {...drawing} tokens={tokens} onCite={showCard} />
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
  /** Whether a sentence tells the answer, since no model does. */
  readonly withHeadline: boolean;
  /** Asks again with what a parameter may have meant; null where another card asks. */
  readonly onCandidate: ((parameter: string, value: unknown) => void) | null;
}

/** A call: what was asked in words, how it went and what it cost; opens to all of it. */
function CallCard({ call, number, withHeadline, onCandidate }: CallCardProps) {
  const { calls } = usePlayground();
  const [isOpen, setIsOpen] = useState(false);
  const details = useLoaded(isOpen ? () => import("./call-details.tsx") : null);
  const { id, tool, args, outcome } = call;
  const isShown = calls.shown.value?.id === id;
  const isPinned = calls.pinnedId.value === id;
  const answer = answerOf(call);
  return (
    <article
      class={`call-card card ${outcome.state}`}
      id={callCardId(number)}
      aria-label={`Call ${number}: ${tool}`}
      tabIndex={-1}
    >
      {withHeadline && answer && (
        <p class="call-headline">{headlineOf(tool, args, answer.value)}</p>
      )}
      <button
        type="button"
        class="call-head"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span class="call-state" aria-hidden="true">
          {marks[outcome.state]}
        </span>
        <span class="call-tool mono">{tool}</span>{" "}
        <span class="call-words">{argumentsInWords(args)}</span>
        <span class="call-cost count">{costText(call)}</span>
        <span class="call-number" aria-hidden="true">
          {number}
        </span>
      </button>
      {outcome.state === "failed" && (
        <div class="call-error stack">
          <p>{outcome.error.message}</p>
          {withHeadline && onCandidate && (
            <Candidates error={outcome.error} onCandidate={onCandidate} />
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

function showCard(number: number): void {
  const card = document.getElementById(callCardId(number));
  card?.scrollIntoView({ block: "center" });
  card?.focus();
}

const marks = { running: "◌", answered: "✓", failed: "✕", cancelled: "–" } as const;

/** "595 tokens · 84 ms" */
function costText({ outcome }: Call): string {
  if (outcome.state === "running") return "running";
  if (outcome.state === "cancelled") return "stopped";
  const duration = `${Math.round(outcome.durationMs).toLocaleString("en")} ms`;
  if (outcome.state === "failed") return `failed · ${duration}`;
  const { tokens } = outcome.answer;
  return tokens === null ? duration : `${tokens.toLocaleString("en")} tokens · ${duration}`;
}
