import "./answer.css";
import { isObject } from "@emberline/map-app/answer/json";
import { factsOf } from "@emberline/map-app/answer/tables";
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { headlineOf } from "../answer/headline.ts";
import { isEmptyAnswer, safetyNotices, sortNotices } from "../answer/notices.ts";
import { selectionWords } from "../answer/selection-words.ts";
import { type Answer, ApiError, toolPath } from "../server/api.ts";
import type { Call } from "../server/calls.ts";
import { usePlayground } from "../state/playground.ts";

/**
 * The answer that is shown if it is of this tool. It stays, dimmed, while a new call runs, and
 * beside the error of a later one.
 */
export function ShownAnswer({ tool }: { tool: string }) {
  const { calls, desk, drawer } = usePlayground();
  const frame = useRef<HTMLDivElement>(null);
  const call = calls.shown.value;
  const isShown = call?.tool === tool;
  useLayoutEffect(() => {
    // The focus stays on the button below the form; the answer comes into view above it.
    if (isShown) frame.current?.scrollIntoView({ block: "nearest" });
  }, [isShown, call?.id]);
  if (!isShown) return null;
  const isRunning = calls.all.value.some(
    (each) => each.outcome.state === "running" && each.tool === tool,
  );
  const hasFailed = desk.current.value?.outcome.state === "failed" && desk.current.value !== call;
  const look = isRunning ? "old" : hasFailed ? "old stale" : "";
  return (
    <div ref={frame} class={`shown-answer ${look}`} aria-busy={isRunning}>
      {hasFailed && <p class="old-note">The answer before, to other arguments:</p>}
      <AnswerSummary call={call} />
      <button
        type="button"
        class="to-details"
        data-open={drawer.isOpen.value ? "" : undefined}
        onClick={() => {
          drawer.isOpen.value = true;
          document.querySelector(".drawer")?.scrollIntoView({ block: "start" });
        }}
      >
        Rows, chart and files
      </button>
    </div>
  );
}

/** The outcome of a call in a sentence, what a person must know of it, and how it was found. */
function AnswerSummary({ call }: { call: Call }) {
  const { outcome } = call;
  switch (outcome.state) {
    case "answered":
      return <Answered call={call} answer={outcome.answer} />;
    case "failed":
      return <p class="notice error">{outcome.error.message}</p>;
    case "cancelled":
      return <p class="quiet-text">Cancelled.</p>;
    default:
      return <p class="quiet-text">Running …</p>;
  }
}

function Answered({ call, answer }: { call: Call; answer: Answer }) {
  const { value } = answer;
  const { data } = sortNotices(value);
  const safety = safetyNotices(call.tool, value);
  const words = selectionWords(value);
  const isEmpty = isEmptyAnswer(value);
  return (
    <section class="answer-summary" aria-label="Answer">
      <p class="headline">{headlineOf(call.tool, call.args, value)}</p>
      {words.length > 0 && (
        <p class="selection-words">
          {isEmpty ? "Asked for: " : ""}
          {words.join(" · ")}
        </p>
      )}
      {safety.length > 0 && (
        <ul class="notice safety plain" aria-label="Notices">
          {safety.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      {data.length > 0 && (
        <ul class="data-notices" aria-label={isEmpty ? "What to try" : "About the data"}>
          {data.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      <HowFound call={call} answer={answer} />
    </section>
  );
}

/** The selection as resolved, the request, and what was said to the model only. */
function HowFound({ call, answer }: { call: Call; answer: Answer }) {
  const { value } = answer;
  const { advice } = sortNotices(value);
  const words = selectionWords(value);
  const facts = factsOf(value).filter(([name]) => !name.startsWith("selection.request"));
  const { selection } = value;
  const request = isObject(selection) ? selection.request : undefined;
  return (
    <details class="how-found">
      <summary>How it was found</summary>
      {words.length > 0 && (
        <>
          <p class="how-part">What was selected</p>
          <ul>
            {words.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </>
      )}
      <p class="how-part">Request</p>
      <p class="mono">
        POST {toolPath(call.tool)} {JSON.stringify(call.args)}
      </p>
      <ServiceRequest
        key={call.id}
        call={call}
        known={typeof request === "string" ? request : null}
      />
      {facts.length > 0 && (
        <>
          <p class="how-part">Facts</p>
          <dl class="facts">
            {facts.map(([name, fact]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{fact}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {advice.length > 0 && (
        <>
          <p class="how-part">Said to the model only</p>
          <ul>
            {advice.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}

/** The first request that a call sends to the service: as answered, or asked for on request. */
function ServiceRequest({ call, known }: { call: Call; known: string | null }) {
  const { api, tools } = usePlayground();
  const told = useSignal<string | null>(known);
  const schema = tools.value.find(({ name }) => name === call.tool)?.inputSchema.properties;
  // An export would write its file again.
  const isOffered =
    isObject(schema) && Object.hasOwn(schema, "explain") && call.tool !== "export_features";
  const ask = async () => {
    told.value = "Asking …";
    try {
      const { value } = await api.call(call.tool, { ...call.args, explain: true });
      const request = isObject(value.selection) ? value.selection.request : undefined;
      told.value = typeof request === "string" ? request : "The answer names no request.";
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      told.value = error.message;
    }
  };
  if (told.value !== null) return <p class="mono">{told.value}</p>;
  if (!isOffered) return null;
  return (
    <button type="button" class="small" onClick={() => void ask()}>
      Ask for its first request to the service
    </button>
  );
}
