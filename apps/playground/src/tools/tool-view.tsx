import { useEffect, useMemo, useState } from "preact/hooks";
import { ShownAnswer } from "../answer/shown-answer.tsx";
import type { Tool } from "../server/api.ts";
import { usePlayground } from "../state/playground.ts";
import { firstSentence } from "./first-sentence.ts";
import type { Mistake } from "./form/draft.ts";
import { toFields } from "./form/fields.ts";
import { callErrorId } from "./form/form-props.ts";
import { ToolForm } from "./form/tool-form.tsx";
import { JsonEditor, jsonMistake } from "./json/json-editor.tsx";
import { CallError } from "./run/call-error.tsx";
import { faultOf } from "./run/fault.ts";
import { RunButton } from "./run/run-button.tsx";

const modes = ["Form", "JSON"] as const;

/** One tool: its arguments as a form or as JSON, and the button that runs it. */
export function ToolView({ tool }: { tool: Tool }) {
  const { desk, announce } = usePlayground();
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
          <ToolForm key={tool.name} fields={fields} draft={draft} faulty={faulty} />
        ) : (
          <JsonEditor draft={draft} names={fields.map(({ name }) => name)} faulty={faulty} />
        )}
        <div class="run-bar">
          {error && (
            <CallError
              error={error}
              onCandidate={(parameter, value) => {
                draft.set({ [parameter]: value });
                desk.run(tool.name, draft.args.value);
              }}
            />
          )}
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
