import { useState } from "preact/hooks";
import { isSame, type JsonObject } from "../common/json.ts";
import { callErrorId, type FormProps } from "./field-input.tsx";
import { FieldError } from "./fields.ts";
import { lineOfName, readJson } from "./json-text.ts";

const minRows = 8;
/** The draft's mistake of the whole text; no parameter has this name. */
export const jsonMistake = "{}";

/** The arguments as JSON; the form shows the same. */
export function JsonEditor({ draft, faulty }: FormProps) {
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
