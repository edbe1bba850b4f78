import "./grid.css";
import { plainNumber } from "@emberline/map-app/answer/words";
import { answerOf, type Call, type CalledBy, type Outcome } from "../server/calls.ts";
import { usePlayground } from "../state/playground.ts";

const byText: Readonly<Record<CalledBy, string>> = {
  person: "you",
  model: "the model",
  example: "an example",
  link: "a link",
};

/** Every call of the page, newest first. */
export function TraceTab() {
  const { calls } = usePlayground();
  const all = calls.all.value;
  if (all.length === 0) return <p class="drawer-empty">No calls yet.</p>;
  const answers = all.flatMap((call) => answerOf(call) ?? []);
  const tokens = answers.reduce((sum, answer) => sum + (answer.tokens ?? 0), 0);
  const isCounted = answers.length > 0 && answers.every((answer) => answer.tokens !== null);
  return (
    <div class="trace-tab">
      <div class="rows-bar">
        <span class="count">
          {plainNumber(all.length)} {all.length === 1 ? "call" : "calls"}
          {isCounted ? ` · ${plainNumber(tokens)} tokens of answers` : ""}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="grid-scroller" aria-label="Calls" tabIndex={0}>
        <table class="grid trace">
          <thead>
            <tr>
              <th scope="col">Started</th>
              <th scope="col">Tool</th>
              <th scope="col">Arguments</th>
              <th scope="col">By</th>
              <th scope="col">State</th>
              <th scope="col" class="number">
                Time, ms
              </th>
              <th scope="col" class="number">
                Tokens
              </th>
              <th scope="col">
                <span class="visually-hidden">Show</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {all.toReversed().map((call) => (
              <TraceRow key={call.id} call={call} isShown={calls.shown.value?.id === call.id} />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function TraceRow({ call, isShown }: { call: Call; isShown: boolean }) {
  const { calls } = usePlayground();
  const { id, tool, args, by, startedMs, outcome } = call;
  const tokens = answerOf(call)?.tokens;
  return (
    <tr class={isShown ? "shown" : undefined}>
      <td>{new Date(startedMs).toLocaleTimeString("en-GB")}</td>
      <td class="mono">{tool}</td>
      <td class="mono wide">{JSON.stringify(args)}</td>
      <td>{byText[by]}</td>
      <td class={`state-${outcome.state}`}>{stateText(outcome)}</td>
      <td class="number">
        {outcome.state === "running" ? "" : plainNumber(Math.round(outcome.durationMs))}
      </td>
      <td class="number">{tokens == null ? "" : plainNumber(tokens)}</td>
      <td>
        {outcome.state === "answered" &&
          (isShown ? (
            <span>shown</span>
          ) : (
            <button
              type="button"
              class="small"
              aria-label={`Show the answer of ${tool}`}
              onClick={() => calls.show(id)}
            >
              Show
            </button>
          ))}
        {outcome.state === "running" && (
          <button
            type="button"
            class="small"
            aria-label={`Cancel ${tool}`}
            onClick={() => calls.cancel(id)}
          >
            Cancel
          </button>
        )}
      </td>
    </tr>
  );
}

function stateText(outcome: Outcome): string {
  return outcome.state === "failed" ? `failed: ${outcome.error.message}` : outcome.state;
}
