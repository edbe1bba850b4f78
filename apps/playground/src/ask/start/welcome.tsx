import { useEffect } from "preact/hooks";
import { usePlayground } from "../../state/playground.ts";
import { type Example, exampleCount } from "./examples.ts";
import { TokenFigure } from "./token-figure.tsx";

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
      <ul class="examples plain" aria-label="Examples" aria-busy={examples.value === null}>
        {examples.value
          ? examples.value.map((each) => (
              <li key={each.question}>
                <ExampleCard example={each} onPick={onPick} />
              </li>
            ))
          : Array.from({ length: exampleCount }, (_, i) => <li key={i} class="example waiting" />)}
      </ul>
      {examples.value?.length === 0 && (
        <p class="quiet-text">
          No example fits the data that is loaded. Ask in your own words, or type / for a tool.
        </p>
      )}
      {figure.value && <TokenFigure figure={figure.value} />}
    </div>
  );
}

/** A question to click, and the tools that answer it. */
export function ExampleCard({
  example,
  onPick,
}: {
  readonly example: Example;
  onPick(example: Example): void;
}) {
  return (
    <button type="button" class="example" onClick={() => onPick(example)}>
      <span>{example.question}</span>
      <span class="example-tools mono">{example.calls.map(({ tool }) => tool).join(" · ")}</span>
    </button>
  );
}
