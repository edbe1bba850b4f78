import { useEffect, useState } from "preact/hooks";
import { argumentsInWords } from "../answer/in-words.ts";
import type { Example, Figure } from "../chat/examples.ts";
import { rawTokensOf } from "../chat/usage.ts";
import { useLoaded } from "../common/use-loaded.ts";
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
    <div class="welcome">
      <h1>Ask about fires; every number comes from a tool call you can see.</h1>
      <ul class="examples plain" aria-label="Examples" aria-busy={examples.value.includes(null)}>
        {examples.value.map((each, i) =>
          each ? (
            <li key={each.question}>
              <ExampleCard example={each} onPick={onPick} />
            </li>
          ) : (
            <li key={i} class="example waiting" />
          ),
        )}
      </ul>
      {examples.value.length === 0 && (
        <p class="quiet-text">
          No example fits the data that is loaded. Ask in your own words, or type / for a tool.
        </p>
      )}
      {figure.value && <TokenFigure figure={figure.value} />}
    </div>
  );
}

interface ExampleCardProps {
  readonly example: Example;
  /** Whether its calls are shown with their arguments. */
  readonly withArguments?: boolean;
  onPick(example: Example): void;
}

/** A question to click, and the tools that answer it. */
function ExampleCard({ example, withArguments = false, onPick }: ExampleCardProps) {
  const { question, calls } = example;
  return (
    <button type="button" class="example" onClick={() => onPick(example)}>
      <span>{question}</span>
      {withArguments ? (
        calls.map(({ tool, args }) => (
          <span key={tool} class="example-tools">
            <span class="mono">{tool}</span> {argumentsInWords(args)}
          </span>
        ))
      ) : (
        <span class="example-tools mono">{calls.map(({ tool }) => tool).join(" · ")}</span>
      )}
    </button>
  );
}

interface Measured {
  readonly raw: number;
  readonly isExact: boolean;
  readonly answer: number;
}

/** Tokens of raw GeoJSON against those of an answer, measured now; nothing if they cannot be. */
function TokenFigure({ figure }: { readonly figure: Figure }) {
  const { api } = usePlayground();
  const [measured, setMeasured] = useState<Measured | null>(null);
  useEffect(() => {
    const end = new AbortController();
    const measure = async () => {
      const [raw, answer] = await Promise.all([
        rawTokensOf(api, figure),
        api.call(figure.tool, figure.args, end.signal),
      ]);
      if (raw && answer.tokens !== null && !end.signal.aborted)
        setMeasured({ raw: raw.tokens, isExact: raw.isExact, answer: answer.tokens });
    };
    // Without it the page works all the same.
    measure().catch(() => {});
    return () => end.abort();
  }, [api, figure]);
  if (!measured) return <div class="figure waiting" />;
  const { raw, isExact, answer } = measured;
  return (
    <figure class="figure">
      <figcaption>{figure.what}, as a model reads it, measured just now</figcaption>
      <dl>
        <div>
          <dt>raw GeoJSON</dt>
          <dd>
            {isExact ? "" : "about "}
            {raw.toLocaleString("en")} tokens
          </dd>
          <dd class="bar-of" aria-hidden="true">
            <span class="all" />
          </dd>
        </div>
        <div>
          <dt>Emberline’s answer</dt>
          <dd>
            <strong>{answer.toLocaleString("en")} tokens</strong>
          </dd>
          <dd class="bar-of" aria-hidden="true">
            <span style={{ width: `${Math.max(0.5, (100 * answer) / raw)}%` }} />
          </dd>
        </div>
      </dl>
    </figure>
  );
}

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
  const isRecognised = fitting !== undefined && fitting !== null && fitting.examples.length > 0;
  const isAsked = (fitting?.candidates.length ?? 0) > 0;
  const others =
    isRecognised || isAsked
      ? []
      : ask.start.examples.value.filter((each) => each !== null).slice(0, 2);
  return (
    <section class="exchange" tabIndex={-1} aria-label="Without a model">
      <h2 class="question">{question}</h2>
      <div class="notice no-model">
        {isRecognised && (
          <>
            <p role="status">
              No model read this question. By its words alone, these calls fit
              {fitting.facts.length > 0 && ` (${fitting.facts.join("; ")})`}:
            </p>
            <Examples examples={fitting.examples} onPick={onPick} withArguments />
          </>
        )}
        {isAsked && (
          <fieldset class="bar which-place">
            <legend>Which place is meant?</legend>
            {fitting!.candidates.map((each) => (
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
          class={isRecognised ? undefined : "primary"}
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

interface ExamplesProps extends Omit<ExampleCardProps, "example"> {
  readonly examples: readonly Example[];
}

function Examples({ examples, ...card }: ExamplesProps) {
  return (
    <ul class="examples plain">
      {examples.map((each) => (
        <li key={each.question}>
          <ExampleCard example={each} {...card} />
        </li>
      ))}
    </ul>
  );
}
