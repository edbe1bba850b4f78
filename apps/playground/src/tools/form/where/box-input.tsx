import { isBbox } from "@emberline/geo";
import { useState } from "preact/hooks";
import { FieldNotes } from "../field-notes.tsx";
import type { Field } from "../fields.ts";
import { type FormProps, fieldState } from "../form-props.ts";
import { FieldError, toNumber } from "../print-value.ts";

const corners = ["west", "south", "east", "north"] as const;

/** Four numbers of a box, in degrees. */
export function BoxInput(props: FormProps & { readonly field: Field }) {
  const { draft, field } = props;
  const value = draft.args.value[field.name];
  const given = Array.isArray(value) ? flat(value) : null;
  const [typed, setTyped] = useState<readonly string[]>(["", "", "", ""]);
  const mistake = draft.mistakes.value[field.name];
  const isTyped = mistake || given === null || typed.every((text, i) => Number(text) === given[i]);
  const texts = isTyped ? typed : given.map(String);

  const setText = (at: number, text: string) => {
    const next = texts.map((each, i) => (i === at ? text.trim() : each));
    setTyped(next);
    if (next.every((each) => each === "")) return draft.set({ [field.name]: undefined });
    try {
      if (next.includes(""))
        throw new FieldError(`${field.name} needs four numbers: west, south, east and north.`);
      draft.set({ [field.name]: next.map((each) => toNumber(field.name, each)) });
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      draft.refuse(field.name, { text: next.join(","), sentence: error.message });
    }
  };
  const { name, ...state } = fieldState(props, field);
  return (
    <fieldset class="field box-input">
      <legend>Box, degrees</legend>
      <div class="corners">
        {corners.map((corner, i) => (
          <label key={corner}>
            {corner}
            <input
              {...state}
              id={i === 0 ? `field-${name}` : undefined}
              type="text"
              inputMode="decimal"
              autocomplete="off"
              value={texts[i]}
              onInput={(event) => setText(i, event.currentTarget.value)}
            />
          </label>
        ))}
      </div>
      <FieldNotes {...props} />
    </fieldset>
  );
}

/** Without heights. */
function flat(values: readonly unknown[]): readonly unknown[] {
  return isBbox(values) && values.length === 6
    ? [values[0], values[1], values[3], values[4]]
    : values.slice(0, 4);
}
