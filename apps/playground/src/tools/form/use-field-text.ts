import { useState } from "preact/hooks";
import type { Draft } from "./draft.ts";
import type { Field } from "./fields.ts";
import { FieldError, parseValue, printValue } from "./print-value.ts";

/**
 * The text of a field, kept as it is typed ("1." is not rewritten to "1"), until another hand
 * changes the argument: JSON, a link, a candidate.
 */
export function useFieldText(draft: Draft, field: Field) {
  const { name } = field;
  const value = draft.args.value[name];
  const mistake = draft.mistakes.value[name];
  const [typed, setTyped] = useState("");
  const text = mistake?.text ?? (means(field, typed, value) ? typed : printValue(field, value));
  const setText = (given: string) => {
    setTyped(given);
    try {
      draft.set({ [name]: parseValue(field, given) });
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      draft.refuse(name, { text: given, sentence: error.message });
    }
  };
  return [text, setText] as const;
}

function means(field: Field, text: string, value: unknown): boolean {
  try {
    return JSON.stringify(parseValue(field, text)) === JSON.stringify(value);
  } catch {
    return false;
  }
}
