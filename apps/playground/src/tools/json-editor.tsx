import { useState } from "preact/hooks";
import { isSame } from "../common/json.ts";
import { callErrorId, type FormProps } from "./field-input.tsx";
import { linesOfNames, printJson, readJson } from "./json-text.ts";

interface JsonEditorProps extends FormProps {
  /** The tool's parameters. */
  readonly names: readonly string[];
}

const minRows = 8;
/** The draft's mistake of the whole text; no parameter has this name. */
export const jsonMistake = "{}";

/** The arguments as JSON; the form shows the same. */
export function JsonEditor({ draft, names, faulty }: JsonEditorProps) {
  const args = draft.args.value;
  const [typed, setTyped] = useState("");
  const mistake = draft.mistakes.value[jsonMistake];
  const reading = readJson(typed, names);
  const isTyped = typed.trim() !== "" && reading.args !== null && isSame(reading.args, args);
  const text = mistake?.text ?? (isTyped ? typed : printJson(args));
  const { problems } = readJson(text, names);
  const faultyLine = faulty === null || mistake ? undefined : linesOfNames(text).get(faulty);

  const write = (given: string) => {
    setTyped(given);
    const { args, problems } = readJson(given, names);
    if (args) draft.replace(args);
    else draft.refuse(jsonMistake, { text: given, sentence: problems[0]!.sentence });
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
        aria-invalid={problems.length > 0 || faulty !== null || undefined}
        aria-describedby={faulty === null ? "json-problems" : `json-problems ${callErrorId}`}
        onInput={(event) => write(event.currentTarget.value)}
      />
      <ul id="json-problems" class="plain json-problems">
        {problems.map(({ line, sentence }) => (
          <li key={sentence} class="field-mistake">
            {line !== null && <span class="mono">Line {line}: </span>}
            {sentence}
          </li>
        ))}
        {faultyLine !== undefined && (
          <li class="field-mistake">
            <span class="mono">Line {faultyLine}: </span>see the message of the server.
          </li>
        )}
      </ul>
    </div>
  );
}
