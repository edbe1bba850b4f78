import "./grid.css";
import { counted, plainNumber } from "@emberline/map-app/answer/words";
import { answerOf, type Call, type CalledBy, type Outcome } from "../server/calls.ts";
import { usePlayground } from "../state/playground.ts";

const byText: Readonly<Record<CalledBy, string>> = {
  person: "you",
  model: "the model",
  example: "an example",
  link: "a link",
};

const heads = ["Started", "Tool", "Arguments", "By", "State", "Time, ms", "Tokens", ""];

/** Every call of the page, newest first. */
export function TraceTab() {
  const all = usePlayground().calls.all.value;
  if (all.length === 0) return <p class="drawer-empty quiet-text">No calls yet.</p>;
  const answers = all.flatMap((call) => answerOf(call) ?? []);
  const tokens = answers.reduce((sum, answer) => sum + (answer.tokens ?? 0), 0);
  return (
    <div class="rows-tab stack">
      <div class="rows-bar bar">
        <span class="count">
          {counted(all.length, ["call", "calls"])}
          {tokens > 0 && ` · ${plainNumber(tokens)} tokens of answers`}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="grid-scroller drawer-part" aria-label="Calls" tabIndex={0}>
        <table class="grid trace">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head || <span class="visually-hidden">Show</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {all.toReversed().map((call) => (
              <TraceRow key={call.id} call={call} />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function TraceRow({ call }: { call: Call }) {
  const { calls } = usePlayground();
  const { id, tool, args, by, startedMs, outcome } = call;
  const isShown = calls.shown.value?.id === id;
  const tokens = answerOf(call)?.tokens;
  const button = (words: string, what: string, act: () => void) => (
    <button type="button" class="small" aria-label={what} onClick={act}>
      {words}
    </button>
  );
  return (
    <tr class={isShown ? "shown" : undefined}>
      <td>{new Date(startedMs).toLocaleTimeString("en-GB")}</td>
      <td class="mono">{tool}</td>
      <td class="mono wide">{JSON.stringify(args)}</td>
      <td>{byText[by]}</td>
      <td class={`state-${outcome.state}`}>{stateText(outcome)}</td>
      <td>{outcome.state !== "running" && plainNumber(Math.round(outcome.durationMs))}</td>
      <td>{tokens != null && plainNumber(tokens)}</td>
      <td>
        {isShown && "shown"}
        {outcome.state === "answered" &&
          !isShown &&
          button("Show", `Show the answer of ${tool}`, () => calls.show(id))}
        {outcome.state === "running" && button("Cancel", `Cancel ${tool}`, () => calls.cancel(id))}
      </td>
    </tr>
  );
}

function stateText(outcome: Outcome): string {
  return outcome.state === "failed" ? `failed: ${outcome.error.message}` : outcome.state;
}
