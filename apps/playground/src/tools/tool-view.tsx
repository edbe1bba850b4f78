import { isObject, type JsonObject } from "@emberline/map-app/answer/json";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { CallError, callErrorId, faultOf } from "../answer/call-error.tsx";
import type { Tool } from "../server/api.ts";
import { changeDraft } from "../state/desk.ts";
import { usePlayground } from "../state/playground.ts";
import type { FormProps } from "./field-input.tsx";
import { toFields } from "./fields.ts";
import { ShownAnswer } from "./shown-answer.tsx";
import { ToolForm } from "./tool-form.tsx";
import { firstSentence } from "./tool-groups.ts";
import { useTyped } from "./use-typed.ts";

/** The arguments as JSON; the form shows the same. */
function JsonEditor({ draft, faulty }: FormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, type } = useTyped(draft.value, (args) => JSON.stringify(args, null, 2));
  const read = readArguments(text);
  const mistake = typeof read === "string" ? read : "";
  useEffect(() => field.current!.setCustomValidity(mistake), [mistake]);
  return (
    <div class="field">
      <label for="json-arguments">Arguments as JSON</label>
      <textarea
        ref={field}
        id="json-arguments"
        class="mono"
        rows={Math.max(8, text.split("\n").length + 1)}
        spellcheck={false}
        autocomplete="off"
        value={text}
        aria-invalid={mistake !== "" || faulty !== null || undefined}
        aria-describedby={faulty === null ? "json-mistake" : `json-mistake ${callErrorId}`}
        onInput={({ currentTarget: { value } }) => {
          const args = readArguments(value);
          if (typeof args !== "string") draft.value = args;
          type(value, draft.value);
        }}
      />
      <p id="json-mistake" class="field-mistake">
        {mistake}
      </p>
    </div>
  );
}

/** The arguments that a text has, or why it has none: engines say where it goes wrong. */
function readArguments(text: string): JsonObject | string {
  try {
    const value: unknown = JSON.parse(text.trim() || "{}");
    if (isObject(value)) return value;
    return 'The arguments must be an object, such as {"collection": "svc:hotspots"}.';
  } catch (error) {
    return (error as SyntaxError).message;
  }
}

const modes = ["Form", "JSON"] as const;

/** One tool: its arguments as a form or as JSON, and the button that runs it. */
export function ToolView({ tool }: { tool: Tool }) {
  const { desk, route } = usePlayground();
  const [mode, setMode] = useState<(typeof modes)[number]>("Form");
  const fields = useMemo(() => toFields(tool.inputSchema), [tool]);
  const draft = desk.draftOf(tool.name);
  const current = desk.current.value;
  const outcome = current?.tool === tool.name ? current.outcome : null;
  const error = outcome?.state === "failed" ? outcome.error : null;
  const faulty = error && faultOf(error).parameter;

  useEffect(() => {
    if (error) focusOn(mode === "JSON" ? "json-arguments" : `field-${faulty}`);
  }, [error]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (outcome?.state !== "running") desk.run(tool.name, draft.value);
  };
  const callError = error && (
    <CallError
      error={error}
      onCandidate={(parameter, value) => {
        changeDraft(draft, { [parameter]: value });
        desk.run(tool.name, draft.value);
      }}
    />
  );
  const isAtField = mode === "Form" && fields.some(({ name }) => name === faulty);
  return (
    <div class="tool-view stack">
      <a class="back start" href="#/tools">
        ‹ All tools
      </a>
      <header>
        <h1>{tool.title}</h1>
        <code>{tool.name}</code>
        <About text={tool.description} />
      </header>
      <ShownAnswer tool={tool.name} />
      {current === null && route.value.tab === "tools" && route.value.args && (
        <p class="notice" role="status">
          This link asks the server to write a file: check the arguments, then press Run.
        </p>
      )}
      <fieldset class="bar" aria-label="Arguments as">
        {modes.map((each) => (
          <button
            key={each}
            type="button"
            class="chip"
            aria-pressed={each === mode}
            onClick={() => setMode(each)}
          >
            {each}
          </button>
        ))}
      </fieldset>
      <form class="stack" aria-label="Arguments" onSubmit={submit}>
        {mode === "Form" ? (
          <ToolForm key={tool.name} {...{ fields, draft, faulty, callError }} />
        ) : (
          <JsonEditor draft={draft} faulty={faulty} />
        )}
        <div class="run-bar pane-foot stack">
          {!isAtField && callError}
          <RunButton
            startedMs={outcome?.state === "running" ? current!.startedMs : null}
            onCancel={() => desk.cancel()}
          />
        </div>
      </form>
    </div>
  );
}

/** The first sentence, and the others on request: they are written for models. */
function About({ text }: { text: string }) {
  const first = firstSentence(text);
  const rest = text.slice(first.length).trim();
  return (
    <div class="stack quiet-text">
      <p>{first}</p>
      {rest !== "" && (
        <details>
          <summary>More</summary>
          <p>{rest}</p>
        </details>
      )}
    </div>
  );
}

/** Focuses the field at fault, or the message if no field is shown for it. */
function focusOn(id: string): void {
  const field = document.getElementById(id) ?? document.getElementById(callErrorId);
  field?.focus();
  field?.scrollIntoView({ block: "center" });
}

interface RunButtonProps {
  /** When the call that runs was started; null if none runs. */
  readonly startedMs: number | null;
  onCancel(): void;
}

/** Run, and while the call runs Cancel: one button, so that it keeps the focus. */
function RunButton({ startedMs, onCancel }: RunButtonProps) {
  const seconds = useSecondsSince(startedMs);
  const isRunning = startedMs !== null;
  return (
    <button
      type={isRunning ? "button" : "submit"}
      class={isRunning ? "run start" : "run start primary"}
      onClick={(event) => {
        if (!isRunning) return;
        // The button is of type submit again before its default action.
        event.preventDefault();
        onCancel();
      }}
    >
      {isRunning ? "Cancel" : "Run"}
      {isRunning && <span aria-hidden="true"> · {seconds} s</span>}
    </button>
  );
}

function useSecondsSince(startedMs: number | null): number {
  const [nowMs, setNowMs] = useState(0);
  useEffect(() => {
    if (startedMs === null) return;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [startedMs]);
  return startedMs === null ? 0 : Math.max(0, Math.floor((nowMs - startedMs) / 1000));
}
