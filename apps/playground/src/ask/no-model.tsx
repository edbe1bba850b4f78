import { printRoute } from "../route/route.ts";
import { usePlayground } from "../state/playground.ts";
import type { Example } from "./start/examples.ts";
import { alternativesFor } from "./start/matching.ts";
import { ExampleCard } from "./start/welcome.tsx";

interface NoModelProps {
  readonly question: string;
  onPick(example: Example): void;
  /** Back to where the person was. */
  onBack(): void;
}

/** For a question in one's own words while no model is chosen: what works without one. */
export function NoModel({ question, onPick, onBack }: NoModelProps) {
  const { ask, tools } = usePlayground();
  const found = alternativesFor(question, {
    examples: ask.start.examples.value ?? [],
    tools: tools.value,
  });
  return (
    <section class="exchange" tabIndex={-1} aria-label="Without a model">
      <h2 class="question">{question}</h2>
      <div class="notice no-model">
        <p role="status">
          A question in your own words needs a model of yours: one on this machine, or one with a
          key. The page calls it itself, and this server never sees the key.
        </p>
        <button
          type="button"
          class="primary"
          onClick={() => {
            ask.isChoosing.value = true;
          }}
        >
          Choose a model
        </button>
        {found.examples.length > 0 && <p>Ready examples run without one:</p>}
        <ul class="examples plain">
          {found.examples.map((each) => (
            <li key={each.question}>
              <ExampleCard example={each} onPick={onPick} />
            </li>
          ))}
        </ul>
        {found.tools.length > 0 && <p>Or fill in a tool yourself:</p>}
        <div class="bar">
          {found.tools.map(({ name, title }) => (
            <a
              key={name}
              class="chip"
              href={printRoute({ tab: "tools", tool: name, args: null, view: null })}
            >
              {title}
            </a>
          ))}
          <button type="button" class="quiet small" onClick={onBack}>
            Back
          </button>
        </div>
      </div>
    </section>
  );
}
