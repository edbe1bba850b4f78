import { isSame, type JsonObject } from "@emberline/map-app/answer/json";
import { useEffect, useMemo, useState } from "preact/hooks";
import { CallError, callErrorId, faultOf } from "../answer/call-error.tsx";
import type { Tool } from "../server/api.ts";
import type { Mistake } from "../state/desk.ts";
import { usePlayground } from "../state/playground.ts";
import type { FormProps } from "./field-input.tsx";
import { FieldError, toFields } from "./fields.ts";
import { lineOfName, readJson } from "./json-text.ts";
import { ShownAnswer } from "./shown-answer.tsx";
import { ToolForm } from "./tool-form.tsx";
import { firstSentence } from "./tool-groups.ts";

const minRows = 8;
/** The draft's mistake of the whole text; no parameter has this name. */
const jsonMistake = "{}";

/** The arguments as JSON; the form shows the same. */
function JsonEditor({ draft, faulty }: FormProps) {
  const args = draft.args.value;
  const [typed, setTyped] = useState("");
  const mistake = draft.mistakes.value[jsonMistake];
  const text = mistake?.text ?? (means(typed, args) ? typed : JSON.stringify(args, null, 2));
  const faultyLine = faulty === null || mistake ? undefined : lineOfName(text, faulty);

  const write = (given: string) => {
    setTyped(given);
    try {
      draft.replace(readJson(given));
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      draft.refuse(jsonMistake, { text: given, sentence: error.message });
    }
  };
  return (
    <div class="field json-editor">
      <label for="json-arguments">Arguments as JSON</label>
      <textarea
        id="json-arguments"
        class="mono"
        rows={Math.max(minRows, text.split("\n").length + 1)}
        spellcheck={false}
        autocomplete="off"
        value={text}
        aria-invalid={mistake !== undefined || faulty !== null || undefined}
        aria-describedby={faulty === null ? "json-mistake" : `json-mistake ${callErrorId}`}
        onInput={(event) => write(event.currentTarget.value)}
      />
      <p id="json-mistake" class="field-mistake">
        {mistake?.sentence}
        {faultyLine && `Line ${faultyLine}: see the message of the server.`}
      </p>
    </div>
  );
}

function means(text: string, args: JsonObject): boolean {
  try {
    return text.trim() !== "" && isSame(readJson(text), args);
  } catch {
    return false;
  }
}

const modes = ["Form", "JSON"] as const;

/** One tool: its arguments as a form or as JSON, and the button that runs it. */
export function ToolView({ tool }: { tool: Tool }) {
  const { desk, announce, route } = usePlayground();
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

  const refuse = ([name, { sentence }]: readonly [string, Mistake]) => {
    announce.value = sentence;
    focusOn(name === jsonMistake ? "json-arguments" : `field-${name}`);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (outcome?.state === "running") return;
    const mistake = Object.entries(draft.mistakes.value)[0];
    const missing = fields.find(
      ({ name, isRequired }) => isRequired && draft.args.value[name] === undefined,
    );
    if (mistake) refuse(mistake);
    else if (missing && mode === "Form") {
      const sentence = `${missing.name} is required: fill it in.`;
      draft.refuse(missing.name, { text: "", sentence });
      refuse([missing.name, { text: "", sentence }]);
    } else desk.run(tool.name, draft.args.value);
  };
  const callError = error && (
    <CallError
      error={error}
      onCandidate={(parameter, value) => {
        draft.set({ [parameter]: value });
        desk.run(tool.name, draft.args.value);
      }}
    />
  );
  const isAtField = mode === "Form" && fields.some(({ name }) => name === faulty);
  return (
    <div class="tool-view">
      <a class="back" href="#/tools">
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
      <form class="tool-form" aria-label="Arguments" noValidate onSubmit={submit}>
        {mode === "Form" ? (
          <ToolForm key={tool.name} {...{ fields, draft, faulty, callError }} />
        ) : (
          <JsonEditor draft={draft} faulty={faulty} />
        )}
        <div class="run-bar">
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
    <div class="tool-about quiet-text">
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
      class={isRunning ? "run" : "run primary"}
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
