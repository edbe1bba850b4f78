import { useLoaded } from "@emberline/map-app/ui/hooks";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { argumentsInWords } from "../answer/in-words.ts";
import type { Example, Figure } from "../chat/examples.ts";
import { rawTokensOf } from "../chat/usage.ts";
import { Share } from "../common/share.tsx";
import { usePlayground } from "../state/playground.ts";

/** The first view: one sentence, examples of what is loaded, and one live figure. */
export function Welcome({ onPick }: { onPick(example: Example): void }) {
  const { ask, tools } = usePlayground();
  const { examples, figure, load } = ask.start;
  const isReady = tools.value.length > 0;
  useEffect(() => {
    if (isReady) void load();
  }, [isReady, load]);
  return (
    <div class="welcome stack">
      <h1>Ask about fires; every number comes from a tool call you can see.</h1>
      <Examples examples={examples.value} onPick={onPick} />
      {examples.value.length === 0 && (
        <p class="quiet-text">
          No example fits the data that is loaded. Ask in your own words, or type / for a tool.
        </p>
      )}
      {figure.value && <TokenFigure figure={figure.value} />}
    </div>
  );
}

interface ExamplesProps {
  /** Null while one is looked for. */
  readonly examples: readonly (Example | null)[];
  /** Whether their calls are shown with their arguments. */
  readonly withArguments?: boolean;
  onPick(example: Example): void;
}

/** Questions to click, each with the tools that answer it. */
function Examples({ examples, withArguments = false, onPick }: ExamplesProps) {
  return (
    <ul class="examples plain stack" aria-label="Examples" aria-busy={examples.includes(null)}>
      {examples.map((each, i) =>
        each === null ? (
          <li key={i} class="example waiting card" />
        ) : (
          <li key={each.question}>
            <button type="button" class="example" onClick={() => onPick(each)}>
              <span>{each.question}</span>
              {withArguments ? (
                each.calls.map(({ tool, args }) => (
                  <span key={tool} class="quiet-text">
                    <span class="mono">{tool}</span> {argumentsInWords(args)}
                  </span>
                ))
              ) : (
                <span class="quiet-text mono">
                  {each.calls.map(({ tool }) => tool).join(" · ")}
                </span>
              )}
            </button>
          </li>
        ),
      )}
    </ul>
  );
}

/** Tokens of raw GeoJSON against those of an answer, measured now; nothing if they cannot be. */
function TokenFigure({ figure }: { readonly figure: Figure }) {
  const { api } = usePlayground();
  const measured = useLoaded(async () => {
    const [raw, answer] = await Promise.all([
      rawTokensOf(api, figure),
      api.call(figure.tool, figure.args),
    ]);
    return raw && answer.tokens !== null ? { raw, answer: answer.tokens } : null;
  }, figure.what);
  if (!measured) return <div class="figure waiting" />;
  const { raw, answer } = measured;
  const row = (title: string, tokens: ComponentChildren, part: number) => (
    <div>
      <dt>{title}</dt>
      <dd>{tokens}</dd>
      <dd class="whole">
        <Share part={part} />
      </dd>
    </div>
  );
  return (
    <figure class="figure stack">
      <figcaption class="quiet-text">
        {figure.what}, as a model reads it, measured just now
      </figcaption>
      <dl class="stack">
        {row("raw GeoJSON", `${raw.isExact ? "" : "about "}${inTokens(raw.tokens)}`, 1)}
        {row("Emberline’s answer", <strong>{inTokens(answer)}</strong>, answer / raw.tokens)}
      </dl>
    </figure>
  );
}

const inTokens = (count: number) => `${count.toLocaleString("en")} tokens`;

interface NoModelProps {
  readonly question: string;
  onPick(example: Example): void;
  /** Back to where the person was. */
  onBack(): void;
}

/** For a question in one's own words while no model is chosen: the ready calls that fit it. */
export function NoModel({ question, onPick, onBack }: NoModelProps) {
  const { api, ask, status } = usePlayground();
  const [chosen, setChosen] = useState<string | null>(null);
  const data = status.value?.data ?? null;
  const fitting = useLoaded(
    async () => (await import("../chat/ready-calls.ts")).recognise(question, data, api, chosen),
    `${question} ${chosen} ${data !== null}`,
  );
  const { facts, examples, candidates } = fitting ?? { facts: [], examples: [], candidates: [] };
  const isRecognised = examples.length > 0;
  const others =
    isRecognised || candidates.length > 0
      ? []
      : ask.start.examples.value.filter((each) => each !== null).slice(0, 2);
  return (
    <section class="exchange stack" tabIndex={-1} aria-label="Without a model">
      <h2 class="question">{question}</h2>
      <div class="notice no-model stack">
        {isRecognised && (
          <>
            <p role="status">
              No model read this question. By its words alone, these calls fit
              {facts.length > 0 && ` (${facts.join("; ")})`}:
            </p>
            <Examples examples={examples} onPick={onPick} withArguments />
          </>
        )}
        {candidates.length > 0 && (
          <fieldset class="bar">
            <legend>Which place is meant?</legend>
            {candidates.map((each) => (
              <button key={each} type="button" onClick={() => setChosen(each)}>
                {each}
              </button>
            ))}
          </fieldset>
        )}
        <p role="status">
          An answer in words needs a model of yours: one on this machine, or one with a key. The
          page calls it itself, and this server never sees the key.
        </p>
        <button
          type="button"
          class={isRecognised ? "start" : "start primary"}
          onClick={() => {
            ask.isChoosing.value = true;
          }}
        >
          Choose a model
        </button>
        {others.length > 0 && (
          <>
            <p>Ready examples run without one:</p>
            <Examples examples={others} onPick={onPick} />
          </>
        )}
        <div class="bar">
          <a class="chip" href="#/tools">
            Fill in a tool yourself
          </a>
          <button type="button" class="quiet small" onClick={onBack}>
            Back
          </button>
        </div>
      </div>
    </section>
  );
}
